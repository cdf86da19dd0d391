import type { DemoPart } from '@kingcar/contract'
import { demoDeadline } from '@kingcar/service'
import type { Ctx } from '../context.ts'
import { countDemoVisits, findDemoStoresInUse } from './queries.ts'

/** Counts the demo's visits, and names the demo's stores that have recognizers of a person. */
export async function getDemo({ db }: Pick<Ctx, 'db'>): Promise<DemoPart> {
  const [items, storeIds] = await Promise.all([
    db.transaction(countDemoVisits, demoDeadline),
    findDemoStoresInUse(db.read),
  ])
  return { items, inUse: { storeIds, productIds: [], memberIds: [] } }
}
