import { expect, test } from 'vitest'
import { chargeFailureOf } from './charge-failure.ts'

test.each([
  ['[결제승인실패(8037)] 한도초과 또는 카드사 승인거절', 'declined'],
  ['[결제승인실패(8324)] 유효기간이 경과된 카드입니다.', 'cardExpired'],
  ['[PG사 통신오류] 일시적인 오류로 승인에 실패하였습니다. 잠시 후 다시 시도해 주세요.', 'bankUnavailable'],
  ['카드사 시스템 점검 중입니다.', 'bankUnavailable'],
  ['승인 응답 시간초과', 'bankUnavailable'],
  ['Request Timeout', 'bankUnavailable'],
  ['[8014] 월 한도초과', 'limitExceeded'],
  ['잔액부족', 'limitExceeded'],
  ['[결제승인실패(2159)] 해당은행장애', 'bankUnavailable'],
  ['[결제승인실패(A299)] 카드사 응답시간이 초과되었습니다.', 'bankUnavailable'],
  ['[결제승인실패(A401)] 대외계 전문통신 과정에서 오류가 발생하였습니다.', 'bankUnavailable'],
  ['[결제승인실패(3095)] 카드사 실패 응답 - 한도초과', 'limitExceeded'],
  ['[결제승인실패(3095)] 카드사 실패 응답 - 도난·분실 신고된 카드입니다.', 'declined'],
  ['분실카드', 'declined'],
  ['', 'declined'],
  [null, 'declined'],
])('the failure %j is %s', (text, failure) => {
  expect(chargeFailureOf(text)).toBe(failure)
})
