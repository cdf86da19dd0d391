import type { FoundSome } from './cards.ts'
import { attemptsOf as attemptsOfApi } from './payments.ts'
import { balanceOf, type Payment, paymentStatuses } from './portone-objects.ts'
import { malformed, unknown } from './refusal.ts'
import { type Fields, isTrue, numberOf, textOf, textsOf } from './request-fields.ts'
import type { SimulatorState } from './state.ts'

const none = '존재하지 않는 결제정보입니다.'
const most = { ids: 100, page: 1_000 }
const longest = 90 * 24 * 60 * 60

export type Page<T> = { total: number; previous: number; next: number; list: T[] }

/** Payments of test channels are visible only with include_sandbox. */
const shown = (payment: Payment, query: Fields) => !payment.v2 && (!payment.sandbox || isTrue(query, 'include_sandbox'))

/** @throws Refusal if there is none */
export function getPayment(state: SimulatorState, impUid: string, query: Fields): Payment {
  const payment = state.ledger.payments.get(impUid)?.payment
  if (!payment || !shown(payment, query)) throw unknown(none)
  return payment
}

/** @throws Refusal if none of them is known */
export function getPayments(state: SimulatorState, query: Fields): FoundSome<Payment> {
  const [ids, numbers] = [textsOf(query, 'imp_uid'), textsOf(query, 'merchant_uid')]
  if (ids.length + numbers.length > most.ids) throw malformed(`최대 ${most.ids}건까지 조회할 수 있습니다.`)
  const byId = ids.map((id) => state.ledger.payments.get(id)?.payment)
  const byNumber = numbers.map((number) => attemptsOfApi(state, number).at(-1)?.payment)
  const found = [...byId, ...byNumber].filter((payment) => payment !== undefined && shown(payment, query))
  if (found.length === 0) throw unknown(none)
  return { found: found as Payment[], partial: found.length < ids.length + numbers.length }
}

/** The attempts for one order number, sorted as requested. @throws Refusal */
function attemptsOf(state: SimulatorState, merchantUid: string, asked: string | undefined, query: Fields): Payment[] {
  const status = asked === 'all' ? undefined : asked // PortOne's own client sends it
  if (status !== undefined && !isStatus(status)) throw malformed('유효하지 않은 payment_status입니다.')
  const attempts = state.ledger.attempts(merchantUid).map(({ payment }) => payment)
  const found = attempts.filter((payment) => shown(payment, query) && (!status || payment.status === status))
  if (found.length === 0) throw unknown(none)
  return sorted(state, found, query)
}

export const findPayment = (
  state: SimulatorState,
  merchantUid: string,
  status: string | undefined,
  query: Fields,
): Payment => attemptsOf(state, merchantUid, status, query)[0] as Payment

export const findPayments = (state: SimulatorState, merchantUid: string, status: string | undefined, query: Fields) =>
  pageOf(attemptsOf(state, merchantUid, status, query), query)

/** Payments of a period by status, for merchants that compare their ledger. @throws Refusal */
export function getByStatus(state: SimulatorState, status: string, query: Fields): Page<Payment> {
  if (status !== 'all' && !isStatus(status)) throw malformed('유효하지 않은 payment_status입니다.')
  const to = numberOf(query, 'to') ?? state.now()
  const from = numberOf(query, 'from') ?? to - longest
  if (to - from > longest) throw malformed('조회기간은 최대 90일입니다.')
  const within = (time: number) => from <= time && time <= to
  const all = [...state.ledger.payments.values()].map(({ payment }) => payment)
  const asked = all.filter(
    (payment) => shown(payment, query) && (status === 'all' || payment.status === status) && within(changedAt(payment)),
  )
  return pageOf(sorted(state, asked, query), query)
}

export function balance(state: SimulatorState, impUid: string, query: Fields) {
  const payment = getPayment(state, impUid, query)
  const split = (amount: number) => {
    const vat = Math.round(amount / 11)
    return { tax_free: 0, supply: amount - vat, vat, service: 0 }
  }
  const amounts = {
    cash_receipt: split(0),
    primary: split(balanceOf(payment)),
    secondary: split(0),
    discount: split(0),
  }
  return { amount: payment.amount, ...amounts, histories: [{ ...amounts, created: changedAt(payment) }] }
}

const isStatus = (text: string) => paymentStatuses.some((status) => status === text)

/** When the payment got its status. */
function changedAt({ status, started_at, paid_at, failed_at, cancelled_at }: Payment): number {
  return { ready: started_at, paid: paid_at, failed: failed_at, cancelled: cancelled_at }[status]
}

/** Sorts by the field in `sorting`, descending with a minus; stable. */
function sorted(state: SimulatorState, payments: Payment[], query: Fields): Payment[] {
  const sorting = textOf(query, 'sorting') ?? '-started'
  const [, minus, field] = /^(-?)(started|paid|updated)$/.exec(sorting) ?? []
  if (field === undefined) throw malformed('유효하지 않은 sorting입니다.')
  const rank = ({ imp_uid, started_at, paid_at }: Payment) =>
    ({ started: started_at, paid: paid_at, updated: state.ledger.changeOrder.get(imp_uid) ?? 0 })[field] ?? 0
  const ascending = payments.toSorted((one, other) => rank(one) - rank(other))
  return minus ? ascending.reverse() : ascending
}

/** @throws Refusal for a page past the end */
export function pageOf<T>(all: T[], query: Fields): Page<T> {
  const page = numberOf(query, 'page') ?? 1
  const limit = Math.min(numberOf(query, 'limit') ?? 20, most.page)
  const pages = Math.max(1, Math.ceil(all.length / limit))
  if (!Number.isInteger(page) || page < 1 || page > pages || !Number.isInteger(limit) || limit < 1)
    throw malformed('유효하지 않은 page입니다.')
  const list = all.slice((page - 1) * limit, page * limit)
  return { total: all.length, previous: page - 1, next: page < pages ? page + 1 : 0, list }
}
