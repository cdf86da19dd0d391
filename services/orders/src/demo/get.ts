import type { DemoPart } from '@kingcar/contract'
import { demoDeadline } from '@kingcar/service'
import type { Ctx } from '../context.ts'
import { countDemoOrders, findDemoInUse } from './queries.ts'

/** Counts the orders, products and uses of the demo's members, and names the members and products that stay. */
export async function getDemo({ db }: Pick<Ctx, 'db'>): Promise<DemoPart> {
  return db.transaction(
    async (tx) => ({ items: await countDemoOrders(tx), inUse: await findDemoInUse(tx) }),
    demoDeadline,
  )
}
