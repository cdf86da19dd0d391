import type { Caller } from '@kingcar/bus'
import type { contract, DemoPart, Input } from '@kingcar/contract'
import { fault } from '@kingcar/runtime'
import { demoAuditEntry, removeInBatches } from '@kingcar/service'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { leave } from '../member-account/leave.ts'
import { findMembersInUse } from './get.ts'
import { countDemoMembers, forgetDemoOrders, lockDemoMembers } from './queries.ts'

/** Number of members in one transaction. */
const batch = 10

/**
 * Makes the demo's members leave, like any other member: the event causes other services to erase their data.
 * @throws AppError UNAVAILABLE after the deadline; a repetition removes the rest
 */
export async function removeDemo(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  _input: Input<typeof contract.gateway.removeDemo>,
  caller: Caller,
): Promise<DemoPart> {
  const { db } = ctx
  const inUse = await findMembersInUse(ctx, caller)
  const items = await countDemoMembers(db.read, inUse)
  await db.transaction(async (tx) => {
    await forgetDemoOrders(tx, inUse)
    if (items.some(({ removable }) => removable > 0)) storeAuditEntry(tx, demoAuditEntry('member', { items }, caller))
  })
  const removable = await removeInBatches({ db, most: batch }, caller, async (tx, size) => {
    const found = await lockDemoMembers(tx, inUse, size)
    for (const member of found) await leave(ctx, tx, member)
    await fault('member.demoRemoving')
    return found.length > 0 ? found.length : null
  })
  return { items: items.map((item) => ({ ...item, removable })) }
}
