import type { Caller } from '@kingcar/bus'
import type { contract, DemoPart, Input } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { demoAuditEntry, demoDeadline, removeInBatches } from '@kingcar/service'
import type { Ctx } from '../context.ts'
import { countDemoOrders, removeDemoMembers } from './queries.ts'

/** Members of one transaction. */
const batch = 20

/**
 * Removes the orders, products, uses and cards of the demo's members. Other services need no event: the member service removes its
 * copies, and the cards exist only in the payment simulator.
 * @throws AppError UNAVAILABLE after the deadline; a repetition removes the rest
 */
export async function removeDemo(
  { db }: Pick<Ctx, 'db'>,
  _input: Input<typeof contract.gateway.removeDemo>,
  caller: Caller,
): Promise<DemoPart> {
  const items = await db.transaction(countDemoOrders, demoDeadline)
  if (items.some(({ removable }) => removable > 0))
    await db.transaction((tx) => emit(tx, 'orders.audited', demoAuditEntry('orders', { items }, caller)))
  const total = { orders: 0, userProducts: 0, useLogs: 0 }
  await removeInBatches({ db, most: batch }, caller, async (tx, size) => {
    const removed = await removeDemoMembers(tx, size)
    await fault('orders.demoRemoving')
    if (!removed) return null
    for (const kind of ['orders', 'userProducts', 'useLogs'] as const) total[kind] += removed[kind]
    return removed.orders
  })
  return { items: items.map((item) => ({ ...item, removable: total[item.kind as keyof typeof total] })) }
}
