import Type, { type Static } from 'typebox'
import { afterWrite, parseResponse } from '../exchange.ts'
import {
  type BillingKey,
  type Payment,
  type PaymentProvider,
  type PaymentRef,
  ProviderOutcomeUnknown,
  ProviderRefused,
} from '../provider.ts'
import { isWebAddress, maskNumber, withoutHolder } from '../record.ts'
import type { Call } from './call.ts'
import {
  bankNames,
  isBeingCancelled,
  isOfTest,
  recordOfPayment,
  recordOfTransaction,
  toPayment,
  V2Payment,
  type V2Record,
  V2Transaction,
} from './records.ts'

const Transactions = Type.Object({ items: Type.Array(V2Transaction) })
const Page = Type.Object({ items: Type.Array(V2Payment), page: Type.Object({ totalCount: Type.Number() }) })
const Text = Type.Optional(Type.String())
const V2Key = Type.Object({
  status: Type.String(),
  billingKey: Type.String(),
  methods: Type.Optional(
    Type.Array(Type.Object({ card: Type.Optional(Type.Object({ name: Text, issuer: Text, number: Text })) })),
  ),
})
const V2Keys = Type.Object({ items: Type.Array(V2Key) })
const Issued = Type.Object({ billingKeyInfo: Type.Object({ billingKey: Type.String() }) })
const Receipt = Type.Object({
  status: Type.String(),
  amount: Type.Number(),
  issueNumber: Type.Optional(Type.String()),
  url: Text,
})
const IssuedReceipt = Type.Object({ cashReceipt: Type.Object({ issueNumber: Type.String(), url: Text }) })
const Cancelled = Type.Object({ cancellation: Type.Object({ status: Type.String() }) })

/** Entries of a page of cancellations, and of a comparison. */
const cancelledPageSize = 100
const changedPageSize = 500

type Channel = {
  storeId: string
  /** Whether payments of test channels are included. */
  sandbox: boolean
  /** The merchant's channel that issues billing keys. */
  channelKey: string
  /** The channel of cash receipts; by default the same. */
  receiptChannelKey?: string
  /** Milliseconds by which a moved clock is ahead of the provider's. */
  clockAheadMs: () => number
}

/**
 * The provider interface over PortOne's REST API V2. A payment can have several attempts, but only the one that the API shows for
 * it can be cancelled. The name of a billing key is PortOne's; the customer of the key has KingCar's.
 */
