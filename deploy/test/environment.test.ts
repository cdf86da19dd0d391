import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { readStartConfig } from '../local/config.ts'
import { environmentOf } from '../local/environment.ts'
import { readSecrets } from '../local/secrets.ts'

test.each([
  [{}, 'true'],
  [{ RATE_LIMIT: '' }, 'true'],
  [{ RATE_LIMIT: '60' }, 'false'],
  [{ RATE_LIMIT_FILE: '/run/secrets/rate-limit' }, 'false'],
])('%o: calls from this machine are exempt from the limit: %s', async (given, exempt) => {
  await using folder = temporaryFolder()
  for (const name of ['RATE_LIMIT', 'RATE_LIMIT_FILE']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  const places = { databaseUrl: 'postgres://127.0.0.1/postgres', natsUrl: '127.0.0.1:4222', port: 8080 }
  const environment = environmentOf(
    'gateway',
    readStartConfig(),
    readSecrets(join(folder.path, 'secrets.json')),
    places,
  )
  expect(environment.RATE_LIMIT_EXEMPT_LOOPBACK).toBe(exempt)
})
