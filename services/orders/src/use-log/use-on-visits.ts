import { type Tx, uuidv7 } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { asc, max, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import {
  cars,
  type UseLogRow,
  type UserProductRow,
  useLogs,
  userProducts,
  type VisitSnapshot,
  visits,
} from '../tables.ts'
import { addUse, emitVisitUsed, reverseUse } from './queries.ts'
import { currentUse, decideUse } from './use-log.ts'

export type UseOnVisitsContext = Pick<Ctx, 'db' | 'now' | 'settings'>

/** Milliseconds of the transaction: a batch may hold hundreds of visits. */
const deadlineMs = 5_000

/** What decides the uses of a batch; updated after each visit. */
type UsageState = {
  products: Map<string, UserProductRow>
  /** By visit id, unordered. */
  uses: Map<string, UseLogRow[]>
  /** When a plate was registered, by member and plate. */
  registered: Map<string, Date>
}

/** Which of these members have or had a product: visits of the others need no transaction. */
export async function membersWithProducts({ db }: Pick<Ctx, 'db'>, memberIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.read
    .selectDistinct({ memberId: userProducts.memberId })
    .from(userProducts)
    .where(sql`${userProducts.memberId} = any(${uuids(memberIds)})`)
  return new Set(rows.map(({ memberId }) => memberId))
}

/**
 * Decides what visits use, all in one transaction: locks the visits, stores those that are newer than the stored revision,
 * locks the products in the order of their ids, then decides. Several processes may run it at the same time; a redelivered
 * message changes nothing.
 */
export function useOnVisits(ctx: UseOnVisitsContext, snapshots: readonly VisitSnapshot[]): Promise<void> {
  return ctx.db.transaction(
    async (tx) => {
      const involved = [...new Set(snapshots.flatMap(({ id, mergedInto }) => [id, mergedInto ?? id]))]
      await lockVisits(tx, involved)
      const newer = await storeNewer(tx, snapshots)
      if (newer.length === 0) return
      const mergeTargets = await mergeTargetsOf(tx, newer)
      const usage = await loadUsageState(tx, [...newer, ...mergeTargets])
      // Merged visits first: the use that one returns can go to the visit that it was merged into.
      for (const visit of [...newer.filter(isMerged), ...newer.filter((each) => !isMerged(each)), ...mergeTargets])
        await decide(ctx, tx, visit, usage)
      await fault('orders.usingOnVisits')
    },
    { deadlineMs },
  )
}

const isMerged = ({ mergedInto }: VisitSnapshot) => mergedInto !== null

async function decide(
  ctx: Pick<Ctx, 'now' | 'settings'>,
  tx: Tx,
  visit: VisitSnapshot,
  usage: UsageState,
): Promise<void> {
  const now = ctx.now()
  const uses = usage.uses.get(visit.id) ?? []
  const { reversal, productId } = decideUse(visit, uses, [...usage.products.values()], {
    useOnVisit: ctx.settings.get('products.useOnVisit'),
    registeredAt: usage.registered.get(registrationOf(visit)),
    now,
  })
  if (reversal === null && productId === null) return
  const current = currentUse(uses)
  if (reversal !== null && current) {
    const product = lockedProduct(usage, current.userProductId)
    usage.products.set(product.id, await reverseUse(tx, product, current, { at: now, reason: reversal, by: null }))
  }
  if (productId !== null) {
    const product = lockedProduct(usage, productId)
    const { id: visitId, storeId, storeName, carNumber, recognizedAt } = visit
    const use = { id: uuidv7(), memberId: product.memberId, visitId, usedAt: new Date(recognizedAt), createdAt: now }
    usage.products.set(product.id, await addUse(tx, product, { ...use, storeId, storeName, carNumber }))
  }
  await emitVisitUsed(tx, visit.id)
}

function lockedProduct({ products }: UsageState, id: string): UserProductRow {
  const product = products.get(id)
  if (!product) throw new Error('the product of a use is not locked')
  return product
}

/** Advisory locks, so that visits without a row are locked too; in the order of their keys, so that no deadlock arises. */
const lockVisits = (tx: Tx, ids: readonly string[]) =>
  tx.execute(sql`
    select count(pg_advisory_xact_lock(key)) from (
      select hashtextextended('orders visit ' || id, 0) as key from unnest(${uuids(ids)}) as i (id) order by key
    ) as keys`)

/** Stores the visits and returns those that are newer than the stored revision. */
async function storeNewer(tx: Tx, snapshots: readonly VisitSnapshot[]): Promise<VisitSnapshot[]> {
  const stored = await tx.execute<{ id: string }>(sql`
    insert into visits as v (id, revision, visit, seen_at)
    select (visit ->> 'id')::uuid, (visit ->> 'revision')::integer, visit, now()
    from jsonb_array_elements(${JSON.stringify(snapshots)}::text::jsonb) as s (visit)
    on conflict (id) do update
    set revision = excluded.revision, visit = excluded.visit, seen_at = excluded.seen_at
    where v.revision < excluded.revision
    returning id`)
  const ids = new Set(stored.map(({ id }) => id))
  return snapshots.filter(({ id }) => ids.has(id))
}

/** The stored visits into which these were merged, as far as they are not among these. */
async function mergeTargetsOf(tx: Tx, newer: readonly VisitSnapshot[]): Promise<VisitSnapshot[]> {
  const present = new Set(newer.map(({ id }) => id))
  const ids = newer.flatMap(({ mergedInto }) => (mergedInto === null || present.has(mergedInto) ? [] : [mergedInto]))
  if (ids.length === 0) return []
  const rows = await tx
    .select({ visit: visits.visit })
    .from(visits)
    .where(sql`${visits.id} = any(${uuids(ids)})`)
  return rows.map(({ visit }) => visit)
}

/** Locks the products, then reads the uses that earlier holders of the visits' locks have stored. */
async function loadUsageState(tx: Tx, decided: readonly VisitSnapshot[]): Promise<UsageState> {
  const ids = uuids(decided.map(({ id }) => id))
  const memberIds = uuids([...new Set(decided.flatMap(({ memberId }) => memberId ?? []))])
  const products = await tx
    .select()
    .from(userProducts)
    .where(
      sql`${userProducts.id} in (
        select id from user_products where member_id = any(${memberIds}) and state = 'Available'
        union all
        select user_product_id from use_logs where visit_id = any(${ids}) and reversed_at is null
      )`,
    )
    .orderBy(asc(userProducts.id))
    .for('update')
  const uses = await tx.select().from(useLogs).where(sql`${useLogs.visitId} = any(${ids})`)
  const registered = await tx
    .select({ memberId: cars.memberId, carNumber: cars.carNumber, since: max(cars.since) })
    .from(cars)
    .where(sql`${cars.memberId} = any(${memberIds})`)
    .groupBy(cars.memberId, cars.carNumber)
  return {
    products: new Map(products.map((product) => [product.id, product])),
    uses: Map.groupBy(uses, ({ visitId }) => visitId ?? ''),
    registered: new Map(registered.flatMap((car) => (car.since ? [[registrationOf(car), car.since]] : []))),
  }
}

const registrationOf = ({ memberId, carNumber }: { memberId: string | null; carNumber: string }) =>
  `${memberId} ${carNumber}`

const uuids = (ids: readonly string[]) => sql`${makePgArray([...ids])}::uuid[]`