export function createPortOneV2Provider(
  call: Call,
  { storeId, sandbox, channelKey, receiptChannelKey = channelKey, clockAheadMs }: Channel,
): PaymentProvider {
  const isShown = (record: V2Record) => sandbox || !isOfTest(record)
  const paymentPath = (orderUid: string) => `/payments/${encodeURIComponent(orderUid)}`
  const shown = (records: readonly V2Record[]): Payment[] =>
    records.filter(isShown).map((record) => toPayment(record, clockAheadMs()))

  async function listAttempts(orderUid: string): Promise<Payment[]> {
    const found = await call({ method: 'GET', path: `${paymentPath(orderUid)}/transactions` })
    return found === undefined ? [] : shown(parseResponse(Transactions, found).items.map(recordOfTransaction))
  }
  const findPayment = async ({ paymentUid, orderUid }: PaymentRef) =>
    (await listAttempts(orderUid)).find((payment) => payment.paymentUid === paymentUid)

  /**
   * The current attempt of a payment, to which a write applies. @throws ProviderRefused if the reference names another
   * attempt
   */
  async function standing({ paymentUid, orderUid }: PaymentRef): Promise<V2Record> {
    const found = await call({ method: 'GET', path: paymentPath(orderUid) })
    const record = found === undefined ? undefined : recordOfPayment(parseResponse(V2Payment, found))
    if (record?.transactionId !== paymentUid || !isShown(record))
      throw new ProviderRefused('포트원 콘솔에서만 취소할 수 있는 결제 시도예요.')
    return record
  }

  async function listPage(filter: object, page: number, size: number) {
    const body = { page: { number: page - 1, size }, filter: { storeId, version: 'V2', ...filter } }
    const found = parseResponse(Page, await call({ method: 'GET', path: '/payments', body }))
    const { totalCount } = found.page
    return { payments: shown(found.items.map(recordOfPayment)), count: found.items.length, totalCount }
  }

  async function moved(ref: PaymentRef): Promise<Payment> {
    const payment = await findPayment(ref)
    if (!payment) throw new ProviderOutcomeUnknown('the provider does not show the payment yet')
    return payment
  }

  return {
    findPayment,
    listAttempts,
    findAttemptedOrders: async (orderUids) => new Set(orderUids), // V2 looks up one payment at a time
    async listCancelled(page) {
      const filter = { status: ['CANCELLED', 'PARTIAL_CANCELLED'], timestampType: 'STATUS_CHANGED_AT' }
      const latest = { sortBy: 'STATUS_CHANGED_AT', sortOrder: 'DESC' }
      const { payments, count } = await listPage({ ...filter, ...latest }, page, cancelledPageSize)
      return { payments, hasMore: count === cancelledPageSize }
    },
    async listChanged(status, { since, until }, page) {
      const at = (ms: number) => new Date(ms - clockAheadMs()).toISOString()
      const { payments, totalCount } = await listPage(
        {
          status: status === 'paid' ? ['PAID'] : ['CANCELLED', 'PARTIAL_CANCELLED'],
          ...{ timestampType: 'STATUS_CHANGED_AT', sortBy: 'STATUS_CHANGED_AT', sortOrder: 'DESC' },
          ...{ from: at(since), until: at(until) },
        },
        page,
        changedPageSize,
      )
      return { payments, pages: Math.ceil(totalCount / changedPageSize) }
    },
    async announceAmount({ orderUid, amount }) {
      const body = { totalAmount: amount, currency: 'KRW' }
      await call({ method: 'POST', path: `${paymentPath(orderUid)}/pre-register`, body })
    },
    async charge({ customerUid, orderUid, amount, name, buyerName, buyerTel, attempt }) {
      const customer = { name: { full: buyerName }, ...(buyerTel === '' ? {} : { phoneNumber: buyerTel }) }
      const body = { billingKey: customerUid, orderName: name, amount: { total: amount }, currency: 'KRW', customer }
      const path = `${paymentPath(orderUid)}/billing-key`
      await call({ method: 'POST', path, body, movesMoney: true, attempt: `charge-${attempt}` })
      const paid = (await afterWrite(listAttempts(orderUid))).find(
        ({ status, inWindow }) => status === 'paid' && !inWindow,
      )
      if (!paid) throw new ProviderOutcomeUnknown('the provider does not show the payment yet')
      return paid
    },
    async cancel({ paymentUid, orderUid, amount, cancellable, reason, refundAccount, attempt }) {
      const before = await standing({ paymentUid, orderUid })
      if (isBeingCancelled(before)) throw new ProviderOutcomeUnknown('another cancellation is in progress')
      const account = refundAccount && {
        refundAccount: {
          bank: bankNames[refundAccount.bank],
          number: refundAccount.number.replaceAll(/\D/g, ''),
          holderName: refundAccount.holder,
        },
      }
      const body = { amount, currentCancellableAmount: cancellable, reason, ...account }
      const path = `${paymentPath(orderUid)}/cancel`
      const request = { method: 'POST', path, body, movesMoney: true, attempt: `cancel-${attempt}` } as const
      const answer = await call(request).catch((error: unknown) => {
        throw error instanceof ProviderRefused ? withoutHolder(error, refundAccount) : error
      })
      const { status } = parseResponse(Cancelled, answer).cancellation
      if (status === 'FAILED') throw new ProviderRefused('결제대행사가 취소하지 못했어요.')
      if (status !== 'SUCCEEDED') throw new ProviderOutcomeUnknown('the cancellation is in progress')
      return afterWrite(moved({ paymentUid, orderUid }))
    },
    async revokeAccount(ref) {
      await standing(ref)
      await call({ method: 'POST', path: `${paymentPath(ref.orderUid)}/virtual-account/close` })
    },
    async issueKey(customerUid, { cardNumber, expiry, birth, passwordTwoDigits }) {
      const [year = '', month = ''] = expiry.split('-')
      const credential = {
        number: cardNumber.replaceAll(/\D/g, ''),
        expiryYear: year.slice(-2),
        expiryMonth: month,
        birthOrBusinessRegistrationNumber: birth,
        passwordTwoDigits,
      }
      const body = { channelKey, method: { card: { credential } }, customer: { id: customerUid } }
      const attempt = `issue-${customerUid}`
      const issued = await call({ method: 'POST', path: '/billing-keys', body, movesMoney: true, attempt })
      const { billingKey } = parseResponse(Issued, issued).billingKeyInfo
      const key = await afterWrite(getKey(call, billingKey))
      if (!key) throw new ProviderOutcomeUnknown('the provider does not show the billing key yet')
      return key
    },
    findKey: (name) => (isOwnName(name) ? findKeyOfCustomer(call, storeId, name) : getKey(call, name)),
    async revokeKey(name) {
      await call({ method: 'DELETE', path: keyPath(name) })
    },
    async issueCashReceipt({ receiptUid, name, amount, kind, identifier, buyerName, buyerTel }) {
      const phoneNumber = buyerTel === '' ? {} : { phoneNumber: buyerTel }
      const body = {
        ...{
          paymentId: receiptUid,
          channelKey: receiptChannelKey,
          type: kind === 'corporate' ? 'CORPORATE' : 'PERSONAL',
        },
        ...{ orderName: name, currency: 'KRW', amount: { total: amount } },
        customer: { identityNumber: identifier, name: buyerName, ...phoneNumber },
      }
      const attempt = `receipt-${receiptUid}`
      const issued = await call({ method: 'POST', path: '/cash-receipts', body, movesMoney: true, attempt })
      const { issueNumber: number, url } = parseResponse(IssuedReceipt, issued).cashReceipt
      return { number, url: webAddress(url), amount, cancelled: false }
    },
    async findCashReceipt(receiptUid) {
      const found = await call({ method: 'GET', path: `${paymentPath(receiptUid)}/cash-receipt` })
      if (found === undefined) return undefined
      const { status, amount, issueNumber: number, url } = parseResponse(Receipt, found)
      // A receipt that could not be issued has no number.
      return number === undefined
        ? undefined
        : { number, url: webAddress(url), amount, cancelled: status === 'CANCELLED' }
    },
    async cancelCashReceipt(receiptUid) {
      const path = `${paymentPath(receiptUid)}/cash-receipt/cancel`
      await call({ method: 'POST', path, movesMoney: true, attempt: `cancel-receipt-${receiptUid}` })
    },
  }
}

