import { type BankCode, banks, type PaymentMethod } from '@kingcar/contract'
import Type, { type Static } from 'typebox'
import { chargeFailureOf } from '../charge-failure.ts'
import { displayableReason } from '../exchange.ts'
import type { IssuedAccount, Payment } from '../provider.ts'
import { isWebAddress } from '../record.ts'

const Text = Type.Optional(Type.String())

/** The fields of a method that KingCar reads, whatever its type is. */
const V2Card = Type.Object({ name: Text, issuer: Text, number: Text })
const V2Method = Type.Object({
  type: Type.String(),
  card: Type.Optional(V2Card),
  provider: Text,
  easyPayMethod: Type.Optional(Type.Object({ card: Type.Optional(V2Card) })),
  bank: Text,
  accountNumber: Text,
  remitteeName: Text,
  expiredAt: Text,
})

const common = {
  status: Type.Enum([
    'READY',
    'PAY_PENDING',
    'VIRTUAL_ACCOUNT_ISSUED',
    'PAID',
    'FAILED',
    'PARTIAL_CANCELLED',
    'CANCELLED',
  ]),
  method: Type.Optional(V2Method),
  channel: Type.Optional(Type.Object({ type: Type.String() })),
  billingKey: Text,
  amount: Type.Object({ total: Type.Number(), cancelled: Type.Number() }),
  currency: Type.String(),
  paidAt: Text,
  cancelledAt: Text,
  receiptUrl: Text,
  cancellations: Type.Optional(
    Type.Array(Type.Object({ status: Type.String(), totalAmount: Type.Number(), cancelledAt: Text })),
  ),
  failure: Type.Optional(Type.Object({ reason: Text, pgMessage: Text })),
}
/** A payment: its `id` is the merchant's, and it shows one of its attempts. */
export const V2Payment = Type.Object({ id: Type.String(), transactionId: Type.String(), ...common })
/** An attempt for a payment. */
export const V2Transaction = Type.Object({ id: Type.String(), paymentId: Type.String(), ...common })
export type V2Record = Omit<Static<typeof V2Payment>, 'id'> & { paymentId: string }

export const recordOfPayment = ({ id, ...payment }: Static<typeof V2Payment>): V2Record => ({
  ...payment,
  paymentId: id,
})
export const recordOfTransaction = ({ id, ...attempt }: Static<typeof V2Transaction>): V2Record => ({
  ...attempt,
  transactionId: id,
})

/** Whether a payment was made in a test channel, where no money moves. */
export const isOfTest = ({ channel }: V2Record): boolean => channel?.type === 'TEST'

/** Whether a cancellation was requested that the payment gateway has not decided yet. */
export const isBeingCancelled = ({ cancellations }: V2Record): boolean =>
  cancellations?.some(({ status }) => status === 'REQUESTED') ?? false

const statuses = {
  READY: 'ready',
  PAY_PENDING: 'ready',
  VIRTUAL_ACCOUNT_ISSUED: 'ready',
  PAID: 'paid',
  FAILED: 'failed',
  PARTIAL_CANCELLED: 'cancelled',
  CANCELLED: 'cancelled',
} as const

/** @param clockAheadMs milliseconds by which a moved clock is ahead of the provider's */
export function toPayment(record: V2Record, clockAheadMs: number): Payment {
  const { method, amount, failure } = record
  const toDate = (text: string | undefined) => {
    const at = Date.parse(text ?? '')
    return Number.isNaN(at) ? null : new Date(at + clockAheadMs)
  }
  const reason = failure?.pgMessage ?? failure?.reason
  const isFailed = record.status === 'FAILED'
  const card = method?.card ?? method?.easyPayMethod?.card
  const due = Date.parse(method?.expiredAt ?? '')
  return {
    paymentUid: record.transactionId,
    orderUid: record.paymentId,
    ...methodOf(method),
    cardName: card?.name || null,
    receiptUrl: isWebAddress(record.receiptUrl) ? record.receiptUrl : null,
    account: accountOf(method),
    accountDueAt: Number.isNaN(due) ? null : new Date(due),
    status: statuses[record.status],
    amount: amount.total,
    cancelledAmount: amount.cancelled,
    currency: record.currency,
    paidAt: toDate(record.paidAt),
    cancelledAt: toDate(record.cancelledAt),
    cancellations: (record.cancellations ?? [])
      .filter(({ status }) => status === 'SUCCEEDED')
      .map(({ totalAmount, cancelledAt }) => ({ amount: totalAmount, at: toDate(cancelledAt) }))
      .toSorted((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0)),
    dueAt: toDate(method?.expiredAt),
    failReason: isFailed ? displayableReason(reason) : null,
    failure: isFailed ? chargeFailureOf(reason) : null,
    inWindow: record.billingKey === undefined,
  }
}

/** Wallets by V2's names (EasyPayProvider). */
const wallets: Readonly<Record<string, string>> = {
  APPLEPAY: '애플페이',
  KAKAOPAY: '카카오페이',
  KPAY: '케이페이',
  LPAY: '엘페이',
  NAVERPAY: '네이버페이',
  PAYCO: '페이코',
  SAMSUNGPAY: '삼성페이',
  SSGPAY: 'SSG페이',
  TOSSPAY: '토스페이',
  TOSS_BRANDPAY: '토스페이',
}
const methods: Readonly<Record<string, PaymentMethod>> = {
  PaymentMethodCard: 'card',
  PaymentMethodMobile: 'phone',
  PaymentMethodTransfer: 'transfer',
  PaymentMethodVirtualAccount: 'virtualAccount',
}

function methodOf(method: V2Record['method']): Pick<Payment, 'method' | 'easyPay'> {
  if (method?.type === 'PaymentMethodEasyPay')
    return { method: 'easyPay', easyPay: lookUp(wallets, method.provider) ?? '간편결제' }
  return { method: lookUp(methods, method?.type) ?? 'other', easyPay: null }
}

function accountOf(method: V2Record['method']): IssuedAccount | null {
  if (method?.type !== 'PaymentMethodVirtualAccount' || !method.accountNumber) return null
  const [code] = Object.entries(bankNames).find(([, name]) => name === method.bank) ?? []
  const bank = code === undefined ? '' : banks[code as BankCode]
  return { bank, number: method.accountNumber, holder: method.remitteeName ?? '' }
}

const lookUp = <T>(table: Readonly<Record<string, T>>, name: string | undefined): T | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined

/** V2's names of banks (Bank), by the code of KFTC. */
export const bankNames: Readonly<Record<BankCode, string>> = {
  '002': 'KDB',
  '003': 'IBK',
  '004': 'KOOKMIN',
  '007': 'SUHYUP',
  '011': 'NONGHYUP',
  '012': 'LOCAL_NONGHYUP',
  '020': 'WOORI',
  '023': 'STANDARD_CHARTERED',
  '027': 'CITI',
  '031': 'DAEGU',
  '032': 'BUSAN',
  '034': 'KWANGJU',
  '035': 'JEJU',
  '037': 'JEONBUK',
  '039': 'KYONGNAM',
  '045': 'KFCC',
  '048': 'SHINHYUP',
  '050': 'SAVINGS_BANK',
  '064': 'NFCF',
  '071': 'POST',
  '081': 'HANA',
  '088': 'SHINHAN',
  '089': 'K_BANK',
  '090': 'KAKAO',
  '092': 'TOSS',
}
