import {
  type AppSetting,
  isKnownSetting,
  knownSettings,
  type SettingKey,
  settingKeys,
  settingSubject,
} from '@kingcar/contract'
import { emitTo, type Reader, type Tx } from '@kingcar/db'
import { eq, not, sql } from 'drizzle-orm'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { jsonBytes } from '../lists/whole-list.ts'
import { type AppSettingRow, admins, appSettings } from '../tables.ts'

/** Maximum size (bytes) of all settings together: the list is one bus message, which holds 1 MB. */
const settingsLimit = 512 * 1024
/** Maximum JSON size (bytes) of a setting's other fields: key, time and author name. */
const settingOverhead = 1024

/** Prepared queries of the read operations. */
export const prepareSettings = (read: Reader) => {
  const select = () =>
    read
      .select({ row: appSettings, updatedBy: admins.name })
      .from(appSettings)
      .leftJoin(admins, eq(admins.id, appSettings.updatedBy))
  return {
    all: select().where(not(appSettings.removed)).orderBy(appSettings.key).prepare('app_settings'),
    byKey: select()
      .where(eq(appSettings.key, sql.placeholder('key')))
      .prepare('app_setting_by_key'),
  }
}
export type SettingQueries = ReturnType<typeof prepareSettings>

/** A row with the name of its last author; null until the member service has published the name. */
export type SettingWithAuthor = { row: AppSettingRow; updatedBy: string | null }

/** The stored value, or the default of a known key; undefined for an unknown key without a value. */
export function toAppSetting(key: string, found: SettingWithAuthor | undefined): AppSetting | undefined {
  if (found && !found.row.removed) {
    const { value, description, updatedAt } = found.row
    const text = description ?? defaultDescription(key)
    return {
      key,
      value: storedValue(key, value),
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
 * Locks a setting until the transaction ends. A setting without a row gets one first, marked as removed, so that
 * concurrent first writes are serialised; a rollback undoes it.
 */
export async function lockSetting(tx: Tx, key: string, by: string): Promise<AppSettingRow> {
  const unset = { key, value: 'null', removed: true, version: 0, updatedAt: new Date(), updatedBy: by }
  await tx.insert(appSettings).values(unset).onConflictDoNothing()
  const [row] = await tx.select().from(appSettings).where(eq(appSettings.key, key)).for('update')
  if (!row) throw new Error('the inserted setting is missing')
  return row
}

/** Blocks other writers, but no readers, until the transaction ends. */
export const lockAllSettings = (tx: Tx) => tx.execute(sql`lock table ${appSettings} in share row exclusive mode`)

/** Whether the list of all settings still fits into one bus message. */
export async function fitOneMessage(tx: Tx): Promise<boolean> {
  const bytes = sql<number>`sum(octet_length(${appSettings.value})
    + ${jsonBytes(appSettings.description)} + ${settingOverhead}::integer)::integer`
  const [row] = await tx.select({ bytes }).from(appSettings).where(not(appSettings.removed))
  return (row?.bytes ?? 0) <= settingsLimit
}

/** Publishes the value of a known setting on the stream SETTINGS. */
export const emitSetting = (tx: Tx, key: SettingKey, value: unknown): Promise<void> =>
  emitTo(tx, settingSubject(key), Type.Object({ value: knownSettings[key].schema }), { value })

/** Publishes the current value of every known setting, which restores a lost SETTINGS stream. */
export async function emitKnownSettings(tx: Tx): Promise<void> {
  // Without the lock an old value could be published after a concurrent change of it.
  await lockAllSettings(tx)
  const rows = new Map((await tx.select().from(appSettings)).map((row) => [row.key, row]))
  for (const key of settingKeys) await emitSetting(tx, key, currentValue(key, rows.get(key)))
}

const currentValue = (key: SettingKey, row: AppSettingRow | undefined): unknown =>
  row && !row.removed ? storedValue(key, row.value) : knownSettings[key].default

/** The default of a known key if another version stored a value that its schema does not allow. */
function storedValue(key: string, json: string): unknown {
  const value: unknown = JSON.parse(json)
  return isKnownSetting(key) && !Value.Check(knownSettings[key].schema, value) ? knownSettings[key].default : value
}
