import type { Delivery, Lanes } from '@kingcar/bus'
import { RecordedVisit } from '@kingcar/contract'
import { isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { Compile } from 'typebox/compile'
import type { Ctx } from '../context.ts'
import type { SeenVisit } from '../use-log/use-log.ts'
import { membersWithProducts, useOnVisits } from '../use-log/use-on-visits.ts'

/** Most visits that one transaction takes. */
const batchLimit = 256
/** Messages that a stop leaves undone come again after so long (ms), to another process. */
const goneAfter = 1_000

/** A message, and its visit where that may use something or may have: a guest's may not. */
type Sorted = { message: Delivery; visit: Candidate | undefined }
type Candidate = { seen: SeenVisit; corrected: boolean }

const recordedVisit = Compile(RecordedVisit)

/**
 * How VISITS is heard: ten thousand may come a second, mostly of guests, which cost no look at the database. Of the others
 * one query finds those whose member has a product, or had. Revisions come in either order and again; a crash anywhere
 * brings messages again, which are known then. A database that is away is waited for here.
 */
export const visitLanes = (ctx: Ctx): Lanes<Sorted> => ({
  count: 1,
  max: batchLimit,
  sort: (message) => ({ lane: 0, item: { message, visit: readVisit(ctx, message) } }),
  async handle(batch) {
    try {
      await decideAll(ctx, newest(batch))
    } catch (error) {
      if (!ctx.stopping.aborted) throw error
      for (const { message } of batch) message.retry(goneAfter)
      return
    }
    await fault('orders.visitsDecided')
    for (const { message } of batch) message.ack()
  },
})

/** Whatever recognition publishes is a visit; what another version of it wrote may differ, and is left. */
function readVisit({ log }: Ctx, { data, sequence }: Delivery): Candidate | undefined {
  const value: unknown = parse(data)
  if (isPlain(value)) return undefined
  if (!recordedVisit.Check(value)) {
    log.error({ sequence }, 'not a visit')
    return undefined
  }
  const { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision } = value
  const seen = { id, memberId, storeId, storeName, carNumber, recognizedAt, receivedAt, late, mergedInto, revision }
  return { seen, corrected: value.corrected === true }
}

/** A guest's visit that was nobody's before, or a test. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('test' in value) return true
  return 'memberId' in value && value.memberId === null && !('corrected' in value)
}

function parse(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString())
  } catch {
    return undefined // is no visit, which is logged
  }
}

/** Each visit once, as its last revision says. */
function newest(batch: readonly Sorted[]): Candidate[] {
  const visits = new Map<string, Candidate>()
  for (const { visit } of batch) {
    if (visit && visit.seen.revision > (visits.get(visit.seen.id)?.seen.revision ?? 0)) visits.set(visit.seen.id, visit)
  }
  return [...visits.values()]
}

async function decideAll(ctx: Ctx, candidates: readonly Candidate[]): Promise<void> {
  if (candidates.length === 0) return
  const memberIds = [...new Set(candidates.flatMap(({ seen }) => seen.memberId ?? []))]
  const having = await retryUntilAvailable(ctx, () => membersWithProducts(ctx, memberIds))
  const due = candidates.filter(({ seen, corrected }) => corrected || having.has(seen.memberId ?? ''))
  if (due.length > 0)
    await decide(
      ctx,
      due.map(({ seen }) => seen),
    )
}

/** Together, or one by one where the database refuses one of them: then only that one uses nothing. */
async function decide(ctx: Ctx, visits: readonly SeenVisit[]): Promise<void> {
  try {
    await retryUntilAvailable(ctx, () => useOnVisits(ctx, visits))
  } catch (err) {
    if (!isRowRejected(err)) throw err
    if (visits.length > 1) for (const visit of visits) await decide(ctx, [visit])
    else ctx.log.error({ err, visitId: visits[0]?.id }, 'a visit whose use the database refuses')
  }
}
