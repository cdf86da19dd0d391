import type { Caller } from '@kingcar/bus'
import { contract, type DemoPart, type Input, partOf } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { countDemoMembers, findDemoStoresWithScreens } from './queries.ts'

const ordersOp = partOf(contract.gateway.getDemo, 'orders')

/** The demo's members on whom rows in the orders service depend that a person made. */
export async function findMembersInUse(
  { bus }: Pick<Ctx, 'bus'>,
  { requestId, deadline }: Pick<Caller, 'requestId' | 'deadline'>,
): Promise<string[]> {
  const { inUse } = await bus.call(ordersOp, {}, { requestId, actor: null, deadline })
  return inUse?.memberIds ?? []
}

/** Counts the demo's members, and names the demo's stores that have wall screens. */
export async function getDemo(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  _input: Input<typeof ordersOp>,
  caller: Caller,
): Promise<DemoPart> {
  const memberIds = await findMembersInUse(ctx, caller)
  const [items, storeIds] = await Promise.all([
    countDemoMembers(ctx.db.read, memberIds),
    findDemoStoresWithScreens(ctx.db.read),
  ])
  return { items, inUse: { storeIds, memberIds, productIds: [] } }
}
