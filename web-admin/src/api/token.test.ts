import { expect, test } from 'vitest'
import { isExpired, readClaims } from './token.ts'

const jwt = (claims: object) => `h.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.s`

test('reads exp, iat, role and sub', () => {
  expect(readClaims(jwt({ exp: 200, sub: 'a?>~' }).replaceAll('=', ''))).toEqual({ exp: 200, sub: 'a?>~' })
  expect(readClaims(jwt({ exp: 200, sub: 1 }))).toEqual({ exp: 200 })
  expect(readClaims(jwt({ exp: 200, iat: 100, role: 'screen' }))).toEqual({ exp: 200, iat: 100, role: 'screen' })
  expect(readClaims(jwt({ exp: 200, role: 7 }))).toEqual({ exp: 200 })
  expect(readClaims(jwt({ exp: 200, iat: 100 }))).toEqual({ exp: 200, iat: 100 })
  expect(readClaims(jwt({ exp: 200 }))).toEqual({ exp: 200 })
})

test.each([
  '',
  'x',
  'a.b.c',
  'a.%%%.c',
  jwt({}),
  jwt({ exp: 'soon' }),
  jwt({ exp: null }),
  `h.${btoa('null')}.s`,
  `h.${btoa('7')}.s`,
])('refuses %s', (token) => {
  expect(readClaims(token)).toBeNull()
  expect(isExpired(token, 0)).toBe(true)
})

test('expires at exp in seconds, a little early', () => {
  const token = jwt({ exp: 1_000, iat: 100 })
  expect(isExpired(token, 994)).toBe(false)
  expect(isExpired(token, 995)).toBe(true)
  expect(isExpired(jwt({ exp: 1_000 }), 999)).toBe(false)
  expect(isExpired(jwt({ exp: 1_000 }), 1_000)).toBe(true)
})

test('the margin of a short-lived token is a tenth of its lifetime', () => {
  const token = jwt({ exp: 110, iat: 100 })
  expect(isExpired(token, 108.9)).toBe(false)
  expect(isExpired(token, 109)).toBe(true)
})
