import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

const secret = newTotpSecret()
const codeAt = (ms: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })

describe('a code', () => {
  test('is that of RFC 6238', () => {
    // Appendix B, the last six digits of eight
    const rfc = Secret.fromLatin1('12345678901234567890').base32
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [20_000_000_000, '353130'],
    ] as const)
      expect(stepOfCode(rfc, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30))
  })

  test('is accepted in its step, the one before and the one after', () => {
    const step = fc.integer({ min: 50_000_000, max: 70_000_000 })
    const second = fc.integer({ min: 0, max: 29_999 })
    fc.assert(
      fc.property(step, second, fc.integer({ min: -5, max: 5 }), (at, ms, apart) => {
        const found = stepOfCode(secret, codeAt((at + apart) * 30_000), new Date(at * 30_000 + ms))
        if (Math.abs(apart) <= 1) expect(found).toBe(at + apart)
        else expect(Math.abs((found ?? at) - at)).toBeLessThanOrEqual(1) // the code of another step, by chance
      }),
    )
  })

  test('has six digits', () => {
    const code = codeAt(0)
    for (const text of ['', code.slice(1), `${code}0`, `+${code.slice(1)}`, ` ${code.slice(1)}`, `${code}\n`])
      expect(stepOfCode(secret, text, new Date(0))).toBeUndefined()
  })
})

// ASVS 11.5.1
test('a secret has 160 random bits', () => {
  const made = Array.from({ length: 100 }, newTotpSecret)
  expect(new Set(made).size).toBe(100)
  for (const each of made) expect(each).toMatch(/^[A-Z2-7]{32}$/)
})

test('the URI names the account and the product', () => {
  const uri = new URL(totpUri(secret, 'kim+a@kingcar.test'))
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/KingCar:kim+a@kingcar.test',
  ])
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'KingCar', secret, digits: '6', period: '30' })
})
