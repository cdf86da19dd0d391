import { type Tx, uuidv7 } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import type { Ctx } from '../context.ts'
import { type UserProductRow, type VisitSnapshot, visits } from '../tables.ts'
import { storeDecisions, type VisitDecision } from './decisions.ts'
import { emitVisitsUsed, type NewReversal, type NewUse, storeUseChanges } from './queries.ts'
import {
  loadUsageState,
  lockVisitingMembers,
  lockVisits,
  registeredAtOf,
  type UsageState,
  uuids,
} from './usage-state.ts'
import { changedBy, currentUses, decideUse, graceMs, reasonOf, returnUse, takeUse } from './use-log.ts'

export type UseOnVisitsContext = Pick<Ctx, 'db' | 'now' | 'settings'>

/** Deadline of the transaction in milliseconds: a batch may hold hundreds of visits. */
const deadlineMs = 5_000

/**
 * Decides what visits use, all in one transaction. It locks their members, then the visits, stores the revisions that are newer than
 * the stored ones, locks the products in the order of their ids, and decides. Visits whose revision changes no decision are left out.
 * Several processes may run it at the same time; a redelivered message changes nothing.
 */
export async function useOnVisits(ctx: UseOnVisitsContext, all: readonly VisitSnapshot[]): Promise<void> {
  const hasLater = all.some(({ revision }) => revision > 1)
  const decided = hasLater ? await ctx.db.transaction((tx) => storeRevisions(tx, all)) : new Set()
  const snapshots = all.filter(({ id }) => !decided.has(id))
  if (snapshots.length === 0) return
  await ctx.db.transaction(
    async (tx) => {
      lockVisitingMembers(
        tx,
        snapshots.flatMap(({ memberId }) => memberId ?? []),
      )
      lockVisits(tx, [...new Set(snapshots.flatMap(({ id, mergedInto }) => [id, mergedInto ?? id]))])
      const newer = await storeNewer(tx, snapshots)
      if (newer.length === 0) return
      const mergeTargets = await mergeTargetsOf(tx, newer)
      // Merged visits first: a returned use can go to the visit into which they were merged.
      await decideAll(ctx, tx, [...newer.filter(isMerged), ...newer.filter((each) => !isMerged(each)), ...mergeTargets])
      await fault('orders.usingOnVisits')
    },
    { deadlineMs },
  )
}

const isMerged = ({ mergedInto }: VisitSnapshot) => mergedInto !== null

/** The time of a change after which visits of a member can use a product; and the plate, if it was registered then. */
export type UsabilityChange = { memberId: string; at: Date; carNumber?: string }

/**
 * Decides visits without a use again, the earliest first: those that began at most ten minutes before a product of
 * their member became usable, or before the plate of their car was registered. After a registration also later visits:
 * they may have been refused as too late while the time of the registration was unknown.
 */
export function decideRecentVisits(ctx: UseOnVisitsContext, changes: readonly UsabilityChange[]): Promise<void> {
  if (changes.length === 0) return Promise.resolve()
  return ctx.db.transaction(
    async (tx) => {
      const memberIds = changes.map(({ memberId }) => memberId)
      lockVisitingMembers(tx, [...new Set(memberIds)])
      const ids = await unusedVisitsAround(tx, changes)
      if (ids.length === 0) return
      lockVisits(tx, ids)
      const found = await findVisits(tx, ids)
      await decideAll(
        ctx,
        tx,
        found.toSorted((a, b) => Date.parse(a.recognizedAt) - Date.parse(b.recognizedAt)),
      )
      await fault('orders.usingOnVisits')
    },
    { deadlineMs },
  )
}

