/**
 * The ledger's objects as PortOne's REST API V1 documents them: times in Unix seconds with 0 for never, and `cancelled` also
 * for a partly refunded payment.
 */

export const paymentStatuses = ['ready', 'paid', 'failed', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export type Cancellation = {
  pg_tid: string
  amount: number
  cancelled_at: number
  reason: string
  receipt_url: string | null
  cancellation_id: string
}

/** A receipt for the tax office of money that PortOne did not move. */
export type ExternalReceipt = {
  merchant_uid: string
  receipt_tid: string
  apply_num: string
  type: 'person' | 'company'
  amount: number
  vat: number
  receipt_url: string
  applied_at: number
  cancelled_at: number
}

export type CardFields = {
  card_code: string | null
  card_name: string | null
  /** Masked. */
  card_number: string | null
  /** 0 credit, 1 debit. */
  card_type: number | null
}

export type Buyer = {
  buyer_name: string | null
  buyer_email: string | null
  buyer_tel: string | null
  buyer_addr: string | null
  buyer_postcode: string | null
}

export type VirtualAccount = {
  vbank_code: string | null
  vbank_name: string | null
  vbank_num: string | null
  vbank_holder: string | null
  vbank_date: number
  vbank_issued_at: number
}

/** What only payments and keys of API V2 have. V1 does not show them. */
export type OfV2 = {
  v2?: {
    channelKey: string
    /** Unix seconds at which a billing key was deleted; V2 still returns the key after that. */
    deletedAt?: number
  }
}

export type Payment = CardFields &
  OfV2 &
  Buyer &
  VirtualAccount & {
    imp_uid: string
    merchant_uid: string
    pay_method: string
    channel: 'pc' | 'mobile' | 'api'
    pg_provider: string
    emb_pg_provider: string | null
    pg_tid: string | null
    pg_id: string
    sandbox: boolean
    escrow: boolean
    apply_num: string | null
    bank_code: string | null
    bank_name: string | null
    card_quota: number
    name: string | null
    amount: number
    cancel_amount: number
    currency: string
    custom_data: string | null
    user_agent: string
    status: PaymentStatus
    started_at: number
    paid_at: number
    failed_at: number
    cancelled_at: number
    fail_reason: string | null
    cancel_reason: string | null
    receipt_url: string | null
    cancel_history: Cancellation[]
    cancel_receipt_urls: string[]
    cash_receipt_issued: boolean
    customer_uid: string | null
    customer_uid_usage: 'issue' | 'payment' | 'payment.scheduled' | null
  }

/** A billing key. */
export type Customer = CardFields &
  OfV2 & {
    customer_uid: string
    pg_provider: string
    pg_id: string
    sandbox: boolean
    customer_id: string | null
    customer_name: string | null
    customer_tel: string | null
    customer_email: string | null
    customer_addr: string | null
    customer_postcode: string | null
    inserted: number
    updated: number
  }

export type Prepared = { merchant_uid: string; amount: number; currency: string | null }

export type Schedule = Buyer & {
  customer_uid: string
  merchant_uid: string
  imp_uid: string | null
  customer_id: string | null
  schedule_at: number
  executed_at: number
  revoked_at: number
  amount: number
  currency: string
  name: string | null
  custom_data: string | null
  schedule_status: 'scheduled' | 'executed' | 'revoked'
  payment_status: PaymentStatus | null
  fail_reason: string | null
}

/** The amount that can still be refunded. */
export const balanceOf = ({ amount, cancel_amount }: Payment): number => amount - cancel_amount
