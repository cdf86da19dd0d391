import type { PaymentMethod, RefundAccount } from '@kingcar/contract'
import Type, { type Static } from 'typebox'
import { chargeFailureOf } from '../charge-failure.ts'
import { displayableReason, parseResponse } from '../exchange.ts'
import {
  type BillingKey,
  type IssuedAccount,
  type IssuedCashReceipt,
  type Payment,
  type PaymentProvider,
  ProviderRefused,
} from '../provider.ts'
import { isWebAddress, maskNumber, withoutHolder } from '../record.ts'
import type { Call } from './call.ts'

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
  cancel_history: Type.Optional(
    Type.Union([Type.Array(Type.Object({ amount: Type.Number(), cancelled_at: UnixSeconds })), Type.Null()]),
  ),
  vbank_date: UnixSeconds,
  fail_reason: Text,
  channel: Text,
  pay_method: Text,
  pg_provider: Text,
  emb_pg_provider: Text,
  card_name: Text,
  receipt_url: Text,
  vbank_name: Text,
  vbank_num: Text,
  vbank_holder: Text,
})
type V1Payment = Static<typeof V1Payment>
const V1Payments = Type.Array(V1Payment)
const V1Page = Type.Object({ list: V1Payments, total: Type.Optional(Type.Number()) })
const V1Key = Type.Object({ customer_uid: Type.String(), card_name: Text, card_number: Text })

const V1Receipt = Type.Object({
  apply_num: Type.String(),
  receipt_url: Text,
  amount: Type.Number(),
  cancelled_at: UnixSeconds,
})

