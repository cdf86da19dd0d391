import { bankOf } from './banks.ts'
import { type Fields, invalid, required, textOf } from './request-fields.ts'

/** The account to which a transfer is refunded, as the merchant sends it. */
export type RefundAccount = {
  refund_holder: string
  refund_bank: string
  refund_account: string
  refund_tel: string | null
}

/**
 * Reads and checks the account for a refund. Nicepay takes at most 16 digits, without hyphens (its RefundAcctNo).
 * @throws Refusal naming the field that is missing or wrong
 */
export function refundAccountOf(fields: Fields): RefundAccount {
  const refund_holder = required(fields, 'refund_holder')
  const { code: refund_bank } = bankOf(fields, 'refund_bank')
  const refund_account = required(fields, 'refund_account')
  if (!/^\d{1,16}$/.test(refund_account))
    throw invalid('환불계좌번호는 16자리 이하의 숫자여야 합니다.', 'refund_account')
  return { refund_holder, refund_bank, refund_account, refund_tel: textOf(fields, 'refund_tel') }
}
