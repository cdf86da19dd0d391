import { balanceOf, type Cancellation, type Customer, type Payment } from '../portone-objects.ts'

/* The ledger's objects as PortOne's REST API V2 documents them (v2.openapi.json): times as RFC 3339, absent instead of null. */

/** The standard bank codes of V2, by Nicepay's. */
export const banks: Readonly<Record<string, string>> = {
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
  '037': 'JEONBUK',
  '039': 'KYONGNAM',
  '045': 'KFCC',
  '048': 'SHINHYUP',
  '071': 'POST',
  '081': 'HANA',
  '088': 'SHINHAN',
  '089': 'K_BANK',
  '090': 'KAKAO',
  '092': 'TOSS',
}

export const time = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString()

export type V2Status = 'READY' | 'VIRTUAL_ACCOUNT_ISSUED' | 'PAID' | 'FAILED' | 'PARTIAL_CANCELLED' | 'CANCELLED'

export function statusOf(payment: Payment): V2Status {
  if (payment.status === 'ready') return payment.vbank_num === null ? 'READY' : 'VIRTUAL_ACCOUNT_ISSUED'
  if (payment.status === 'cancelled') return balanceOf(payment) > 0 ? 'PARTIAL_CANCELLED' : 'CANCELLED'
  return payment.status === 'paid' ? 'PAID' : 'FAILED'
}

const cardOf = ({ card_code, card_name, card_number }: Pick<Payment, 'card_code' | 'card_name' | 'card_number'>) => ({
  issuer: card_code ?? undefined,
  name: card_name ?? undefined,
  number: card_number ?? undefined,
  type: 'CREDIT',
})

const cardMethodOf = (payment: Payment) => ({
  type: 'PaymentMethodCard',
  card: cardOf(payment),
  approvalNumber: payment.apply_num ?? undefined,
})

const gateways = new Set(['nice'])

function methodOf(payment: Payment): object | undefined {
  const wallet = payment.emb_pg_provider ?? (gateways.has(payment.pg_provider) ? null : payment.pg_provider)
  if (wallet !== null) {
    const easyPayMethod =
      payment.pay_method === 'card' ? cardMethodOf(payment) : { type: 'PaymentMethodEasyPayMethodCharge' }
    return { type: 'PaymentMethodEasyPay', provider: wallet.toUpperCase(), easyPayMethod }
  }
  switch (payment.pay_method) {
    case 'card':
      return cardMethodOf(payment)
    case 'vbank':
      return payment.vbank_num === null
        ? undefined
        : {
            type: 'PaymentMethodVirtualAccount',
            bank: banks[payment.vbank_code ?? ''],
            accountNumber: payment.vbank_num,
            accountType: 'NORMAL',
            remitteeName: payment.vbank_holder ?? undefined,
            expiredAt: time(payment.vbank_date),
            issuedAt: time(payment.vbank_issued_at),
          }
    case 'trans':
      return { type: 'PaymentMethodTransfer', bank: banks[payment.bank_code ?? ''] }
    case 'phone':
      return { type: 'PaymentMethodMobile' }
    default:
      return { type: 'PaymentMethodEasyPay', provider: payment.pay_method.toUpperCase() }
  }
}

export const channelOf = ({ v2, sandbox, pg_provider, pg_id }: Payment | Customer) => ({
  type: sandbox ? 'TEST' : 'LIVE',
  key: v2?.channelKey,
  pgProvider: pg_provider === 'nice' ? 'NICE_V2' : pg_provider.toUpperCase(),
  pgMerchantId: pg_id,
})

export const cancellationOf = (cancellation: Cancellation) => ({
  status: 'SUCCEEDED',
  id: cancellation.cancellation_id,
  pgCancellationId: cancellation.pg_tid,
  totalAmount: cancellation.amount,
  taxFreeAmount: 0,
  vatAmount: Math.round(cancellation.amount / 11),
  reason: cancellation.reason,
  cancelledAt: time(cancellation.cancelled_at),
  requestedAt: time(cancellation.cancelled_at),
  receiptUrl: cancellation.receipt_url ?? undefined,
  trigger: 'API',
})

const changedAt = ({ started_at, paid_at, failed_at, cancelled_at }: Payment) =>
  cancelled_at || failed_at || paid_at || started_at

export const changedTime = (payment: Payment): number => changedAt(payment)

/** A payment's fields that a look-up of the payment and one of its attempts have in common. */
function commonOf(payment: Payment, storeId: string) {
  const status = statusOf(payment)
  const paid =
    payment.paid_at > 0 ? { paidAt: time(payment.paid_at), receiptUrl: payment.receipt_url ?? undefined } : {}
  const cancellations = payment.cancel_history.map(cancellationOf)
  const [, reason = payment.fail_reason ?? ''] = /^\[[^\]]*\]\s*(.*)$/.exec(payment.fail_reason ?? '') ?? []
  return {
    status,
    merchantId: 'merchant-simulated',
    storeId,
    method: methodOf(payment),
    channel: channelOf(payment),
    version: 'V2',
    billingKey: payment.channel === 'api' ? (payment.customer_uid ?? undefined) : undefined,
    requestedAt: time(payment.started_at),
    updatedAt: time(changedAt(payment)),
    statusChangedAt: time(changedAt(payment)),
    orderName: payment.name ?? '',
    amount: {
      total: payment.amount,
      taxFree: 0,
      vat: Math.round(payment.amount / 11),
      supply: payment.amount - Math.round(payment.amount / 11),
      discount: 0,
      paid: payment.paid_at > 0 ? payment.amount - payment.cancel_amount : 0,
      cancelled: payment.cancel_amount,
      cancelledTaxFree: 0,
    },
    currency: payment.currency,
    customer: { name: payment.buyer_name ?? undefined, phoneNumber: payment.buyer_tel ?? undefined },
    customData: payment.custom_data ?? undefined,
    pgTxId: payment.pg_tid ?? undefined,
    ...paid,
    ...(cancellations.length > 0 && { cancellations, cancelledAt: time(payment.cancelled_at) }),
    ...(status === 'FAILED' && {
      failedAt: time(payment.failed_at),
      failure: { reason: payment.fail_reason ?? '', pgMessage: reason },
    }),
  }
}

export const paymentOf = (payment: Payment, storeId: string) => ({
  ...commonOf(payment, storeId),
  id: payment.merchant_uid,
  transactionId: payment.imp_uid,
  origin: { platformType: { api: 'API', pc: 'PC', mobile: 'MOBILE' }[payment.channel], ipAddress: '127.0.0.1' },
  disputes: [],
})

export const transactionOf = (payment: Payment, storeId: string) => ({
  ...commonOf(payment, storeId),
  id: payment.imp_uid,
  paymentId: payment.merchant_uid,
})

export const billingKeyOf = (customer: Customer, storeId: string) => ({
  status: customer.v2?.deletedAt === undefined ? 'ISSUED' : 'DELETED',
  billingKey: customer.customer_uid,
  merchantId: 'merchant-simulated',
  storeId,
  methods: [{ type: 'BillingKeyPaymentMethodCard', card: cardOf(customer) }],
  channels: [channelOf(customer)],
  customer: { id: customer.customer_id ?? undefined, name: customer.customer_name ?? undefined },
  issuedAt: time(customer.inserted),
  ...(customer.v2?.deletedAt !== undefined && { deletedAt: time(customer.v2.deletedAt) }),
})
