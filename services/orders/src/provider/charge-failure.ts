import type { ChargeFailure } from './provider.ts'

/*
 * Rules for the reason of a failure. PortOne has no codes for failures: the text comes from the payment gateway, and
 * its numbers have another meaning at each gateway. So the words decide, by the first rule that matches; without a
 * match it is a refusal of the card.
 */
const rules: readonly (readonly [RegExp, ChargeFailure])[] = [
  [
    /점검|장애|통신|일시적|시간이?\s*초과|타임\s*아웃|time[\s-]?out|지연|응답\s*없|시스템\s*오류|잠시\s*후/i,
    'bankUnavailable',
  ],
  [/유효\s*기간|만료|expired/i, 'cardExpired'],
  [/승인\s*거절/, 'declined'],
  [/한도|잔액/, 'limitExceeded'],
]

/** The reason why a charge failed. @param text of the payment gateway */
export const chargeFailureOf = (text: string | null | undefined): ChargeFailure =>
  rules.find(([words]) => words.test(text ?? ''))?.[1] ?? 'declined'
