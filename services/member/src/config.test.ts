import { expect, test } from 'vitest'
import { readMemberConfig, refusesEasyPasswords } from './config.ts'

const hex = 'ab'.repeat(32)
const needed = {
  NATS_URL: 'tls://nats',
  NATS_PASSWORD: 'secret',
  DATABASE_URL: 'postgres://db',
  JWT_PRIVATE_KEY: 'PEM',
  TOKEN_SECRET: hex,
  IDEMPOTENCY_SECRET: hex,
}

test.each([
  [{}, false],
  [{ NODE_ENV: 'production' }, true],
  [{ EASY_PASSWORDS: 'refused' }, true],
  [{ NODE_ENV: 'production', EASY_PASSWORDS: 'taken' }, false],
])('with %o, whether passwords that are easily guessed are refused: %s', (environment, refused) => {
  expect(refusesEasyPasswords(readMemberConfig({ ...needed, ...environment }))).toBe(refused)
})
