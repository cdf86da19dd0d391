import { type Bank, bankOf } from './banks.ts'
import type { Payment } from './portone-objects.ts'
import { Refusal } from './refusal.ts'
import { type Fields, textOf } from './request-fields.ts'

/** PortOne's `pay_method` of a payment. */
const methods = [
  ...['card', 'trans', 'vbank', 'phone', 'point', 'samsung', 'kakaopay', 'naverpay', 'payco', 'tosspay', 'ssgpay'],
  ...['lpay', 'applepay', 'paypal', 'cultureland', 'culturegift', 'smartculture', 'booknlife'],
]

/** PortOne's `emb_pg_provider`: easy payment services inside the window of the payment gateway. */
const embedded = [
  ...['kakaopay', 'naverpay', 'tosspay', 'payco', 'samsungpay', 'applepay', 'ssgpay', 'lpay', 'pinpay', 'skpay'],
  'toss_brandpay',
]

/** PortOne's `pg_provider`: Nicepay, and easy payment services with a channel of their own. */
const gateways = ['nice', 'kakaopay', 'naverpay', 'tosspay', 'payco', 'smilepay', 'toss_brandpay']

/** How a payer pays in the window, and through which services. */
export type MethodFields = Pick<
  Payment,
  'pay_method' | 'pg_provider' | 'emb_pg_provider' | 'pg_id' | 'bank_code' | 'bank_name'
> & {
  /** Whether a card is charged. */
  hasCard: boolean
}

function oneOf(values: readonly string[], fields: Fields, name: string): string | null {
  const value = textOf(fields, name)
  if (value !== null && !values.includes(value))
    throw new Refusal(`${name}은(는) ${values.join(', ')} 중 하나여야 합니다.`)
  return value
}

/** Reads `pay_method`, `pg_provider`, `emb_pg_provider` and, for a bank transfer, `bank_code`. @throws Refusal */
export function methodOf(fields: Fields): MethodFields {
  const pay_method = oneOf(methods, fields, 'pay_method') ?? 'card'
  const pg_provider = oneOf(gateways, fields, 'pg_provider') ?? 'nice'
  const emb_pg_provider = oneOf(embedded, fields, 'emb_pg_provider')
  const bank: Bank | null = pay_method === 'trans' ? bankOf({ bank_code: '088', ...fields }, 'bank_code') : null
  return {
    pay_method,
    pg_provider,
    emb_pg_provider,
    pg_id: pg_provider === 'nice' ? 'nictest04m' : `${pg_provider}_test`,
    bank_code: bank?.code ?? null,
    bank_name: bank?.name ?? null,
    hasCard: pay_method === 'card',
  }
}

/** Nicepay's codes of payment methods in its transaction ids. */
const kinds: Readonly<Record<string, string>> = { card: '01', trans: '02', vbank: '03', phone: '05' }

/** Korea's time in the notation of ISO 8601, without a zone. */
export const seoulTime = (unixSeconds: number): string =>
  new Date((unixSeconds + 9 * 60 * 60) * 1_000).toISOString().slice(0, 19)

/**
 * A transaction id of Nicepay's form: merchant, method, medium, time in Korea (yyMMddHHmmss), four digits.
 * @param count of earlier transactions; ids of one second differ for 10,000 of them
 */
export const tidOf = (
  { pay_method, pg_id }: Pick<Payment, 'pay_method' | 'pg_id'>,
  now: number,
  count: number,
): string =>
  `${pg_id}${kinds[pay_method] ?? '01'}01${seoulTime(now).slice(2).replaceAll(/\D/g, '')}${String(count % 10_000).padStart(4, '0')}`
