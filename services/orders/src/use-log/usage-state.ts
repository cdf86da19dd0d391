import { sendInOrder, type Tx } from '@kingcar/db'
import { asc, isNull, type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { cars, type UserProductRow, useLogs, userProducts, type VisitSnapshot } from '../tables.ts'
import { type TakenUse, type Use, usesNeededSince } from './use-log.ts'

/** The state from which the uses of a batch of visits are decided; updated after each visit. */
export type UsageState = {
  products: Map<string, UserProductRow>
  /** The members' latest products that are not among the locked ones, such as ended ones: they only explain decisions. */
  others: UserProductRow[]
  /** Uses by visit id, in no certain order. */
  uses: Map<string, Use[]>
  /** When a plate was registered, by member and plate. */
  registered: Map<string, Date>
  /** The members' plates by car, and the uses that count for the products' limits, by product. */
  plates: Map<string, string>
  taken: Map<string, TakenUse[]>
}

/** Largest number of products of a member that are read to explain why a visit used nothing. */
const maxExplaining = 20

/**
 * Advisory locks, so that visits without a row are locked too; in the order of their keys, so that no deadlock arises. Sent without
 * waiting.
 */
export const lockVisits = (tx: Tx, ids: readonly string[]): void => lockInOrder(tx, 'orders visit ', ids)

/**
 * Locks members while their visits are decided; taken before the locks of visits. A product becomes usable at the same time as a
 * visit is decided: with this lock either the visit finds the product, or `decideRecentVisits` finds the visit. Sent without waiting.
 *
 * Also forces generic plans with index lookups for this transaction: planning the statements of a
 * visit alone took 2.5 ms, running them 3.1. PostgreSQL would plan a list of ids each time, because it estimates ten of them.
 */
export function lockVisitingMembers(tx: Tx, memberIds: readonly string[]): void {
  sendInOrder(
    tx,
    sql`select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`,
  )
  lockInOrder(tx, 'orders visitor ', memberIds)
}

const lockInOrder = (tx: Tx, kind: string, ids: readonly string[]): void =>
  sendInOrder(
    tx,
    sql`
    select count(pg_advisory_xact_lock(key)) from (
      select hashtextextended(${kind}::text || id, 0) as key from unnest(${uuids(ids)}) as i (id) order by key
    ) as keys`,
  )

/**
 * Locks the products, also those that have ended since one of the visits, then reads the uses that earlier holders of the locks
 * have stored.
 * @param productIds further products to lock
 */
export async function loadUsageState(
  tx: Tx,
  decided: readonly VisitSnapshot[],
  productIds: readonly string[] = [],
): Promise<UsageState> {
  const ids = uuids(decided.map(({ id }) => id))
  const ofMembers = decided.flatMap(({ memberId, recognizedAt }) => (memberId ? [{ memberId, recognizedAt }] : []))
  const memberIds = uuids([...new Set(ofMembers.map(({ memberId }) => memberId))])
  const visitors = sql`unnest(${uuids(ofMembers.map(({ memberId }) => memberId))},
    ${instants(ofMembers.map(({ recognizedAt }) => recognizedAt))}) as v (member_id, at)`
  const products = await tx
    .select()
    .from(userProducts)
    .where(
      sql`${userProducts.id} in (
        select p.id from user_products p join ${visitors} on v.member_id = p.member_id
        where p.state = 'Available' or (
          p.state <> 'Cancel' and p.starts_at <= v.at
          and (p.ends_at > v.at or (p.ends_at is null and p.state = 'Unavailable'))
        )
        union all
        select user_product_id from use_logs where visit_id = any(${ids}) and reversed_at is null
        union all
        select unnest(${uuids(productIds)})
      )`,
    )
    .orderBy(asc(userProducts.id))
    .for('update')
  // pipelined
  const [uses, owned, latest, taken] = await Promise.all([
    tx.select().from(useLogs).where(sql`${useLogs.visitId} = any(${ids})`),
    tx
      .select({ id: cars.id, memberId: cars.memberId, carNumber: cars.carNumber, since: cars.since })
      .from(cars)
      .where(sql`${cars.memberId} = any(${memberIds})`)
      .orderBy(asc(cars.since)), // of several registrations of a plate the last one counts
    latestProductsOf(tx, memberIds),
    loadTaken(tx, products, ofMembers),
  ])
  const locked = new Map(products.map((product) => [product.id, product]))
  return {
    products: locked,
    others: latest.filter(({ id }) => !locked.has(id)),
    uses: Map.groupBy(uses, ({ visitId }) => visitId ?? ''),
    registered: new Map(owned.map((car) => [registrationOf(car), car.since])),
    plates: new Map(owned.map(({ id, carNumber }) => [id, carNumber])),
    taken,
  }
}

const latestProductsOf = (tx: Tx, memberIds: SQL): Promise<UserProductRow[]> =>
  tx
    .select()
    .from(userProducts)
    .where(
      sql`${userProducts.id} in (
        select p.id from unnest(${memberIds}) as m (id) cross join lateral (
          select id from user_products where member_id = m.id and state <> 'Cancel'
          order by starts_at desc, id desc limit ${maxExplaining}
        ) p
      )`,
    )

/** The uses of the locked products that decide whether the visits are within the products' limits. */
async function loadTaken(
  tx: Tx,
  products: readonly UserProductRow[],
  visitors: readonly { memberId: string; recognizedAt: string }[],
): Promise<Map<string, TakenUse[]>> {
  const visitTimes = Map.groupBy(visitors, ({ memberId }) => memberId)
  const needed = products.flatMap((product) => {
    const times = visitTimes.get(product.memberId) ?? []
    const since = times.flatMap(({ recognizedAt }) => usesNeededSince(product, new Date(recognizedAt)) ?? [])
    return since.length === 0 ? [] : [{ id: product.id, since: new Date(Math.min(...since.map(Number))).toISOString() }]
  })
  if (needed.length === 0) return new Map()
  const ids = uuids(needed.map(({ id }) => id))
  const rows = await tx
    .select({
      userProductId: useLogs.userProductId,
      visitId: useLogs.visitId,
      carNumber: useLogs.carNumber,
      usedAt: useLogs.usedAt,
    })
    .from(useLogs)
    .innerJoin(
      sql`unnest(${ids}, ${instants(needed.map(({ since }) => since))}) as n (id, since)`,
      sql`n.id = ${useLogs.userProductId} and n.since <= ${useLogs.usedAt}`,
    )
    .where(isNull(useLogs.reversedAt))
  return Map.groupBy(rows, ({ userProductId }) => userProductId)
}

/**
 * When the plate of a member's visit was registered; undefined if unknown and without a limit. Visits and cars arrive
 * in either order. A visit that belongs to a member was published after the registration: until the event of the car
 * arrives, the time of that publication is used as the latest possible registration. The car's event decides the visit
 * again.
 */
export function registeredAtOf({ registered }: Pick<UsageState, 'registered'>, visit: VisitSnapshot): Date | undefined {
  const published = visit.publishedAt === undefined ? undefined : new Date(visit.publishedAt)
  return registered.get(registrationOf(visit)) ?? published
}

const registrationOf = ({ memberId, carNumber }: { memberId: string | null; carNumber: string }) =>
  `${memberId} ${carNumber}`

export const uuids = (ids: readonly string[]) => sql`${makePgArray([...ids])}::uuid[]`
export const instants = (times: readonly string[]) => sql`${makePgArray([...times])}::timestamptz[]`
