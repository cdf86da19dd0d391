import { cancelPayment, methodRefusal } from '../cancel.ts'
import type { StoredPayment } from '../ledger.ts'
import { announcementOf, attemptsOf, charge, withKey } from '../payments.ts'
import { balanceOf, type Payment } from '../portone-objects.ts'
import { Refusal } from '../refusal.ts'
import { type Fields, textOf, textsOf } from '../request-fields.ts'
import type { SimulatorState } from '../state.ts'
import { revokeAccount } from '../virtual-accounts.ts'
import { liveKeyOf } from './billing-keys.ts'
import { invalid, ofGateway, V2Error } from './errors.ts'
import { banks, cancellationOf, changedTime, paymentOf, statusOf, time, transactionOf } from './objects.ts'
import { at, numberOf, objectOf, requiredText } from './read.ts'

const ofV2 = { v2: { channelKey: '' } }
const notFound = () => new V2Error('PAYMENT_NOT_FOUND', 404, '결제 건이 존재하지 않습니다.')

const attempts = (state: SimulatorState, paymentId: string): StoredPayment[] => attemptsOf(state, paymentId, ofV2)

/**
 * The attempt that represents a payment: a paid one, else one that awaits a transfer, else the newest. @throws V2Error
 */
function standingOf(state: SimulatorState, paymentId: string): StoredPayment {
  const all = attempts(state, paymentId)
  const paid = all.findLast(({ payment }) => payment.paid_at > 0)
  const awaited = all.findLast(({ payment }) => statusOf(payment) === 'VIRTUAL_ACCOUNT_ISSUED')
  const found = paid ?? awaited ?? all.at(-1)
  if (!found) throw notFound()
  return found
}

export const getPayment = (state: SimulatorState, storeId: string, paymentId: string) =>
  paymentOf(standingOf(state, paymentId).payment, storeId)

/** @throws V2Error */
export function getTransactions(state: SimulatorState, storeId: string, paymentId: string) {
  const all = attempts(state, paymentId)
  if (all.length === 0) throw notFound()
  return { items: all.map(({ payment }) => transactionOf(payment, storeId)) }
}

/** Largest size of a page, and the number of payments that all pages of a query can reach. */
const most = { size: 1_000, items: 60_000 }
const longest = 90 * 24 * 60 * 60

/** Payments of a range by status. Payments of V1 are not shown. @throws V2Error */
export function listPayments(state: SimulatorState, storeId: string, body: Fields) {
  const [page, filter] = [objectOf(body, 'page'), objectOf(body, 'filter')]
  const number = numberOf(page, 'number') ?? 0
  const size = numberOf(page, 'size') ?? 10
  if (number < 0 || size < 1 || size > most.size || (number + 1) * size > most.items) throw invalid('page')
  const until = at(filter, 'until') ?? state.now()
  const from = at(filter, 'from') ?? until - longest
  const wanted = textsOf(filter, 'status')
  const byChange = (textOf(filter, 'timestampType') ?? 'STATUS_CHANGED_AT') === 'STATUS_CHANGED_AT'
  const when = (payment: Payment) => (byChange ? changedTime(payment) : payment.started_at)
  const asked = [...state.ledger.payments.values()]
    .map(({ payment }) => payment)
    .filter(
      (payment) =>
        payment.v2 !== undefined &&
        textOf(filter, 'version') !== 'V1' &&
        (wanted.length === 0 || wanted.includes(statusOf(payment))) &&
        from <= when(payment) &&
        when(payment) <= until,
    )
  const sortBy =
    textOf(filter, 'sortBy') === 'STATUS_CHANGED_AT' ? changedTime : (payment: Payment) => payment.started_at
  const ascending = asked.toSorted(
    (a, b) =>
      sortBy(a) - sortBy(b) ||
      (state.ledger.changeOrder.get(a.imp_uid) ?? 0) - (state.ledger.changeOrder.get(b.imp_uid) ?? 0),
  )
  const sorted = textOf(filter, 'sortOrder') === 'ASC' ? ascending : ascending.reverse()
  return {
    items: sorted.slice(number * size, (number + 1) * size).map((payment) => paymentOf(payment, storeId)),
    page: { number, size, totalCount: sorted.length },
  }
}

/** Announces an amount: the window accepts no other. The last announcement counts. @throws V2Error */
export function preRegister(state: SimulatorState, paymentId: string, body: Fields) {
  if (attempts(state, paymentId).some(({ payment }) => payment.paid_at > 0)) throw alreadyPaid()
  const amount = numberOf(body, 'totalAmount')
  if (amount !== null) {
    const value = { merchant_uid: announcementOf(paymentId, ofV2), amount, currency: textOf(body, 'currency') }
    state.ledger.put({ kind: 'prepared', value })
  }
  return {}
}

