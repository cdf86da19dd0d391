import { type contract, type Input, periodsOf, type Result, rangeOf } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { readFigures } from './figures.ts'

type Op = typeof contract.recognition.getVisitStatistics

/** Periods in one response at most: more than a year of hours. */
const mostPeriods = 10_000

const none = { visits: 0, members: 0, firstVisits: 0, late: 0, corrected: 0, used: 0 }

/** Visits by hour or day in Asia/Seoul, including periods without a visit. */
export async function getVisitStatistics(ctx: Pick<Ctx, 'db'>, input: Input<Op>): Promise<Result<Op>> {
  const { by = 'day', storeId } = input
  const range = rangeOf(input)
  const periods = periodsOf(range, by, mostPeriods)
  if (periods.length === 0) return []
  const found = new Map((await readFigures(ctx.db.search, range, by, storeId)).map((each) => [each.start, each]))
  return periods.map(({ start, name }) => {
    const { visits, members, firstVisits, late, corrected, used } = found.get(start) ?? none
    return {
      period: name,
      visits,
      members,
      guests: visits - members,
      returning: visits - firstVisits,
      late,
      corrected,
      used,
    }
  })
}
