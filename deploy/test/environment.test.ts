import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { readStartConfig } from '../local/configuration/config.ts'
import { environmentOf, type ProcessName, usesSimulator } from '../local/configuration/process-environment.ts'
import { readSecrets } from '../local/configuration/secrets.ts'

/** What each process is given, with these variables and none that the others name. */
function environmentWith(given: Record<string, string>, folder: string) {
  const named = ['RATE_LIMIT', 'RATE_LIMIT_FILE', 'HOST', 'NODE_ENV', 'SMS_PROVIDER', 'SOLAPI_API_SECRET']
  const mail = ['SMTP_PASSWORD', 'SMTP_PASSWORD_FILE', 'MAIL_FROM']
  const passwords = ['WEAK_PASSWORDS', 'EASY_PASSWORDS']
  const payments = ['BASE_URL', 'IMP_KEY', 'IMP_SECRET', 'IMP_CODE', 'CHANNEL_KEY', 'IMP_SECRET_FILE']
  for (const name of [...named, ...mail, ...passwords, ...payments.map((each) => `PORTONE_${each}`), 'MOVABLE_CLOCK'])
    vi.stubEnv(name, given[name])
  const [config, secrets] = [readStartConfig(), readSecrets(join(folder, 'secrets.json'))]
  const places = {
    databaseUrl: 'postgres://127.0.0.1/postgres',
    natsUrl: '127.0.0.1:4222',
    port: 8080,
    simulator: usesSimulator(config) ? { port: 20_080, file: join(folder, 'portone.jsonl') } : null,
  }
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

// ASVS 11.1.1, 13.3.2
test.each([
  ...['SMS_PROVIDER', 'SOLAPI_API_SECRET', 'SMTP_PASSWORD', 'SMTP_PASSWORD_FILE', 'MAIL_FROM'],
  ...['WEAK_PASSWORDS', 'EASY_PASSWORDS'],
])('only the member service receives %s', async (name) => {
  await using folder = temporaryFolder()
  const environment = environmentWith({ [name]: 'any' }, folder.path)
  expect(environment('member')[name]).toBe('any')
  for (const process of ['gateway', 'catalog', 'orders', 'recognition'] as const)
    expect(environment(process)).not.toHaveProperty(name)
})

/** What of an environment concerns payments. */
const paymentsOf = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => /^(PORTONE|SIMULATOR|WEBHOOK|MOVABLE)_/.test(name)))

test('outside production orders are paid with the simulator, which has the same keys and sends webhooks to this gateway', async () => {
  await using folder = temporaryFolder()
  const environment = environmentWith({ MOVABLE_CLOCK: 'false' }, folder.path)
  const keys = {
    PORTONE_IMP_KEY: 'imp_local',
    PORTONE_IMP_SECRET: 'imp_local_secret',
    PORTONE_API: 'v1',
    PORTONE_V2_API_SECRET: 'v2_local_secret',
    PORTONE_V2_STORE_ID: 'store-local',
    PORTONE_V2_WEBHOOK_SECRETS: expect.stringMatching(/^whsec_/),
  }
  expect(paymentsOf(environment('orders'))).toEqual({
    ...keys,
    PORTONE_BASE_URL: 'http://127.0.0.1:20080',
    PORTONE_V2_BASE_URL: 'http://127.0.0.1:20080/v2',
    PORTONE_V2_CHANNEL_KEYS: expect.stringContaining('kakaopay='),
    PORTONE_IMP_CODE: 'imp00000000',
    PORTONE_CHANNEL_KEY: 'channel-key-local',
    MOVABLE_CLOCK: 'true',
  })
  expect(paymentsOf(environment('simulator'))).toEqual({
    ...keys,
    SIMULATOR_PORT: '20080',
    SIMULATOR_FILE: join(folder.path, 'portone.jsonl'),
    SIMULATOR_PUBLIC_URL: 'http://127.0.0.1:8080/dev/portone',
    WEBHOOK_URL: 'http://127.0.0.1:8080/api/orders/webhook',
    WEBHOOK_V2_URL: 'http://127.0.0.1:8080/api/orders/webhook/v2',
  })
  expect(paymentsOf(environment('gateway'))).toEqual({ PORTONE_SIMULATOR_URL: 'http://127.0.0.1:20080' })
  expect(
    Object.keys(environment('simulator')).filter((name) =>
      /^(NATS_(URL|USER|PASSWORD)|DATABASE_|JWT_|IDEMPOTENCY_)/.test(name),
    ),
  ).toEqual([])
})

// ASVS 13.3.2
test('keys of an account at the provider are given to orders alone, and to the simulator that plays it', async () => {
  await using folder = temporaryFolder()
  const given = { PORTONE_IMP_KEY: 'own', PORTONE_IMP_SECRET_FILE: '/run/secrets/portone', PORTONE_IMP_CODE: 'imp1' }
  const environment = environmentWith(given, folder.path)
  expect(paymentsOf(environment('orders'))).toMatchObject(given)
  expect(environment('orders').PORTONE_IMP_SECRET).toBeUndefined()
  const { PORTONE_IMP_CODE: _code, ...account } = given
  expect(paymentsOf(environment('simulator'))).toMatchObject(account)
  for (const name of ['gateway', 'catalog', 'member', 'recognition'] as const)
    expect(Object.keys(paymentsOf(environment(name))).filter((key) => key.startsWith('PORTONE_IMP'))).toEqual([])
})

test.each([
  [{ HOST: '0.0.0.0' }, 'http://127.0.0.1:20080', 'false'],
  [{ PORTONE_BASE_URL: 'https://api.iamport.kr' }, 'https://api.iamport.kr', 'true'],
  [{ NODE_ENV: 'production' }, undefined, 'false'],
  [{ NODE_ENV: 'production', MOVABLE_CLOCK: 'true' }, undefined, 'false'],
])('%o: orders are paid at %s, with a clock that can be moved: %s', async (given, url, movable) => {
  await using folder = temporaryFolder()
  const environment = environmentWith(given, folder.path)
  const { PORTONE_BASE_URL, PORTONE_IMP_KEY, MOVABLE_CLOCK } = environment('orders')
  const simulated = url?.includes('20080') === true
  expect([PORTONE_BASE_URL, PORTONE_IMP_KEY, MOVABLE_CLOCK]).toEqual([
    url,
    simulated ? 'imp_local' : undefined,
    movable,
  ])
  expect(environment('gateway').PORTONE_SIMULATOR_URL).toBe(simulated ? url : undefined)
})

test('each process has the operations port at which Prometheus scrapes it', async () => {
  await using folder = temporaryFolder()
  const environment = environmentWith({}, folder.path)
  const { scrape_configs: jobs } = parse(readFileSync(join(root, 'deploy/monitoring/prometheus.yml'), 'utf8')) as {
    scrape_configs: { job_name: string; static_configs: [{ targets: [string] }] }[]
  }
  const scraped = jobs
    .filter(({ job_name: job }) => job !== 'kingcar-node')
    .map(({ job_name: job, static_configs: [{ targets }] }) => [job.slice('kingcar-'.length), targets[0]])
  const names = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const
  expect(scraped).toEqual(
    names.map((name) => [name, `${environment(name).OPERATIONS_HOST}:${environment(name).OPERATIONS_PORT}`]),
  )
  vi.stubEnv('METRICS_PORT', '0')
  for (const name of names) expect(environmentWith({}, folder.path)(name).OPERATIONS_PORT).toBe('0')
})