const alreadyPaid = () => new V2Error('ALREADY_PAID', 409, '결제가 이미 완료되었습니다.')

/** Charges a billing key. @throws V2Error, of the payment gateway if the issuer declines */
export function payWithBillingKey(state: SimulatorState, paymentId: string, body: Fields) {
  const billingKey = requiredText(body, 'billingKey')
  const name = requiredText(body, 'orderName')
  const amount = numberOf(objectOf(body, 'amount'), 'total') ?? 0
  if (!Number.isInteger(amount) || amount <= 0) throw invalid('amount.total')
  const key = liveKeyOf(state, billingKey)
  const { card, sandbox, fate } = withKey(key)
  if (attempts(state, paymentId).some(({ payment }) => payment.paid_at > 0)) throw alreadyPaid()
  const customer = objectOf(body, 'customer')
  const fields = {
    name,
    currency: textOf(body, 'currency'),
    custom_data: textOf(body, 'customData'),
    buyer_name: textOf(objectOf(customer, 'name'), 'full'),
    buyer_tel: textOf(customer, 'phoneNumber'),
    notice_url: textsOf(body, 'noticeUrls'),
  }
  const payment = withGateway(() =>
    charge(
      state,
      {
        ...{ v2: { channelKey: key.customer.v2?.channelKey ?? '' }, merchantUid: paymentId, amount, method: 'card' },
        ...{ channel: 'api', card, customerUid: billingKey, usage: 'payment', sandbox, fields },
      },
      fate,
    ),
  )
  if (payment.status === 'failed') throw ofGateway(payment.fail_reason ?? '')
  return { payment: { pgTxId: payment.pg_tid ?? '', paidAt: time(payment.paid_at) } }
}

/** A refusal with a text of V1 becomes one of the payment gateway; an HTTP 500 stays an HTTP 500. */
function withGateway<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal && error.status < 500 ? ofGateway(error.message) : error
  }
}

/** Refunds a part or all that is left. @throws V2Error if nothing is cancelled */
export function cancel(state: SimulatorState, paymentId: string, body: Fields) {
  const reason = requiredText(body, 'reason')
  const { payment } = standingOf(state, paymentId)
  if (payment.paid_at === 0) throw new V2Error('PAYMENT_NOT_PAID', 409, '결제가 완료되지 않았습니다.')
  const left = balanceOf(payment)
  if (left === 0) throw new V2Error('PAYMENT_ALREADY_CANCELLED', 409, '결제가 이미 취소되었습니다.')
  const believed = numberOf(body, 'currentCancellableAmount')
  if (believed !== null && believed !== left)
    throw new V2Error('CANCELLABLE_AMOUNT_CONSISTENCY_BROKEN', 409, '취소 가능 잔액 검증에 실패했습니다.')
  const amount = numberOf(body, 'amount') ?? left
  if (!Number.isInteger(amount) || amount <= 0) throw invalid('amount')
  if (amount > left)
    throw new V2Error('CANCEL_AMOUNT_EXCEEDS_CANCELLABLE_AMOUNT', 409, '취소 가능 금액을 초과했습니다.')
  const refusal = methodRefusal(payment, amount, state.now())
  if (refusal) throw ofGateway(refusal.message)
  const cancelled = withGateway(() =>
    cancelPayment(state, { imp_uid: payment.imp_uid, amount, reason, ...accountOf(body) }, 'v2'),
  )
  const last = cancelled.cancel_history.at(-1)
  if (!last) throw new Error('no cancellation')
  return { cancellation: cancellationOf(last) }
}

function accountOf(body: Fields): Fields {
  const account = objectOf(body, 'refundAccount')
  if (Object.keys(account).length === 0) return {}
  const bank = requiredText(account, 'bank')
  const [code] = Object.entries(banks).find(([, name]) => name === bank) ?? []
  if (code === undefined) throw invalid('refundAccount.bank')
  const [number, holder] = [requiredText(account, 'number'), requiredText(account, 'holderName')]
  return { refund_bank: code, refund_account: number, refund_holder: holder }
}

/** Closes the account that awaits a transfer. @throws V2Error */
export function closeAccount(state: SimulatorState, paymentId: string) {
  const { payment } = standingOf(state, paymentId)
  if (statusOf(payment) !== 'VIRTUAL_ACCOUNT_ISSUED')
    throw new V2Error('PAYMENT_NOT_WAITING_FOR_DEPOSIT', 409, '결제 건이 입금 대기 상태가 아닙니다.')
  revokeAccount(state, payment.imp_uid)
  return { closedAt: time(state.now()) }
}
