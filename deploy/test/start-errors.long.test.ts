import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type NatsUser, natsUsers } from '@kingcar/localstack/nats'
import { startTestNats, startTestPostgres, temporaryFolder, testCalloutSeed } from '@kingcar/testing'
import { expect, test } from 'vitest'
import type { Secrets } from '../local/configuration/secrets.ts'
import { writeCertificate } from './certificate.ts'
import { processesOf, runStarter, startedBefore } from './start-command.ts'

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

/** The output of a start that must fail; it leaves no process. */
async function refusal(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const starter = runStarter(dataDir, env)
  expect(await starter.exited).toBe(1)
  expect(starter.stdout()).toBe('')
  expect(starter.output()).not.toContain('    at ')
  await expect.poll(() => processesOf(dataDir)).toEqual([])
  return starter.output()
}

test.each(['PORT', 'NATS_PORT', 'MQTT_PORT', 'METRICS_PORT'])(
  'a %s in use is reported with its variable',
  async (variable) => {
    await using folder = temporaryFolder()
    const { server, port } = await occupy()
    expect(await refusal(folder.path, { [variable]: String(port) })).toContain(
      `Port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or set ${variable} to another port`,
    )
    server.close()
  },
)

test('two variables with the same port are reported', async () => {
  await using folder = temporaryFolder()
  const { server, port } = await occupy()
  server.close()
  const said = await refusal(folder.path, { PORT: String(port), MQTT_PORT: String(port) })
  expect(said).toContain(`PORT and MQTT_PORT both need port ${port}.`)
  const METRICS_PORT = String(port - 2) // of the gateway: that of catalog is the same as PORT
  expect(await refusal(folder.path, { PORT: String(port), METRICS_PORT })).toContain('PORT and METRICS_PORT both need')
})

test('a changed password of the superuser is reported with the place where to change it', async () => {
  await using folder = await startedBefore()
  const file = join(folder.path, 'secrets.json')
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets
  writeFileSync(file, JSON.stringify({ ...secrets, postgres: 'kchanged' }))
  expect(await refusal(folder.path)).toContain(
    'kingcar: PostgreSQL rejects the password. If it was changed, write the new one into "postgres" of secrets.json, or into DATABASE_URL (',
  )
})

test('data of an older PostgreSQL is reported and not changed', async () => {
  await using folder = temporaryFolder()
  const cluster = join(folder.path, 'postgres')
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  const { uid, mode } = statSync(cluster)
  expect(await refusal(folder.path)).toContain(`${cluster} holds data of PostgreSQL 17, but this is PostgreSQL 18.`)
  expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
  expect(statSync(cluster)).toMatchObject({ uid, mode })
})

test('a nats-server that is too old is reported', async () => {
  await using folder = temporaryFolder()
  const old = join(folder.path, 'nats-server')
  writeFileSync(old, '#!/bin/sh\necho nats-server: v2.9.10\n', { mode: 0o755 })
  expect(await refusal(join(folder.path, 'data'), { NATS_SERVER_BIN: old })).toContain(
    `NATS_SERVER_BIN is ${old}, which is not a nats-server of version 2.12.7 or newer.`,
  )
})

test('a data folder that is a file, or that the system refuses, is reported', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const paths = [file, join(file, 'data'), '/proc/kingcar', join(folder.path, 'long'.repeat(100))]
  for (const path of paths) expect(await refusal(path)).toContain('Set DATA_DIR to a writable folder.')
})

// ASVS 4.4.1, 12.2.1
test('production does not listen for devices in clear beyond this machine', async () => {
  await using folder = temporaryFolder()
  const said = await refusal(folder.path, { NODE_ENV: 'production', HOST: '0.0.0.0' })
  expect(said).toContain('devices on other machines would connect without TLS. Set TLS_CERT and TLS_KEY')
})

// ASVS 12.2.2
test('half of a TLS configuration and a wrong number are reported', async () => {
  await using folder = temporaryFolder()
  expect(await refusal(folder.path, { TLS_CERT: '/cert.pem' })).toContain('TLS needs both TLS_CERT and TLS_KEY')
  const wrong = { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' }
  expect(await refusal(folder.path, wrong)).toContain('TLS_CERT is /nowhere/cert.pem. It cannot be read (ENOENT).')
  const { cert } = writeCertificate(folder.path, 'localhost')
  expect(await refusal(folder.path, { TLS_CERT: cert, TLS_KEY: cert })).toContain(
    `TLS_CERT ${cert} and TLS_KEY ${cert} are not a certificate and its key`,
  )
  const other = join(folder.path, 'other.pem')
  writeFileSync(
    other,
    generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
  expect(await refusal(folder.path, { TLS_CERT: cert, TLS_KEY: other })).toContain('they do not belong together')
  const old = writeCertificate(folder.path, 'localhost', { until: '240101000000Z' })
  expect(await refusal(folder.path, { TLS_CERT: old.cert, TLS_KEY: old.key })).toContain(
    'expired on Jan  1 00:00:00 2024 GMT. Renew it, then start again.',
  )
  expect(await refusal(folder.path, { PORT: 'http' })).toContain('PORT')
})

test('production that is misspelt is no trial', async () => {
  await using folder = temporaryFolder()
  for (const NODE_ENV of ['prod', 'Production', 'production '])
    expect(await refusal(folder.path, { NODE_ENV })).toContain(`NODE_ENV is "${NODE_ENV}". Write it as production`)
})

test('a demo in production is refused', async () => {
  await using folder = temporaryFolder()
  const starter = runStarter(folder.path, { NODE_ENV: 'production' }, [
    process.execPath,
    'deploy/local/start.ts',
    '--demo',
  ])
  expect(await starter.exited).toBe(1)
  expect(starter.output()).toContain('an administrator with a well-known password, and NODE_ENV is production')
  expect(readdirSync(folder.path)).toEqual([])
})

test('a setting that a process rejects is reported', async () => {
  await using folder = temporaryFolder()
  expect(await refusal(folder.path, { RATE_LIMIT: '2000000' })).toContain(
    'kingcar: The gateway does not start: RATE_LIMIT must be <= 1000000.\n',
  )
})

const secrets = (password: (user: NatsUser) => string) => ({
  ...Object.fromEntries(natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, password(user)])),
  NATS_CALLOUT_SEED: testCalloutSeed,
})

test('an unusable database of the operator is reported with its variable', async () => {
  await using folder = temporaryFolder()
  expect(await refusal(folder.path, { DATABASE_URL: 'postgres://kingcar@127.0.0.1:1/kingcar' })).toContain(
    'The server of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  )
})

test('an unusable nats-server of the operator is reported with its variables', async () => {
  await using folder = temporaryFolder()
  await using nats = await startTestNats()
  expect(await refusal(folder.path, { NATS_URL: nats.url })).toContain(
    'NATS_URL also needs the secrets of its server: NATS_PASSWORD_SETUP, ',
  )
  const wrong = await refusal(folder.path, { NATS_URL: nats.url, ...secrets(() => 'wrong') })
  expect(wrong).toContain("The server of NATS_URL cannot be used: 'Authorization Violation'.")
})

test('servers of the operator replace those of the product', async () => {
  await using folder = temporaryFolder()
  await using cluster = await startTestPostgres()
  await using nats = await startTestNats()
  await using starter = runStarter(folder.path, {
    DATABASE_URL: cluster.url,
    NATS_URL: nats.url,
    ...secrets((user) => nats.user(user).password),
  })
  expect(await starter.ready()).toMatchObject({ nats: `nats://${nats.url}`, stores: [{}, {}, {}] })
  expect(readdirSync(folder.path)).not.toContain('postgres')
})
