import { expect, test } from 'vitest'
import { readOrdersConfig } from './config.ts'

const environment = {
  NATS_URL: '127.0.0.1:4222',
  NATS_PASSWORD: 'a',
  DATABASE_URL: 'postgres://127.0.0.1/a',
  IDEMPOTENCY_SECRET: 'ab'.repeat(32),
}
const inProduction = (more: Record<string, string>) =>
  readOrdersConfig(Object.assign({ NODE_ENV: 'production' }, environment, more))

// ASVS 12.3.1, 13.4.2, 15.2.3
test.each([
  [{ PORTONE_BASE_URL: 'http://127.0.0.1:8080/dev/portone' }, 'PORTONE_BASE_URL is a simulator'],
  [{ PORTONE_BASE_URL: 'http://localhost:9000' }, 'PORTONE_BASE_URL is a simulator'],
  [{ PORTONE_BASE_URL: 'https://kingcar.example.com/dev/portone' }, 'PORTONE_BASE_URL is a simulator'],
  [{ PORTONE_BASE_URL: 'http://api.iamport.kr' }, 'PORTONE_BASE_URL must be an https URL in production'],
  [{ MOVABLE_CLOCK: 'true' }, 'MOVABLE_CLOCK would charge'],
])('production refuses %j', (more, reason) => {
  expect(() => inProduction(more)).toThrow(reason)
  expect(readOrdersConfig(Object.assign({}, environment, more))).toMatchObject({ NODE_ENV: '' })
})

test('production uses PortOne unless another URL is set', () => {
  expect(inProduction({}).PORTONE_BASE_URL).toBe('https://api.iamport.kr')
})
