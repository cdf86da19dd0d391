import type { CardFields } from './portone-objects.ts'

/** The result of payments with a card; the last four digits of its number decide. */
export type CardFate = 'fine' | 'declined' | 'expired' | 'stumbles'

const fates: Record<string, CardFate> = { '0002': 'declined', '0069': 'expired', '0119': 'stumbles' }

export const fateOf = (digits: string): CardFate => fates[digits.slice(-4)] ?? 'fine'

/** The issuer's reasons. */
export const refusals = {
  declined: '[결제승인실패(8037)] 한도초과 또는 카드사 승인거절',
  expired: '[결제승인실패(8324)] 유효기간이 경과된 카드입니다.',
  stumbles: '[PG사 통신오류] 일시적인 오류로 승인에 실패하였습니다. 잠시 후 다시 시도해 주세요.',
} as const

const issuers: Record<string, readonly [code: string, name: string]> = {
  '3': ['365', '삼성카드'],
  '4': ['366', '신한카드'],
  '5': ['381', 'KB국민카드'],
  '6': ['371', 'NH채움카드'],
  '9': ['361', 'BC카드'],
}

/** A card's issuer and masked number. */
export function describeCard(digits: string): CardFields {
  const [card_code, card_name] = issuers[digits[0] ?? ''] ?? ['367', '현대카드']
  const hidden = Math.max(0, digits.length - 10)
  return { card_code, card_name, card_number: digits.slice(0, 6) + '*'.repeat(hidden) + digits.slice(-4), card_type: 0 }
}
