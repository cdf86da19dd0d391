import type { CardFields } from './portone-objects.ts'
import { Refusal } from './refusal.ts'

/**
 * Why an issuer declines, with the code that Nicepay passes on. A soft refusal is temporary, and the same card may pay
 * soon; after a hard one the payer has to act. The codes 2159, A299, A401 and 3095 are from Nicepay's manual.
 */
export const refusals = {
  declined: { kind: 'hard', text: '[결제승인실패(8037)] 한도초과 또는 카드사 승인거절' },
  expired: { kind: 'hard', text: '[결제승인실패(8324)] 유효기간이 경과된 카드입니다.' },
  limit: { kind: 'hard', text: '[결제승인실패(3095)] 카드사 실패 응답 - 한도초과' },
  lost: { kind: 'hard', text: '[결제승인실패(3095)] 카드사 실패 응답 - 도난·분실 신고된 카드입니다.' },
  maintenance: { kind: 'soft', text: '[결제승인실패(2159)] 해당은행장애 - 은행 시스템 점검 중입니다.' },
  timeout: { kind: 'soft', text: '[결제승인실패(A299)] API 지연처리 발생 - 카드사 응답시간이 초과되었습니다.' },
  connection: { kind: 'soft', text: '[결제승인실패(A401)] 대외계 전문통신 과정에서 오류가 발생하였습니다.' },
} as const satisfies Record<string, { kind: 'soft' | 'hard'; text: string }>

export type RefusalName = keyof typeof refusals

const isRefusal = (name: string): name is RefusalName => Object.hasOwn(refusals, name)

/** The refusal that a control names. @throws Refusal for an unknown name */
export function refusalNamed(name: string): RefusalName {
  if (isRefusal(name)) return name
  throw new Refusal(`refusal은 ${Object.keys(refusals).join(', ')} 중 하나여야 합니다.`)
}

/** The message of the one HTTP 500 of a card that `stumbles`. */
export const stumble = '[PG사 통신오류] 일시적인 오류로 승인에 실패하였습니다. 잠시 후 다시 시도해 주세요.'

/** The result of payments with a card, which the last four digits of its number select. */
export type CardFate = 'fine' | 'stumbles' | 'pauses' | RefusalName

const fates: Readonly<Record<string, CardFate>> = {
  '0002': 'declined',
  '0069': 'expired',
  '0119': 'stumbles',
  '9995': 'limit',
  '9987': 'lost',
  '5001': 'maintenance',
  '5002': 'timeout',
  '5003': 'pauses',
}

export const fateOf = (digits: string): CardFate => fates[digits.slice(-4)] ?? 'fine'

/** The refusal of every payment with the card; undefined if a payment succeeds now or later. */
export const permanentRefusal = (fate: CardFate): RefusalName | undefined =>
  fate === 'fine' || fate === 'stumbles' || fate === 'pauses' ? undefined : fate

const issuers: Readonly<Record<string, readonly [code: string, name: string]>> = {
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
