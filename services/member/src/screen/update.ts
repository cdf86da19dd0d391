import { type Caller, screenSubject, type Versioned } from '@kingcar/bus'
import { contract, type Input, normaliseLineFields, type Screen } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { screens } from '../tables.ts'
import { columns, lockScreen, screenInfo, toScreen } from './queries.ts'

const op = contract.member.updateScreen

/** Renames a screen. An online screen shows its new name immediately. */
export async function updateScreen(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  { id: typed, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Screen>> {
  const patch = normaliseLineFields(input, 'name')
  const { renamed, ...response } = await ctx.db.transaction(async (tx) => {
    const found = await lockScreen(tx, typed, caller.stores)
    const { id } = found
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, patch)
    if (!changed) return { result: await described(tx, id), version: found.version }
    const row = { ...found, ...changed.after, ...nextVersion(found, Object.keys(changed.after)) }
    const { name, version, fieldVersions } = row
    await tx.update(screens).set({ name, version, fieldVersions }).where(eq(screens.id, id))
    storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'screen', entityId: id, ...changed }))
    return { result: await described(tx, id), version, renamed: row }
  })
  if (renamed) ctx.bus.send(screenSubject(renamed.id), screenInfo(renamed))
  return response
}

async function described(tx: Tx, id: string): Promise<Screen> {
  const [row] = await tx.select(columns).from(screens).where(eq(screens.id, id))
  if (!row) throw new Error('locked row not found')
  return toScreen(row)
}