const webAddress = (url: string | undefined) => (isWebAddress(url) ? url : null)

const keyPath = (name: string) => `/billing-keys/${encodeURIComponent(name)}`

/** Whether KingCar's name is stored for a key, because the response with PortOne's name was lost or is awaited. */
const isOwnName = (name: string) => name.startsWith('kc_')

async function getKey(call: Call, name: string): Promise<BillingKey | undefined> {
  const found = await call({ method: 'GET', path: keyPath(name) })
  return found === undefined ? undefined : toKey(parseResponse(V2Key, found))
}

async function findKeyOfCustomer(call: Call, storeId: string, customerId: string): Promise<BillingKey | undefined> {
  const body = { page: { number: 0, size: 10 }, filter: { storeId, customerId } }
  const { items } = parseResponse(V2Keys, await call({ method: 'GET', path: '/billing-keys', body }))
  return items.map(toKey).find((key) => key !== undefined)
}

/** Undefined for a key that was deleted, which PortOne still shows. */
function toKey({ status, billingKey, methods }: Static<typeof V2Key>): BillingKey | undefined {
  if (status !== 'ISSUED') return undefined
  const card = methods?.find((method) => method.card !== undefined)?.card
  return { customerUid: billingKey, issuer: card?.name ?? '', maskedNumber: maskNumber(card?.number ?? '') }
}
