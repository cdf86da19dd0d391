import { AppError, type CashReceipt, type CashReceiptRequest, isBusinessNumber } from '@kingcar/contract'
import type { OrderApi } from '../provider/provider.ts'
import type { Providers } from '../provider/providers.ts'
import type { CashReceiptRow } from '../tables.ts'

/**
 * The name of a receipt at the provider: for the first receipt that of the order, so that both sides can compare them.
 */
export const receiptUidOf = (merchantUid: string, serial: number): string =>
  serial === 1 ? merchantUid : `${merchantUid}_${serial}`

/** What staff see of a receipt. */
export const toCashReceipt = ({ state, kind, wanted, issued, number, url, refusal }: CashReceiptRow): CashReceipt => ({
  state: stateOf({ state, wanted, issued }),
  kind,
  amount: wanted,
  number,
  url,
  refusal,
})

function stateOf({ state, wanted, issued }: Pick<CashReceiptRow, 'state' | 'wanted' | 'issued'>): CashReceipt['state'] {
  if (state === 'refused') return 'refused'
  if (state === 'issued' && issued === wanted) return 'issued'
  return state === 'none' && wanted === 0 ? 'cancelled' : 'pending'
}

const wrongPhone = {
  ko: '휴대폰 번호를 입력해 주세요. 예: 010-1234-5678',
  en: 'Must be a mobile phone number.',
}
const wrongBusiness = {
  ko: '사업자등록번호 10자리를 확인해 주세요.',
  en: 'Must be a business number with a correct check digit.',
}

const notIssuable = {
  ko: '결제사 계정이 없어 현금영수증을 발급할 수 없어요.',
  en: 'Not available: the payment provider has no account.',
}

/**
 * Checks that a receipt can be issued: without an account at the provider it would wait forever. @throws AppError
 * VALIDATION_FAILED at `path`
 */
export function assertIssuable({ configured }: Providers, api: OrderApi, path: string): void {
  if (!configured.some((each) => each === api))
    throw new AppError('VALIDATION_FAILED', { details: [{ path, ...notIssuable }] })
}

/** The digits of the number in a request for a receipt. @throws AppError VALIDATION_FAILED at `path` */
export function identifierOf({ kind, identifier }: CashReceiptRequest, path: string): string {
  const digits = identifier.replaceAll('-', '')
  const isRight = kind === 'corporate' ? isBusinessNumber(digits) : /^01\d{8,9}$/.test(digits)
  if (!isRight)
    throw new AppError('VALIDATION_FAILED', {
      details: [{ path, ...(kind === 'corporate' ? wrongBusiness : wrongPhone) }],
    })
  return digits
}
