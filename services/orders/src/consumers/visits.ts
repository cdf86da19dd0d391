import type { Delivery, Lanes } from '@kingcar/bus'
import { RecordedVisit } from '@kingcar/contract'
import { type BatchLimit, createBatchLimit, inBatches, isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import type { VisitSnapshot } from '../tables.ts'
import { type UseOnVisitsContext, useOnVisits } from '../use-log/use-on-visits.ts'

type Deps = UseOnVisitsContext & Pick<Ctx, 'log' | 'stopping'> & { limit: BatchLimit }

/** Maximum number of visits in one transaction; reduced while a transaction exceeds its deadline. */
const batchLimit = 256
/** Milliseconds after which messages that a stopping process has not handled are redelivered to another one. */
const redeliverAfterMs = 1_000

/** A message, with its visit if the visit may use a product or may have used one; a guest's visit cannot. */
type ClassifiedMessage = { message: Delivery; visit: VisitSnapshot | undefined }

const recordedVisit = Compile(RecordedVisit)

/**
 * Consumes VISITS. Up to ten thousand visits a second arrive, mostly of guests, which need no query. The others are decided
 * in one transaction for a batch, also those of members without a product, who may buy one at the gate. Revisions of a
 * visit may arrive twice and in any order, and a crash redelivers messages whose use is decided already. While the
 * database is unreachable the batch waits.
 */
export const visitLanes = (deps: Omit<Deps, 'limit'>): Lanes<ClassifiedMessage> => {
  const limit = createBatchLimit(batchLimit, deps.stopping)
  const ctx: Deps = { ...deps, limit: (work) => retryUntilAvailable(deps, () => limit(work)) }
  return {
    count: 1,
    max: batchLimit,
    prepare: (message) => ({ lane: 0, item: { message, visit: readVisit(ctx, message) } }),
    async handle(batch) {
      try {
        await decide(ctx, latestRevisions(batch))
      } catch (error) {
        if (!ctx.stopping.aborted) throw error
        for (const { message } of batch) message.retry(redeliverAfterMs)
        return
      }
      await fault('orders.visitsDecided')
      for (const { message } of batch) message.ack()
    },
  }
}

/** Another version of recognition may have published another schema: such a message is logged and skipped. */
function readVisit({ log }: Pick<Ctx, 'log'>, { data, sequence, storedAt }: Delivery): VisitSnapshot | undefined {
  const value: unknown = parse(data)
  if (isIrrelevant(value)) return undefined
  if (!recordedVisit.Check(value)) {
    log.error({ sequence }, 'visit message invalid, skipping it')
    return undefined
  }
  const { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision } = value
  const publishedAt = new Date(storedAt).toISOString()
  const fields = { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision }
  const recognized = value.deviceId !== null && !value.corrected
  return {
    ...fields,
    ...(value.doubtful && { doubtful: value.doubtful }),
    ...(recognized && { recognized }),
    publishedAt,
  }
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
function latestRevisions(batch: readonly ClassifiedMessage[]): VisitSnapshot[] {
  const visits = new Map<string, VisitSnapshot>()
  for (const { visit } of batch) {
    if (visit && visit.revision > (visits.get(visit.id)?.revision ?? 0)) visits.set(visit.id, visit)
  }
  return [...visits.values()]
}

/**
 * Decides all visits together. If the database rejects one of them, they are decided one by one: then only that visit
 * uses nothing.
 */
async function decide(ctx: Deps, visits: readonly VisitSnapshot[]): Promise<void> {
  if (visits.length === 0) return
  try {
    await inBatches(ctx.limit, visits, (some) => useOnVisits(ctx, some))
  } catch (err) {
    if (!isRowRejected(err)) throw err
    if (visits.length > 1) for (const visit of visits) await decide(ctx, [visit])
    else ctx.log.error({ err, visitId: visits[0]?.id }, 'visit use rejected by the database, skipping it')
  }
}
