import { type AppSetting, isKnownSetting, knownSettings, type SettingKey, settingKeys } from '@kingcar/contract'
import { emitSetting, type Reader, type Tx } from '@kingcar/db'
import { eq, not, sql } from 'drizzle-orm'
import { jsonBytes } from '../lists/whole-list.ts'
import { type AppSettingRow, admins, appSettings } from '../tables.ts'

/** Bytes that all settings may have together: their list is one message of the bus, which holds 1 MB. */
const settingsLimit = 512 * 1024
/** Bytes that a setting has beside value and description, as JSON: its key, its time and an author's name at most. */
const settingOverhead = 1024

/** Hot reads, prepared once. */
export const prepareSettings = (read: Reader) => {
  const select = () =>
    read
      .select({ row: appSettings, updatedBy: admins.name })
      .from(appSettings)
      .leftJoin(admins, eq(admins.id, appSettings.updatedBy))
  return {
    all: select().orderBy(appSettings.key).prepare('app_settings'),
    byKey: select()
      .where(eq(appSettings.key, sql.placeholder('key')))
      .prepare('app_setting_by_key'),
  }
}
export type SettingQueries = ReturnType<typeof prepareSettings>

/** A row with the name of who wrote it last, which is null until the member service told it. */
export type SettingWithAuthor = { row: AppSettingRow; updatedBy: string | null }

/** A setting as it stands: its own value, or the default of a known key; undefined for a key that is neither. */
export function toAppSetting(key: string, found: SettingWithAuthor | undefined): AppSetting | undefined {
  if (found && !found.row.removed) {
    const { value, description, updatedAt } = found.row
    const text = description ?? defaultDescription(key)
    return {
      key,
      value: JSON.parse(value),
      description: text,
      updatedAt: updatedAt.toISOString(),
      updatedBy: found.updatedBy,
    }
  }
  if (!isKnownSetting(key)) return undefined
  return {
    key,
    value: knownSettings[key].default,
    description: defaultDescription(key),
    updatedAt: null,
    updatedBy: null,
  }
}

const defaultDescription = (key: string) => (isKnownSetting(key) ? knownSettings[key].description : null)

/**
 * Locks a setting until the transaction ends. One that nobody has set yet gets its row first, as a removed one, so that
 * two who set it at the same time wait for each other; a transaction that fails takes it back.
 */
export async function lockSetting(tx: Tx, key: string, by: string): Promise<AppSettingRow> {
  const unset = { key, value: 'null', removed: true, version: 0, updatedAt: new Date(), updatedBy: by }
  await tx.insert(appSettings).values(unset).onConflictDoNothing()
  const [row] = await tx.select().from(appSettings).where(eq(appSettings.key, key)).for('update')
  if (!row) throw new Error('a setting that was just inserted is not there')
  return row
}

/** Against other writers, until the transaction ends; readers go on. */
export const lockAllSettings = (tx: Tx) => tx.execute(sql`lock table ${appSettings} in share row exclusive mode`)

/** Whether the list of settings can still be answered. */
export async function fitOneMessage(tx: Tx): Promise<boolean> {
  const bytes = sql<number>`sum(octet_length(${appSettings.value})
    + ${jsonBytes(appSettings.description)} + ${settingOverhead}::integer)::integer`
  const [row] = await tx.select({ bytes }).from(appSettings).where(not(appSettings.removed))
  return (row?.bytes ?? 0) <= settingsLimit
}

/** Tells every service what each known setting is now, so that one whose stream was lost is right again. */
export async function emitKnownSettings(tx: Tx): Promise<void> {
  // Otherwise a value that is being changed could be sent after the one that replaces it.
  await lockAllSettings(tx)
  const rows = new Map((await tx.select().from(appSettings)).map((row) => [row.key, row]))
  for (const key of settingKeys) await emitSetting(tx, key, currentValue(key, rows.get(key)))
}

const currentValue = (key: SettingKey, row: AppSettingRow | undefined): unknown =>
  row && !row.removed ? JSON.parse(row.value) : knownSettings[key].default
