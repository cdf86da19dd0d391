import { useDecisions } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { entitlementOf, isPending } from './entitlement.ts'

const member = { listed: null, doubtful: false, late: false, memberId: 'm', productUsed: null, useDecision: null }

test('each visit has one word: a block first, then the use, doubt, the list, the decision', () => {
  const used = {
    ...member,
    productUsed: { productName: '정기 세차권', remainingUses: 3 },
    useDecision: 'used' as const,
  }
  expect(entitlementOf(used)).toEqual({ tone: 'ok', word: '사용됨', rest: '3회 남음' })
  expect(entitlementOf({ ...used, listed: 'blocked' })).toMatchObject({ tone: 'error', word: '출입 금지' })
  expect(entitlementOf({ ...member, listed: 'vip', useDecision: 'noProduct' }).word).toBe('VIP')
  expect(entitlementOf({ ...member, listed: 'vip', doubtful: true }).word).toBe('번호 확인 필요')
  expect(entitlementOf({ ...member, useDecision: 'noProduct' })).toMatchObject({ tone: 'error', word: '이용권 없음' })
  expect(entitlementOf({ ...member, memberId: null })).toMatchObject({ tone: 'neutral', word: '미등록' })
  expect(entitlementOf({ ...member, late: true }).word).toBe('늦은 기록')
  expect(isPending(member)).toBe(true)
  const words = useDecisions.map((useDecision) => entitlementOf({ ...member, useDecision }).word)
  expect(new Set(words).size).toBe(useDecisions.length)
})
