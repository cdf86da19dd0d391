import type { Database, Tx } from '@kingcar/db'
import { type DemoVisit, demoDeadline, demoHistory, isDemoRow } from '@kingcar/service/demo'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { formerMembers, memberNames, visits, visitTotals } from '../tables.ts'
import { lockPlates } from '../visit/queries.ts'

/**
 * Stores the visits of the demo's history and their plates. They have no reads, like visits whose reads have expired,
 * and are not published. If there are some already, or if members of the demo have left because the demo was removed,
 * nothing changes.
 * @param until end of the history
 * @returns the number of new visits
 */
export function storeDemoVisits(db: Database, until: Date): Promise<number> {
  const history = demoHistory(until)
  return db.transaction(async (tx) => {
    const present = await tx.select({ id: visits.id }).from(visits).where(isDemoRow(visits.id)).limit(1)
    const left = await tx.$count(formerMembers, isDemoRow(formerMembers.id))
    if (present.length > 0 || left > 0) return 0
    await storePlates(tx, history.visits)
    await insertVisits(tx, history.visits)
    await tx.insert(visitTotals).values({ visits: history.visits.length })
    return history.visits.length
  }, demoDeadline)
}

/**
 * Stores the plates before their visits, because a visit is recognised as the first of its plate by the row of the
 * plate.
 */
async function storePlates(tx: Tx, all: readonly DemoVisit[]): Promise<void> {
  const plates = [...Map.groupBy(all, ({ carNumber }) => carNumber)]
  await lockPlates(
    tx,
    plates.map(([carNumber]) => carNumber),
  )
  const memberOf = ([, [first]]: (typeof plates)[number]) => first?.member ?? null
  await tx.execute(sql`
    insert into plates as p (car_number, visits, member_id, member_name)
    select car_number, visits::integer, member_id::uuid, member_name from rows from (
      ${jsonColumn(plates, ([carNumber]) => carNumber)}, ${jsonColumn(plates, ([, own]) => own.length)},
      ${jsonColumn(plates, (plate) => memberOf(plate)?.id ?? null)}, ${jsonColumn(plates, (plate) => memberOf(plate)?.name ?? null)}
    ) as c (car_number, visits, member_id, member_name)
    on conflict (car_number) do update set visits = p.visits + excluded.visits`)
  const members = new Map(plates.flatMap((plate) => memberOf(plate) ?? []).map(({ id, name }) => [id, name]))
  const names = [...members].map(([memberId, name]) => ({ memberId, name }))
  await tx.insert(memberNames).values(names).onConflictDoNothing()
}

const insertVisits = (tx: Tx, all: readonly DemoVisit[]) => {
  const column = (value: (visit: DemoVisit) => unknown) => jsonColumn(all, value)
  const time = (at: (visit: DemoVisit) => number) => column((visit) => new Date(at(visit)))
  const used = ({ use }: DemoVisit) => (use?.decision === 'used' ? use : null)
  return tx.execute(sql`
    insert into visits (
      id, store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name,
      product_name, remaining_uses, use_decision, judged_product_id, judged_product_name
    )
    select id::uuid, store_id::uuid, car_number, device_id::uuid, first_read_at::timestamptz, last_read_at::timestamptz,
      received_at::timestamptz, reads::integer, late::boolean, member_id::uuid, member_name, product_name,
      remaining_uses::integer, use_decision, judged_product_id::uuid, judged_product_name
    from rows from (
      ${column(({ id }) => id)}, ${column(({ store }) => store.id)}, ${column(({ carNumber }) => carNumber)},
      ${column(({ deviceId }) => deviceId)}, ${time(({ firstReadAt }) => firstReadAt)}, ${time(({ lastReadAt }) => lastReadAt)},
      ${time(({ receivedAt }) => receivedAt)}, ${column(({ reads }) => reads)}, ${column(({ late }) => late)},
      ${column(({ member }) => member?.id ?? null)}, ${column(({ member }) => member?.name ?? null)},
      ${column((visit) => used(visit)?.product?.name ?? null)}, ${column((visit) => used(visit)?.remainingUses ?? null)},
      ${column(({ use }) => use?.decision ?? null)}, ${column(({ use }) => use?.userProductId ?? null)},
      ${column(({ use }) => use?.product?.name ?? null)}
    ) as c (
      id, store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name,
      product_name, remaining_uses, use_decision, judged_product_id, judged_product_name
    )`)
}
