import { expect, test } from 'vitest'
import { safeRedirect } from './redirect-after-login.ts'

// ASVS 3.7.2
test.each(['/', '/connect', '/connect?storeId=1&mask=true', '/manage/visits#today', '/한글'])('keeps %s', (path) => {
  expect(decodeURI(safeRedirect(path))).toBe(path)
})

test.each([
  undefined,
  null,
  7,
  '',
  'connect',
  'https://evil.test/',
  '//evil.test',
  '//evil.test/connect',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/..//evil.test',
  '/./\\evil.test',
  'javascript:alert(1)',
  ' /connect',
  '/login',
  '/login?redirect=/login',
])('refuses %j', (path) => {
  expect(safeRedirect(path)).toBe('/')
})