/** The later limit allows for the clock of a camera that is ahead. */
async function unusedVisitsAround(tx: Tx, changes: readonly UsabilityChange[]): Promise<string[]> {
  const times = changes.map(({ memberId, at, carNumber = null }) => ({
    memberId,
    carNumber,
    since: new Date(at.getTime() - graceMs).toISOString(),
    until: new Date(at.getTime() + graceMs).toISOString(),
  }))
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct v.id
    from jsonb_to_recordset(${JSON.stringify(times)}::text::jsonb) as m ("memberId" text, "carNumber" text, since text, until text)
    join visits v on v.visit ->> 'memberId' = m."memberId" and (v.visit ->> 'recognizedAt') collate "C" >= m.since
    where (
      (v.visit ->> 'recognizedAt') collate "C" <= m.until
      or (v.visit ->> 'carNumber' = m."carNumber" and v.decision ->> 'useDecision' = 'late')
    ) and not exists (select from use_logs u where u.visit_id = v.id and u.reversed_at is null)`)
  return rows.map(({ id }) => id)
}

/** Decides visits that the caller has locked, in this order. The decisions are emitted before the uses. */
async function decideAll(ctx: Pick<Ctx, 'now' | 'settings'>, tx: Tx, decided: readonly VisitSnapshot[]): Promise<void> {
  const usage = await loadUsageState(tx, decided)
  const decisions: VisitDecision[] = []
  const changes: VisitChange[] = []
  for (const visit of decided) {
    const change = changeUse(ctx, visit, usage)
    if (change) changes.push(change)
    decisions.push(decisionOf(ctx, visit, usage))
  }
  const changedProducts = new Set(changes.flatMap(({ products }) => products))
  await storeUseChanges(tx, {
    uses: changes.flatMap(({ use }) => use ?? []),
    reversals: changes.flatMap(({ reversals }) => reversals),
    products: [...changedProducts].map((id) => lockedProduct(usage, id)),
  })
  await storeDecisions(tx, decisions)
  await emitVisitsUsed(
    tx,
    changes.map(({ visitId }) => visitId),
  )
}

/** The further facts that decide the use of a visit. */
const circumstancesOf = ({ settings }: Pick<Ctx, 'settings'>, visit: VisitSnapshot, usage: UsageState) => ({
  useOnVisit: settings.get('products.useOnVisit'),
  registeredAt: registeredAtOf(usage, visit),
  plates: usage.plates,
  taken: usage.taken,
})

function decisionOf(ctx: Pick<Ctx, 'settings'>, visit: VisitSnapshot, usage: UsageState): VisitDecision {
  const { memberId } = visit
  const ofMember = [...usage.products.values(), ...usage.others].filter((product) => product.memberId === memberId)
  const uses = usage.uses.get(visit.id) ?? []
  const { useDecision, productId } = reasonOf(visit, uses, ofMember, circumstancesOf(ctx, visit, usage))
  const product = ofMember.find(({ id }) => id === productId)
  const judgedProduct = product ? { userProductId: product.id, productName: product.productName } : null
  const remainingUses = useDecision === 'used' ? (product?.remainingUses ?? null) : null
  return { visitId: visit.id, useDecision, judgedProduct, remainingUses }
}

/** The change of the use of a visit, and the ids of the products that it changes. */
type VisitChange = { visitId: string; reversals: NewReversal[]; use: NewUse | null; products: string[] }

/** Reverses the uses of a visit, or adds one, in the usage state; returns undefined if nothing changes. */
function changeUse(
  ctx: Pick<Ctx, 'now' | 'settings'>,
  visit: VisitSnapshot,
  usage: UsageState,
): VisitChange | undefined {
  const now = ctx.now()
  const uses = usage.uses.get(visit.id) ?? []
  const circumstances = { ...circumstancesOf(ctx, visit, usage), now }
  const { reversal, productId } = decideUse(visit, uses, [...usage.products.values()], circumstances)
  if (reversal === null && productId === null) return undefined
  const change: VisitChange = { visitId: visit.id, reversals: [], use: null, products: [] }
  const reversed = reversal === null ? [] : currentUses(uses)
  const left = uses.map((use) => (reversed.includes(use) ? { ...use, reversedAt: now } : use))
  for (const use of reversed) {
    const product = lockedProduct(usage, use.userProductId)
    change.reversals.push({ id: use.id, reversedAt: now, reverseReason: reversal ?? '', reversedBy: null })
    change.products.push(product.id)
    usage.products.set(product.id, changedBy(product, returnUse(product, use, now)))
    const taken = usage.taken.get(product.id) ?? []
    usage.taken.set(
      product.id,
      taken.filter(({ visitId }) => visitId !== visit.id),
    )
  }
  usage.uses.set(visit.id, left)
  if (productId !== null) {
    const product = lockedProduct(usage, productId)
    const { id: visitId, storeId, storeName, carNumber, recognizedAt } = visit
    const usedAt = new Date(recognizedAt)
    const { id: userProductId, memberId, productName } = product
    const ofVisit = { visitId, storeId, storeName, carNumber, usedAt }
    const use = { id: uuidv7(), userProductId, memberId, productName, ...ofVisit, createdAt: now, byHand: false }
    change.use = use
    change.products.push(userProductId)
    usage.products.set(userProductId, changedBy(product, takeUse(product, use)))
    const taken = usage.taken.get(product.id) ?? []
    usage.taken.set(product.id, [...taken, { userProductId: product.id, visitId, carNumber, usedAt }])
    usage.uses.set(visitId, [...left, { ...use, reversedAt: null, reversedBy: null }])
  }
  return change
}

function lockedProduct({ products }: UsageState, id: string): UserProductRow {
  const product = products.get(id)
  if (!product) throw new Error('the product of a use is not locked')
  return product
}

/**
 * Stores the numbers of revisions that need no decision: the visit has used a product, and only its reads and its use
 * have changed. Most revisions are of this kind. It takes no lock of a decision: a row that another transaction changes
 * is decided as usual. `seen_at` is indexed, and has to be exact only to the hour.
 * @returns the ids of the visits whose revision was stored
 */
async function storeRevisions(tx: Tx, snapshots: readonly VisitSnapshot[]): Promise<ReadonlySet<string>> {
  const stored = await tx.execute<{ id: string }>(sql`
    with grown as materialized (
      select v.id, (s.visit ->> 'revision')::integer as revision
      from jsonb_array_elements(${JSON.stringify(snapshots)}::text::jsonb) as s (visit) join visits v on v.id = (s.visit ->> 'id')::uuid
      where v.revision < (s.visit ->> 'revision')::integer
        and v.decision ->> 'useDecision' = 'used' and v.visit ->> 'doubtful' is null
        and v.visit - ${unweighed}::text[] = s.visit - ${unweighed}::text[]
      for no key update of v skip locked
    )
    update visits v
    set revision = g.revision, seen_at = case when v.seen_at > now() - interval '1 hour' then v.seen_at else now() end
    from grown g where v.id = g.id
    returning v.id`)
  return new Set(stored.map(({ id }) => id))
}

/** The fields of a visit whose change is no reason to decide it again. */
const unweighed = makePgArray(['revision', 'publishedAt'])

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

/** The stored visits into which these visits were merged, without those that are themselves among these. */
async function mergeTargetsOf(tx: Tx, newer: readonly VisitSnapshot[]): Promise<VisitSnapshot[]> {
  const present = new Set(newer.map(({ id }) => id))
  const ids = newer.flatMap(({ mergedInto }) => (mergedInto === null || present.has(mergedInto) ? [] : [mergedInto]))
  return ids.length === 0 ? [] : findVisits(tx, ids)
}

/** The stored visits with these ids. */
export async function findVisits(tx: Tx, ids: readonly string[]): Promise<VisitSnapshot[]> {
  const rows = await tx
    .select({ visit: visits.visit })
    .from(visits)
    .where(sql`${visits.id} = any(${uuids(ids)})`)
  return rows.map(({ visit }) => visit)
}
