import type { Caller } from '@kingcar/bus'
import type { contract, Input, PageOf, ReviewedRead } from '@kingcar/contract'
import { ofStores, page, sliced } from '@kingcar/db'
import { and, eq, not } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { readReviews } from '../tables.ts'
import { hintsFor } from './hints.ts'
import { isSettled, toReviewedRead } from './queries.ts'

/** Sortable columns. */
const columns = { id: readReviews.readId, recognizedAt: readReviews.recognizedAt }

/** Reads in a state of review, by default the open ones, the newest first. */
export function listReadReviews(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  input: Input<typeof contract.recognition.listReadReviews>,
  { stores }: Caller,
): Promise<PageOf<ReviewedRead>> {
  const { reviewState = 'open', storeId, deviceId } = input
  const filter = and(
    eq(readReviews.state, reviewState),
    storeId === undefined ? ofStores(readReviews.storeId, stores) : eq(readReviews.storeId, storeId),
    deviceId === undefined ? undefined : eq(readReviews.deviceId, deviceId),
    reviewState === 'open' ? not(isSettled(settings.get('recognition.revisitSeconds') * 1000)) : undefined,
  )
  return page(
    input,
    columns,
    'recognizedAt,desc',
    async (slice) => {
      const rows = await sliced(db.read.select().from(readReviews).where(filter), slice)
      const hints = await hintsFor(db.read, rows, stores)
      return rows.map((row, at) => toReviewedRead(row, hints[at]))
    },
    () => db.read.$count(readReviews, filter),
  )
}
