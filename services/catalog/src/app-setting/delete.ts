import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, isKnownSetting, knownSettings } from '@kingcar/contract'
import { assertUnchanged, audit, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { appSettings } from '../tables.ts'
import { emitSetting, lockSetting } from './queries.ts'

const op = contract.catalog.deleteAppSetting

/** Deletes a setting. A known key returns to its default value. */
export async function deleteAppSetting(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { key }: { key: string },
  caller: Caller,
): Promise<Versioned<null>> {
  const { actor } = caller
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return ctx.db.transaction(async (tx) => {
    const found = await lockSetting(tx, key, actor.id)
    if (found.removed && !isKnownSetting(key)) throw new AppError('APP_SETTING_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    if (found.removed) return { result: null, version: found.version }

    const next = nextVersion(found, ['value', 'description'])
    // The row keeps its version and nothing else: values of removed settings would grow without bound.
    const empty = { value: 'null', description: null, removed: true }
    const change = { ...empty, updatedAt: ctx.now(), updatedBy: actor.id, ...next }
    await tx.update(appSettings).set(change).where(eq(appSettings.key, key))
    if (isKnownSetting(key)) await emitSetting(tx, key, knownSettings[key].default)
    const before = { value: JSON.parse(found.value), description: found.description }
    await audit(tx, op, caller, { entity: 'appSetting', entityId: key, before, after: null })
    return { result: null, version: next.version }
  })
}
