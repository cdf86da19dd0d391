import Type, { type Static } from 'typebox'
import type { BillingKey, Payment, PaymentProvider } from '../provider.ts'
import { type Call, displayableReason, parseResponse } from './call.ts'

/** 0 or absent for an event that has not happened. */
const UnixSeconds = Type.Optional(Type.Union([Type.Number(), Type.Null()]))
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const V1Payment = Type.Object({
  imp_uid: Type.String(),
  merchant_uid: Type.String(),
  status: Type.Enum(['ready', 'paid', 'failed', 'cancelled']),
  amount: Type.Number(),
  cancel_amount: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  currency: Text,
  paid_at: UnixSeconds,
  cancelled_at: UnixSeconds,
  vbank_date: UnixSeconds,
  fail_reason: Text,
  channel: Text,
})
type V1Payment = Static<typeof V1Payment>
const V1Payments = Type.Array(V1Payment)
const V1Page = Type.Object({ list: V1Payments })
const V1Key = Type.Object({ customer_uid: Type.String(), card_name: Text, card_number: Text })

/** Entries of a page; 1,000 is the documented maximum. */
const pageSize = 1_000
const cancelledPageSize = 100

type Channel = {
  /** Whether payments of test channels are included. */
  sandbox: boolean
  /** The merchant's channel that issues billing keys; empty for the provider's default. */
  channelKey: string
  /** Milliseconds by which a moved clock is ahead of the provider's. */
  clockAheadMs: () => number
}

/**
 * The provider interface over PortOne's REST API V1. Its times are Unix seconds with 0 for never; a partial cancellation is
 * `cancelled` with `cancel_amount` below `amount`.
 */
export function createPortOneProvider(call: Call, { sandbox, channelKey, clockAheadMs }: Channel): PaymentProvider {
  const scope = sandbox ? { include_sandbox: 'true' } : {}
  const read = (path: string, query: Record<string, string | readonly string[]> = {}) =>
    call({ method: 'GET', path, query: { ...query, ...scope } })
  const toDate = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1_000 + clockAheadMs()) : null)
  const toPayment = (payment: V1Payment): Payment => ({
    paymentUid: payment.imp_uid,
    orderUid: payment.merchant_uid,
    status: payment.status,
    amount: payment.amount,
    cancelledAmount: payment.cancel_amount ?? 0,
    currency: payment.currency ?? 'KRW',
    paidAt: toDate(payment.paid_at),
    dueAt: toDate(payment.vbank_date),
    failReason: payment.status === 'failed' ? displayableReason(payment.fail_reason) : null,
    inWindow: payment.channel === 'pc' || payment.channel === 'mobile',
  })
  const key = (customerUid: string) => `/subscribe/customers/${encodeURIComponent(customerUid)}`

  return {
    async findPayment(paymentUid) {
      const { status, response } = await read(`/payments/${encodeURIComponent(paymentUid)}`)
      return status === 404 || !response ? undefined : toPayment(parseResponse(V1Payment, response))
    },
    async listAttempts(orderUid) {
      const { status, response } = await read(`/payments/findAll/${encodeURIComponent(orderUid)}`, {
        page: '1',
        limit: String(pageSize),
        sorting: '-started',
      })
      if (status === 404 || !response) return []
      return parseResponse(V1Page, response).list.map(toPayment)
    },
    async findAttemptedOrders(orderUids) {
      const { status, response } = await read('/payments', { 'merchant_uid[]': orderUids })
      if (status === 404 || !response) return new Set()
      return new Set(parseResponse(V1Payments, response).map((payment) => payment.merchant_uid))
    },
    async listCancelled(page) {
      const { status, response } = await read('/payments/status/cancelled', {
        page: String(page),
        limit: String(cancelledPageSize),
        sorting: '-updated',
      })
      if (status === 404 || !response) return []
      return parseResponse(V1Page, response).list.map((each) => ({
        payment: toPayment(each),
        cancelledAt: toDate(each.cancelled_at),
      }))
    },
    async announceAmount({ orderUid, amount }) {
      await call({ method: 'POST', path: '/payments/prepare', body: { merchant_uid: orderUid, amount } })
    },
    async charge({ customerUid, orderUid, amount, name, buyerName, buyerTel }) {
      const body = { customer_uid: customerUid, merchant_uid: orderUid, amount, name }
      const buyer = { buyer_name: buyerName, buyer_tel: buyerTel }
      const path = '/subscribe/payments/again'
      const { response } = await call({ method: 'POST', path, body: { ...body, ...buyer }, movesMoney: true })
      return toPayment(parseResponse(V1Payment, response))
    },
    async cancel({ paymentUid, amount, cancellable, reason }) {
      const body = { imp_uid: paymentUid, amount, checksum: cancellable, reason }
      const { response } = await call({ method: 'POST', path: '/payments/cancel', body, movesMoney: true })
      return toPayment(parseResponse(V1Payment, response))
    },
    async issueKey(customerUid, { cardNumber, expiry, birth, passwordTwoDigits }) {
      const card = { card_number: inGroups(cardNumber), expiry, birth, pwd_2digit: passwordTwoDigits }
      const body = channelKey === '' ? card : Object.assign(card, { channel_key: channelKey })
      const { response } = await call({ method: 'POST', path: key(customerUid), body, movesMoney: true })
      return toKey(parseResponse(V1Key, response))
    },
    async findKey(customerUid) {
      const { status, response } = await call({ method: 'GET', path: key(customerUid) })
      return status === 404 || !response ? undefined : toKey(parseResponse(V1Key, response))
    },
    async revokeKey(customerUid) {
      await call({ method: 'DELETE', path: key(customerUid) })
    },
  }
}

const toKey = ({ customer_uid, card_name, card_number }: Static<typeof V1Key>): BillingKey => ({
  customerUid: customer_uid,
  issuer: card_name ?? '',
  maskedNumber: maskNumber(card_number ?? ''),
})

/** `1234-5678-9012-3456`, the format that the provider requires. */
const inGroups = (number: string) => number.replaceAll(/\D/g, '').replaceAll(/\d{4}(?=\d)/g, '$&-')

/** The first and last four digits, whatever the provider masks: `1234-****-****-5678`. */
function maskNumber(number: string): string {
  const places = number.replaceAll(/[^\d*xX]/g, '')
  const ends = /^(\d{4}).*?(\d{4})$/.exec(places)
  return ends ? `${ends[1]}-****-****-${ends[2]}` : '****'
}
