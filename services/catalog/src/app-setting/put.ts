import type { Caller } from '@kingcar/bus'
import { AppError, type AppSetting, contract, type Input, isKnownSetting } from '@kingcar/contract'
import { audit, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins, appSettings } from '../tables.ts'
import { emitSetting, fitOneMessage, lockAllSettings, lockSetting, toAppSetting } from './queries.ts'
import { settingsFull, toStoredJson } from './value.ts'

const op = contract.catalog.putAppSetting

/** Sets a value; keeps the description if none is given. Services that watch a known key are notified immediately. */
export async function putAppSetting(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<AppSetting> {
  const value = toStoredJson(input.key, input.value)
  const { actor } = caller
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return ctx.db.transaction(async (tx) => {
    const { key } = input
    const known = isKnownSetting(key)
    if (!known) await lockAllSettings(tx)
    const found = await lockSetting(tx, key, actor.id)
    const before = found.removed ? null : { value: JSON.parse(found.value), description: found.description }
    const description = input.description === undefined ? found.description : input.description
    const changed = [
      ...(before === null || value !== found.value ? ['value'] : []),
      ...(description === found.description ? [] : ['description']),
    ]
    const change = {
      ...{ value, description, removed: false, updatedAt: ctx.now(), updatedBy: actor.id },
      ...nextVersion(found, changed),
    }
    await tx.update(appSettings).set(change).where(eq(appSettings.key, key))
    if (known) await emitSetting(tx, key, input.value)
    else if (!(await fitOneMessage(tx))) throw settingsFull()
    const after = { value: input.value, description }
    await audit(tx, op, caller, { entity: 'appSetting', entityId: key, before, after })

    const [author] = await tx.select({ name: admins.name }).from(admins).where(eq(admins.id, actor.id))
    const result = toAppSetting(key, { row: { ...found, ...change }, updatedBy: author?.name ?? null })
    if (!result) throw new Error('the stored setting cannot be read')
    return result
  })
}
