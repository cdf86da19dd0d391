import type { IncomingMessage } from 'node:http'
import type { GetSubscriptionCohortsResult, GetSubscriptionFiguresResult } from '@kingcar/client'
import { cohortMonths } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { searchOf } from './paging.ts'
import { productOf } from './products.ts'

type Figures = GetSubscriptionFiguresResult['total']
const asOf = '2026-11-21T05:32:00.000Z'

export const subscribed = ['프리미엄 정기 세차권', '실내 세차 정기권'].map((name, n) =>
  productOf(n, { id: `019aa000-0034-7000-8000-00000000000${n}`, name, type: 'subscribe' }),
)

/** All months from the first of a query to the last. */
function monthsIn(request: IncomingMessage): string[] {
  const query = searchOf(request)
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''].map((day) => day.slice(0, 'YYYY-MM'.length))
  const months: string[] = []
  for (const at = new Date(`${from}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 'YYYY-MM'.length)
    if (month > String(to)) return months
    months.push(month)
  }
}

/** Calls of figures of subscriptions, which a test changes. */
export function withSubscriptions(gateway: FakeGateway) {
  const state = {
    /** Received queries of figures, cohorts and their files. */
    queries: [] as string[],
    /** Figures of a month by how many months it is before the last one, or of a product. */
    figuresOf: (n: number): Figures => ({
      ...{ active: 200 - 10 * n, started: 24, endedByStop: 8, endedByDunning: 4, endedByLeave: 1, endedOtherwise: 1 },
      monthlyRevenue: 35_000 * (200 - 10 * n),
    }),
    /** Members that began in each month. */
    began: 40,
  }
  const { answers } = gateway
  const note = (request: IncomingMessage) => {
    state.queries.push(request.url ?? '')
    return searchOf(request)
  }
  answers['GET /admin/api/statistics/subscriptions'] = (_, __, request) => {
    const query = note(request)
    const rows =
      query.get('by') === 'product'
        ? subscribed.map(({ id, name }, n) => ({ key: id, name, figures: state.figuresOf(10 - 10 * n) }))
        : monthsIn(request).map((key, at, { length }) => ({
            ...{ key, name: null },
            figures: state.figuresOf(length - 1 - at),
          }))
    const result: GetSubscriptionFiguresResult = {
      ...{ asOf, from: asOf, to: asOf, comparedFrom: null, comparedTo: null, comparedTotal: null },
      total: state.figuresOf(0),
      rows: rows.map((row, at) => ({ ...row, partial: at === rows.length - 1, compared: null })),
    }
    return { result }
  }
  answers['GET /admin/api/statistics/cohorts'] = (_, __, request) => {
    note(request)
    const result: GetSubscriptionCohortsResult = {
      asOf,
      rows: monthsIn(request).map((month, at, { length }) => ({
        ...{ month, began: state.began },
        subscribed: cohortMonths.map((months) => {
          const members = at + months < length - 1 ? Math.max(0, state.began - 3 * months) : null
          return { months, members, share: members === null ? null : members / state.began }
        }),
      })),
    }
    return { result }
  }
  for (const figures of ['subscriptions', 'cohorts']) {
    answers[`GET /admin/api/statistics/${figures}/export`] = (_, __, request) => {
      note(request)
      return { file: '\uFEFF월\r\n', type: 'text/csv; charset=utf-8' }
    }
  }
  return state
}
