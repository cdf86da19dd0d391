import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { readStartConfig } from '../local/config.ts'
import { environmentOf, type ProcessName } from '../local/environment.ts'
import { readSecrets } from '../local/secrets.ts'

/** What each process is given, with these variables and none that the others name. */
function environmentWith(given: Record<string, string>, folder: string) {
  const named = ['RATE_LIMIT', 'RATE_LIMIT_FILE', 'HOST', 'NODE_ENV', 'SMS_PROVIDER', 'SOLAPI_API_SECRET']
  for (const name of named) vi.stubEnv(name, given[name])
  const places = { databaseUrl: 'postgres://127.0.0.1/postgres', natsUrl: '127.0.0.1:4222', port: 8080 }
  const [config, secrets] = [readStartConfig(), readSecrets(join(folder, 'secrets.json'))]
  return (name: ProcessName) => environmentOf(name, config, secrets, places)
}

test.each([
  [{}, 'true'],
  [{ RATE_LIMIT: '' }, 'true'],
  [{ RATE_LIMIT: '60' }, 'false'],
  [{ RATE_LIMIT_FILE: '/run/secrets/rate-limit' }, 'false'],
])('%o: calls from this machine are exempt from the limit: %s', async (given, exempt) => {
  await using folder = temporaryFolder()
  const environment = environmentWith(given, folder.path)('gateway')
  expect(environment.RATE_LIMIT_EXEMPT_LOOPBACK).toBe(exempt)
})

test.each([
  [{}, 'true'],
  [{ HOST: '127.0.0.5' }, 'true'],
  [{ HOST: '::1' }, 'true'],
  [{ HOST: '0.0.0.0' }, 'false'],
  [{ HOST: '192.0.2.1' }, 'false'],
  [{ NODE_ENV: 'production' }, 'false'],
])('%o: codes are shown to developers, and not counted for this machine: %s', async (given, local) => {
  await using folder = temporaryFolder()
  const environment = environmentWith(given, folder.path)
  expect(environment('gateway').LOCAL_ROUTES).toBe(local)
  expect(environment('member').SMS_EXEMPT_LOOPBACK).toBe(local)
})

test('keys of the SMS provider are given to the member service alone', async () => {
  await using folder = temporaryFolder()
  const given = { SMS_PROVIDER: 'solapi', SOLAPI_API_SECRET: 'secret' }
  const environment = environmentWith(given, folder.path)
  expect(environment('member')).toMatchObject(given)
  for (const name of ['gateway', 'catalog', 'orders', 'recognition'] as const)
    expect(Object.keys(environment(name)).filter((key) => /^(SMS|SOLAPI)_/.test(key))).toEqual([])
})
