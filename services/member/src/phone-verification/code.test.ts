import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacWith } from '../crypto/hmac.ts'
import { checkCode, deriveCode, mostWrongTries, smsText } from './code.ts'

const hash = hmacWith(randomBytes(32))

// ASVS 6.5.3
test('a verification has one code of six digits, and others have others', () => {
  const id = randomUUID()
  expect(deriveCode(hash, id)).toMatch(/^\d{6}$/)
  expect(deriveCode(hash, id)).toBe(deriveCode(hash, id))
  expect(deriveCode(hmacWith(randomBytes(32)), id)).not.toBe(deriveCode(hmacWith(randomBytes(32)), id))
})

// ASVS 6.5.4
test('codes are spread evenly, with those that begin with 0', () => {
  const tens = Array<number>(10).fill(0)
  for (let at = 0; at < 10_000; at += 1) {
    const first = Number(deriveCode(hash, randomUUID())[0])
    tens[first] = (tens[first] ?? 0) + 1
  }
  // Each a thousand, with a standard deviation of 30: one run in a hundred million is beyond six of them.
  for (const times of tens) expect(Math.abs(times - 1_000)).toBeLessThan(180)
})

test.each([
  [0, 180, true, 'right'],
  [mostWrongTries - 1, 0.001, true, 'right'],
  [0, 180, false, 'CODE_INVALID'],
  [mostWrongTries - 1, 180, false, 'CODE_INVALID'],
  [mostWrongTries, 180, true, 'TOO_MANY_ATTEMPTS'],
  [mostWrongTries, -1, false, 'TOO_MANY_ATTEMPTS'],
  [0, 0, true, 'CODE_EXPIRED'],
  [0, -1, false, 'CODE_EXPIRED'],
])('after %i wrong tries, %d seconds before its end, right %s: %s', (wrongTries, secondsLeft, right, verdict) =>
  expect(checkCode({ wrongTries, secondsLeft }, right)).toBe(verdict),
)

// ASVS 6.6.1
test.each([
  [null, '[KINGCAR] 인증번호 012345'],
  ['join', '[KINGCAR] 가입 인증번호 012345'],
  ['resetPassword', '[KINGCAR] 비밀번호 재설정 인증번호 012345'],
  ['changePhone', '[KINGCAR] 번호 변경 인증번호 012345'],
  ['alertPhone', '[KINGCAR] 알림 번호 인증번호 012345'],
] as const)('the message for %s is one SMS: 90 bytes of EUC-KR, of which a syllable takes two', (purpose, line) => {
  const text = smsText('012345', purpose)
  expect(text).toContain(line)
  expect(Buffer.from(text.replace(/[가-힣]/g, '..')).length).toBeLessThanOrEqual(90)
})
