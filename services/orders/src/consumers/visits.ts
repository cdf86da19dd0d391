import type { Delivery, Lanes } from '@kingcar/bus'
import { RecordedVisit } from '@kingcar/contract'
import { isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import type { VisitSnapshot } from '../tables.ts'
import { membersWithProducts, type UseOnVisitsContext, useOnVisits } from '../use-log/use-on-visits.ts'

type Deps = UseOnVisitsContext & Pick<Ctx, 'log' | 'stopping'>

/** Visits in one transaction at most. */
const batchLimit = 256
/** Milliseconds after which messages that a stop leaves undone are redelivered, to another process. */
const redeliverAfterMs = 1_000

/** A message, and its visit where the visit may use a product or may have used one; a guest's visit cannot. */
type ClassifiedMessage = { message: Delivery; visit: Candidate | undefined }
type Candidate = { snapshot: VisitSnapshot; corrected: boolean }

const recordedVisit = Compile(RecordedVisit)

/**
 * Consumes VISITS. Up to ten thousand visits a second arrive, mostly of guests, which need no query. For the others one query
 * finds those whose member has or had a product. Revisions of a visit may arrive twice and in any order, and a crash
 * redelivers messages whose use is decided already. While the database is unreachable the batch waits.
 */
export const visitLanes = (ctx: Deps): Lanes<ClassifiedMessage> => ({
  count: 1,
  max: batchLimit,
  prepare: (message) => ({ lane: 0, item: { message, visit: readVisit(ctx, message) } }),
  async handle(batch) {
    try {
      await decideCandidates(ctx, latestRevisions(batch))
    } catch (error) {
      if (!ctx.stopping.aborted) throw error
      for (const { message } of batch) message.retry(redeliverAfterMs)
      return
    }
    await fault('orders.visitsDecided')
    for (const { message } of batch) message.ack()
  },
})

/** Another version of recognition may have published another schema: such a message is logged and skipped. */
function readVisit({ log }: Pick<Ctx, 'log'>, { data, sequence }: Delivery): Candidate | undefined {
  const value: unknown = parse(data)
  if (isIrrelevant(value)) return undefined
  if (!recordedVisit.Check(value)) {
    log.error({ sequence }, 'visit message invalid, skipping it')
    return undefined
  }
  const { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision } = value
  const snapshot = { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision }
  return { snapshot, corrected: value.corrected === true }
}

/** A visit that is and always was a guest's, or a test. */
function isIrrelevant(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('test' in value) return true
  return 'memberId' in value && value.memberId === null && !('corrected' in value)
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined // fails the schema check, which logs it
  }
}

/** Each visit once, in its last revision. */
function latestRevisions(batch: readonly ClassifiedMessage[]): Candidate[] {
  const visits = new Map<string, Candidate>()
  for (const { visit } of batch) {
    if (visit && visit.snapshot.revision > (visits.get(visit.snapshot.id)?.snapshot.revision ?? 0))
      visits.set(visit.snapshot.id, visit)
  }
  return [...visits.values()]
}

async function decideCandidates(ctx: Deps, candidates: readonly Candidate[]): Promise<void> {
  if (candidates.length === 0) return
  const memberIds = [...new Set(candidates.flatMap(({ snapshot }) => snapshot.memberId ?? []))]
  const withProducts = await retryUntilAvailable(ctx, () => membersWithProducts(ctx, memberIds))
  const due = candidates.filter(({ snapshot, corrected }) => corrected || withProducts.has(snapshot.memberId ?? ''))
  if (due.length > 0)
    await decide(
      ctx,
      due.map(({ snapshot }) => snapshot),
    )
}

/** Decides all visits together, or one by one where the database rejects one of them: then only that one uses nothing. */
async function decide(ctx: Deps, visits: readonly VisitSnapshot[]): Promise<void> {
  try {
    await retryUntilAvailable(ctx, () => useOnVisits(ctx, visits))
  } catch (err) {
    if (!isRowRejected(err)) throw err
    if (visits.length > 1) for (const visit of visits) await decide(ctx, [visit])
    else ctx.log.error({ err, visitId: visits[0]?.id }, 'visit use rejected by the database, skipping it')
  }
}