/** Entries of a page; 1,000 is the documented maximum. */
const pageSize = 1_000
const cancelledPageSize = 100
/** Page size of a comparison; a page of the maximum size may take longer than a caller waits. */
const changedPageSize = 500

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
    ...methodOf(payment),
    cardName: payment.card_name || null,
    receiptUrl: isWebAddress(payment.receipt_url) ? payment.receipt_url : null,
    account: accountOf(payment),
    accountDueAt: payment.vbank_date ? new Date(payment.vbank_date * 1_000) : null,
    status: payment.status,
    amount: payment.amount,
    cancelledAmount: payment.cancel_amount ?? 0,
    currency: payment.currency ?? 'KRW',
    paidAt: toDate(payment.paid_at),
    cancelledAt: toDate(payment.cancelled_at),
    cancellations: (payment.cancel_history ?? [])
      .toSorted((a, b) => (a.cancelled_at ?? 0) - (b.cancelled_at ?? 0))
      .map(({ amount, cancelled_at }) => ({ amount, at: toDate(cancelled_at) })),
    dueAt: toDate(payment.vbank_date),
    failReason: payment.status === 'failed' ? displayableReason(payment.fail_reason) : null,
    failure: payment.status === 'failed' ? chargeFailureOf(payment.fail_reason) : null,
    inWindow: payment.channel === 'pc' || payment.channel === 'mobile',
  })
  const key = (customerUid: string) => `/subscribe/customers/${encodeURIComponent(customerUid)}`

  return {
    async findPayment({ paymentUid }) {
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
      if (status === 404 || !response) return { payments: [], hasMore: false }
      const { list } = parseResponse(V1Page, response)
      return { payments: list.map(toPayment), hasMore: list.length === cancelledPageSize }
    },
    async listChanged(status, { since, until }, page) {
      const seconds = (ms: number) => String(Math.floor((ms - clockAheadMs()) / 1_000))
      const { status: code, response } = await read(`/payments/status/${status}`, {
        page: String(page),
        limit: String(changedPageSize),
        sorting: '-updated',
        from: seconds(since),
        to: seconds(until),
      })
      if (code === 404 || !response) return { payments: [], pages: 0 }
      const { list, total = list.length } = parseResponse(V1Page, response)
      return { payments: list.map(toPayment), pages: Math.ceil(total / changedPageSize) }
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
    async cancel({ paymentUid, amount, cancellable, reason, refundAccount }) {
      const body = { imp_uid: paymentUid, amount, checksum: cancellable, reason, ...accountFields(refundAccount) }
      const request = { method: 'POST', path: '/payments/cancel', body, movesMoney: true } as const
      const { response } = await call(request).catch((error: unknown) => {
        throw error instanceof ProviderRefused ? withoutHolder(error, refundAccount) : error
      })
      return toPayment(parseResponse(V1Payment, response))
    },
    async revokeAccount({ paymentUid }) {
      await call({ method: 'DELETE', path: `/vbanks/${encodeURIComponent(paymentUid)}` })
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
    async issueCashReceipt({ receiptUid, name, amount, kind, identifier, buyerName, buyerTel }) {
      const type = kind === 'corporate' ? { type: 'company', identifier_type: 'business' } : personalReceipt
      const buyer = { buyer_name: buyerName, buyer_tel: buyerTel }
      const body = { channel_key: channelKey, name, amount, identifier, ...type, ...buyer }
      const { response } = await call({ method: 'POST', path: receipt(receiptUid), body, movesMoney: true })
      return toCashReceipt(parseResponse(V1Receipt, response))
    },
    async findCashReceipt(receiptUid) {
      const { status, response } = await call({ method: 'GET', path: receipt(receiptUid) })
      return status === 404 || !response ? undefined : toCashReceipt(parseResponse(V1Receipt, response))
    },
    async cancelCashReceipt(receiptUid) {
      await call({ method: 'DELETE', path: receipt(receiptUid), movesMoney: true })
    },
  }
}

/** Path of a receipt for money that PortOne did not move. */
const receipt = (receiptUid: string) => `/receipts/external/${encodeURIComponent(receiptUid)}`
const personalReceipt = { type: 'person', identifier_type: 'phone' }

const toCashReceipt = ({
  apply_num,
  receipt_url,
  amount,
  cancelled_at,
}: Static<typeof V1Receipt>): IssuedCashReceipt => ({
  number: apply_num,
  url: isWebAddress(receipt_url) ? receipt_url : null,
  amount,
  cancelled: Boolean(cancelled_at),
})

/** Wallets by PortOne's names, as the method, as the provider, or as the provider within another's window. */
const easyPays: Readonly<Record<string, string>> = {
  applepay: '애플페이',
  kakaopay: '카카오페이',
  kpay: '케이페이',
  lpay: '엘페이',
  naverpay: '네이버페이',
  naverpay_card: '네이버페이',
  naverpay_point: '네이버페이',
  payco: '페이코',
  samsung: '삼성페이',
  samsungpay: '삼성페이',
  ssgpay: 'SSG페이',
  toss: '토스페이',
  tosspay: '토스페이',
}
const methods: Readonly<Record<string, PaymentMethod>> = {
  card: 'card',
  phone: 'phone',
  trans: 'transfer',
  vbank: 'virtualAccount',
}

function methodOf({ pay_method, pg_provider, emb_pg_provider }: V1Payment): Pick<Payment, 'method' | 'easyPay'> {
  const method = lookUp(methods, pay_method)
  if (method === 'virtualAccount') return { method, easyPay: null }
  const easyPay = [emb_pg_provider, pay_method, pg_provider].map((name) => lookUp(easyPays, name)).find(Boolean)
  if (easyPay !== undefined) return { method: 'easyPay', easyPay }
  return { method: method ?? 'other', easyPay: null }
}

const lookUp = <T>(table: Readonly<Record<string, T>>, name: string | null | undefined): T | undefined =>
  name && Object.hasOwn(table, name) ? table[name] : undefined

/** The issued account; the window may have been opened for an account that was never issued. */
const accountOf = ({ pay_method, vbank_name, vbank_num, vbank_holder }: V1Payment): IssuedAccount | null =>
  pay_method === 'vbank' && vbank_num ? { bank: vbank_name ?? '', number: vbank_num, holder: vbank_holder ?? '' } : null

const accountFields = (account: RefundAccount | null) =>
  account && { refund_holder: account.holder, refund_bank: account.bank, refund_account: account.number }

const toKey = ({ customer_uid, card_name, card_number }: Static<typeof V1Key>): BillingKey => ({
  customerUid: customer_uid,
  issuer: card_name ?? '',
  maskedNumber: maskNumber(card_number ?? ''),
})

/** `1234-5678-9012-3456`, the format that the provider requires. */
const inGroups = (number: string) => number.replaceAll(/\D/g, '').replaceAll(/\d{4}(?=\d)/g, '$&-')
