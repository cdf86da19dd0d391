import {
  type contract,
  type Input,
  isUuid,
  normalisePlate,
  type PageOf,
  rangeOf,
  type Visit,
  type VisitRow,
} from '@kingcar/contract'
import { inRange, page } from '@kingcar/db'
import { and, eq, isNotNull, isNull, type SQL, sql, sum } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { suggestedCarNumbers } from '../correction/queries.ts'
import { memberNames, plates, visits, visitTotals } from '../tables.ts'
import { describeVisits, withGuestName } from './describe.ts'

export const unmerged = isNull(visits.mergedInto)
/** What visits can be sorted by. */
export const sortable = { id: visits.id, recognizedAt: visits.firstReadAt }
export const newestFirst = 'recognizedAt,desc'
export type Query = Input<typeof contract.recognition.listVisits>

/** Visits that are not merged, the newest first unless asked otherwise. */
export function listVisits(ctx: Pick<Ctx, 'db' | 'settings'>, input: Query): Promise<PageOf<VisitRow>> {
  const { read } = ctx.db
  const which = filterOf(input)
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select({ id: visits.id })
        .from(visits)
        .where(and(which, unmerged))
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return describeRows(
        ctx,
        rows.map(({ id }) => id),
      )
    },
    () => countVisits(ctx, input),
  )
}

/** Members' visits are those that are not a guest's: what is left stands in indexes alone. */
async function countVisits(ctx: Pick<Ctx, 'db'>, { kind, ...others }: Query): Promise<number> {
  if (kind === 'guest') return countGuests(ctx, others)
  const which = filterOf(others)
  const all = which ? ctx.db.read.$count(visits, and(which, unmerged)) : countAll(ctx)
  if (kind === undefined) return all
  const [both, guests] = await Promise.all([all, countGuests(ctx, others)])
  return Math.max(0, both - guests)
}

/** Of a plate or a member there are few; others are not counted among the short reads, which would wait for it. */
function countGuests({ db }: Pick<Ctx, 'db'>, others: Omit<Query, 'kind'>): PromiseLike<number> {
  const which = and(filterOf({ ...others, kind: 'guest' }), unmerged)
  const few = others.carNumber !== undefined || others.member !== undefined
  return few ? db.read.$count(visits, which) : db.transaction((tx) => tx.$count(visits, which))
}

/** Kept by whoever stores visits, in a few rows. */
async function countAll({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const [row] = await db.read.select({ visits: sum(visitTotals.visits).mapWith(Number) }).from(visitTotals)
  return row?.visits ?? 0
}

async function describeRows(ctx: Pick<Ctx, 'db' | 'settings'>, ids: readonly string[]): Promise<VisitRow[]> {
  const [described, suggested] = await Promise.all([describeInOrder(ctx, ids), suggestedCarNumbers(ctx.db.read, ids)])
  return described.map((visit) => ({ ...visit, suggestedCarNumber: suggested.get(visit.id) ?? null }))
}

export async function describeInOrder(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  ids: readonly string[],
): Promise<Visit[]> {
  const guestName = settings.get('recognition.guestName')
  const described = new Map((await describeVisits(db.read, ids)).map(({ visit }) => [visit.id, visit]))
  return ids.flatMap((id) => {
    const visit = described.get(id)
    return visit ? [withGuestName(visit, guestName)] : []
  })
}

/** Undefined where all are asked for. Whose member has left is a guest, as it is shown. */
export function filterOf({ storeId, carNumber, member, kind, ...period }: Query): SQL | undefined {
  return and(
    storeId === undefined ? undefined : eq(visits.storeId, storeId),
    inRange(visits.firstReadAt, rangeOf(period)),
    carNumber === undefined ? undefined : ofPlate(normalisePlate(carNumber)),
    member === undefined ? undefined : ofMember(member),
    kind === undefined ? undefined : (kind === 'member' ? isNotNull : isNull)(visits.memberName),
  )
}

// Below, arrays and no joins: how many rows hold a text cannot be known beforehand, and a join would scan the visits.

const lastDigits = /^\d{4}$/
const ofPlate = (text: string) =>
  lastDigits.test(text)
    ? sql`${visits.carNumber} = any(array(
        select ${plates.carNumber} from ${plates} where right(${plates.carNumber}, 4) = ${text}
      ))`
    : eq(visits.carNumber, text)

/** By name a member's visits are found under every name that the member has had. */
const ofMember = (text: string) =>
  isUuid(text)
    ? eq(visits.memberId, text)
    : sql`${visits.memberId} = any(array(
        select ${memberNames.memberId} from ${memberNames}
        where position(lower(${text.normalize('NFC')}) in lower(${memberNames.name})) > 0
      ))`
