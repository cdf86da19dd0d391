import type { Caller } from '@kingcar/bus'
import {
  type contract,
  type Input,
  isUuid,
  normalisePlate,
  type PageOf,
  type Result,
  rangeOf,
  type Visit,
  type VisitRow,
} from '@kingcar/contract'
import { countUpTo, inRange, ofStores, page, sliced } from '@kingcar/db'
import { and, eq, isNotNull, isNull, type SQL, sql, sum } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { suggestedCarNumbers } from '../correction/queries.ts'
import { loadListed } from '../plate/listed.ts'
import { memberNames, plates, readReviews, visits, visitTotals } from '../tables.ts'
import { loadStays, unended } from './departure.ts'
import { describeVisits, withGuestName } from './describe.ts'
import { loadPictures, unpictured } from './picture.ts'
import { loadDecisions, undecided } from './use-decision.ts'

export const unmerged = isNull(visits.mergedInto)
/** Sortable columns. */
export const sortable = { id: visits.id, recognizedAt: visits.firstReadAt }
export const newestFirst = 'recognizedAt,desc'
/** A query, with the stores that the caller is limited to. */
export type Query = Input<typeof contract.recognition.listVisits> & { stores?: Caller['stores'] }

/** Visits that are not merged, by default the newest first. */
export function listVisits(
  ctx: Pick<Ctx, 'db' | 'settings'>,
  asked: Input<typeof contract.recognition.listVisits>,
  { stores }: Caller,
): Promise<PageOf<VisitRow>> {
  const input: Query = { ...asked, stores }
  const filter = filterOf(input)
  const reader = filter ? ctx.db.search : ctx.db.read
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => {
      const rows = await sliced(reader.select({ id: visits.id }).from(visits).where(and(filter, unmerged)), slice)
      return describeRows(
        ctx,
        rows.map(({ id }) => id),
      )
    },
    () => countMatching(ctx, input),
  )
}

/** How many visits a query finds. */
export const countVisits = (
  { db }: Pick<Ctx, 'db'>,
  { most, ...input }: Input<typeof contract.recognition.countVisits>,
  { stores }: Caller,
): Promise<Result<typeof contract.recognition.countVisits>> =>
  countUpTo(db.search, visits, and(filterOf({ ...input, stores }), unmerged), most)

/** Counts members' visits as all visits minus those of guests, because both counts need only indexes. */
export async function countMatching(ctx: Pick<Ctx, 'db'>, { kind, ...others }: Query): Promise<number> {
  if (kind === 'guest') return countGuests(ctx, others)
  const filter = filterOf(others)
  const all = filter ? ctx.db.search.$count(visits, and(filter, unmerged)) : countAll(ctx)
  if (kind === undefined) return all
  const [both, guests] = await Promise.all([all, countGuests(ctx, others)])
  return Math.max(0, both - guests)
}

/** Counts the visits of guests; the cost depends on their number. */
const countGuests = ({ db }: Pick<Ctx, 'db'>, others: Omit<Query, 'kind'>): PromiseLike<number> =>
  db.search.$count(visits, and(filterOf({ ...others, kind: 'guest' }), unmerged))

/** The total, which writers of visits maintain. */
async function countAll({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const [row] = await db.read.select({ visits: sum(visitTotals.visits).mapWith(Number) }).from(visitTotals)
  return row?.visits ?? 0
}

async function describeRows(ctx: Pick<Ctx, 'db' | 'settings'>, ids: readonly string[]): Promise<VisitRow[]> {
  const { read } = ctx.db
  const [described, suggested, decided, stays, listed, pictures] = await Promise.all([
    describeInOrder(ctx, ids),
    suggestedCarNumbers(read, ids),
    loadDecisions(read, ids),
    loadStays(read, ids),
    loadListed(read, ids),
    loadPictures(read, ids),
  ])
  return described.map((visit) => ({
    ...visit,
    ...(decided.get(visit.id) ?? undecided),
    ...(stays.get(visit.id) ?? unended),
    ...(pictures.get(visit.id) ?? unpictured),
    listed: listed.get(visit.id) ?? null,
    suggestedCarNumber: suggested.get(visit.id) ?? null,
  }))
}

type DescribedVisit = Visit & Pick<VisitRow, 'doubtful'>

export async function describeInOrder(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  ids: readonly string[],
): Promise<DescribedVisit[]> {
  const guestName = settings.get('recognition.guestName')
  const described = new Map((await describeVisits(db.read, ids)).map((revised) => [revised.visit.id, revised]))
  return ids.flatMap((id) => {
    const revised = described.get(id)
    return revised ? [{ ...withGuestName(revised.visit, guestName), doubtful: revised.doubtful ?? false }] : []
  })
}

/**
 * The condition of the filters; undefined without any. A visit of a former member counts as a guest's, as it is shown.
 */
export function filterOf({
  storeId,
  stores,
  carNumber,
  member,
  kind,
  useDecision,
  review,
  ...period
}: Query): SQL | undefined {
  return and(
    storeId === undefined ? ofStores(visits.storeId, stores) : eq(visits.storeId, storeId),
    inRange(visits.firstReadAt, rangeOf(period)),
    carNumber === undefined ? undefined : ofPlate(normalisePlate(carNumber)),
    member === undefined ? undefined : ofMember(member),
    useDecision === undefined ? undefined : and(eq(visits.useDecision, useDecision), isNotNull(visits.memberName)),
    review === undefined ? undefined : isInReview,
    kind === undefined ? undefined : (kind === 'member' ? isNotNull : isNull)(visits.memberName),
  )
}

// Arrays instead of joins: the planner cannot estimate how many rows match a text, and would scan the visits for a join.

const lastDigits = /^\d{4}$/
const ofPlate = (text: string) =>
  lastDigits.test(text)
    ? sql`${visits.carNumber} = any(array(
        select ${plates.carNumber} from ${plates} where right(${plates.carNumber}, 4) = ${text}
      ))`
    : eq(visits.carNumber, text)

/** Condition for the visits of a member by id or name; a name matches every name that the member has had. */
const ofMember = (text: string) =>
  isUuid(text)
    ? eq(visits.memberId, text)
    : sql`${visits.memberId} = any(array(
        select ${memberNames.memberId} from ${memberNames}
        where position(lower(${text.normalize('NFC')}) in lower(${memberNames.name})) > 0
      ))`

/**
 * The visit of an open row of the queue, while `isSettled` of the review does not hold: the queue is small, the visits are not.
 * Visits of a plate at a store do not overlap, so only the last one that began before the read can contain it.
 */
const isInReview = sql`${visits.id} = any(array(
  select v.id from ${readReviews} r cross join lateral (
    select * from visits v
    where v.store_id = r.store_id and v.car_number = r.read_as and v.merged_into is null
      and v.first_read_at <= r.recognized_at
    order by v.first_read_at desc limit 1
  ) v
  where r.state = 'open' and r.reason in ('doubtful', 'suggested') and v.last_read_at >= r.recognized_at
    and case r.reason
      when 'doubtful' then v.doubtful_reads >= v.reads
      else v.member_name is null and not v.corrected end
))`
