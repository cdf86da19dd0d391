import { expect, test } from 'vitest'
import { readMemberConfig, rejectsWeakPasswords } from './config.ts'

const hex = 'ab'.repeat(32)
const needed = {
  NATS_URL: 'tls://nats',
  NATS_PASSWORD: 'secret',
  DATABASE_URL: 'postgres://db',
  JWT_PRIVATE_KEY: 'PEM',
  TOKEN_SECRET: hex,
  IDEMPOTENCY_SECRET: hex,
}
const rejects = (environment: Record<string, string>) =>
  rejectsWeakPasswords(readMemberConfig({ ...needed, ...environment }))

test.each([
  [{}, false],
  [{ NODE_ENV: 'production' }, true],
  [{ WEAK_PASSWORDS: 'reject' }, true],
  [{ NODE_ENV: 'production', WEAK_PASSWORDS: 'allow' }, false],
])('with %o, weak passwords are rejected: %s', (environment, expected) => expect(rejects(environment)).toBe(expected))

test.each([
  [{ EASY_PASSWORDS: 'refused' }, true],
  [{ NODE_ENV: 'production', EASY_PASSWORDS: 'taken' }, false],
  [{ EASY_PASSWORDS: 'refused', WEAK_PASSWORDS: '' }, true],
  [{ EASY_PASSWORDS: 'refused', WEAK_PASSWORDS: 'allow' }, false],
])('with the deprecated name, %o, weak passwords are rejected: %s', (environment, expected) =>
  expect(rejects(environment)).toBe(expected),
)

test.each([{ WEAK_PASSWORDS: 'refused' }, { EASY_PASSWORDS: 'allow' }])('%o is not accepted', (environment) =>
  expect(() => rejects(environment)).toThrow(Object.keys(environment)[0]),
)
