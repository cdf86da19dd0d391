import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { temporaryFolder } from '@kingcar/testing'
import { connect } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../local/build.ts'
import { addressOf } from '../local/configuration/addresses.ts'
import { writeCertificate } from './certificate.ts'
import { type Device, demoDevice, runStarter, startedBefore } from './start-command.ts'

beforeAll(() => build(() => undefined), 120_000)

const host = 'kingcar.test'

async function signInStatus(base: string, email: string | null, password: string | null): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/admin/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

// ASVS 6.3.2
test('open to others without TLS: a warning, a password of its own shown once, and the known one no longer works', async () => {
  await using folder = await startedBefore()
  const known = runStarter(folder.path)
  const { email, password } = await known.ready()
  await known[Symbol.asyncDispose]()

  const first = runStarter(folder.path, { HOST: '0.0.0.0' })
  const opened = await first.ready()
  expect(first.output()).toContain('WARNING: 0.0.0.0 is reachable from other machines without TLS')
  expect(opened.password).toMatch(/^k[0-9a-f]{48}$/)
  expect(await signInStatus(opened.http, email, password)).toBe(401)
  expect(await signInStatus(opened.http, email, opened.password)).toBe(200)
  expect((await fetch(`${opened.http}/dev/outbox`)).status).toBe(404)
  await first[Symbol.asyncDispose]()

  await using second = runStarter(folder.path, { HOST: '0.0.0.0' })
  expect((await second.ready()).password).toBeNull()
})

const signInOf = ({ deviceId, secret }: Device) => ({ user: deviceId, pass: secret })
const subjectOf = ({ storeId, deviceId }: Device) => `recognition.read.${storeId}.${deviceId}`

/** The version of TLS that a client of MQTT and the server agree on. */
async function agreeOverMqtt(port: number, options: ConnectionOptions): Promise<string | null> {
  const socket = connectTls({ host: '127.0.0.1', port, ...options })
  await once(socket, 'secureConnect')
  const version = socket.getProtocol()
  socket.destroy()
  return version
}

/** The same for NATS, where the server speaks first, in clear, and asks for TLS. */
async function agreeOverNats(port: number, options: ConnectionOptions): Promise<string | null> {
  const socket = connectTcp(port, '127.0.0.1')
  await once(socket, 'data')
  return agreeOverMqtt(port, { socket, ...options })
}

// ASVS 4.1.2, 12.1.1, 12.1.2
test('with a certificate HTTP, NATS and MQTT speak TLS, and NATS nothing else', async () => {
  await using folder = temporaryFolder()
  const { cert, key } = writeCertificate(folder.path, host)
  const ca = readFileSync(cert, 'utf8')
  const env = { TLS_CERT: cert, TLS_KEY: key, HOST: '0.0.0.0' }
  await using product = runStarter(join(folder.path, 'data'), env)
  const { http, nats, mqtt } = await product.ready()
  const recognizer = demoDevice(join(folder.path, 'data'))
  expect([http, nats, mqtt].map((url) => new URL(url).protocol)).toEqual(['https:', 'tls:', 'mqtts:'])
  expect(product.output()).not.toContain('WARNING')

  const page = request(`${http}/api/stores`, { ca, servername: host }).end()
  const [response] = await once(page, 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  const plain = await fetch(`${http.replace('https:', 'http:')}/api/stores`, { redirect: 'manual' }).catch(
    () => undefined,
  )
  expect([plain?.headers.get('location') ?? null, (plain?.status ?? 400) >= 400]).toEqual([null, true]) // not led there

  for (const [url, agreed] of [
    [mqtt, agreeOverMqtt],
    [nats, agreeOverNats],
  ] as const) {
    const port = Number(new URL(url).port)
    expect(await agreed(port, { ca, servername: host })).toBe('TLSv1.3')
    const modern = { ca, servername: host, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' } as const
    expect(await agreed(port, modern)).toBe('TLSv1.2')
    await expect(agreed(port, { ...modern, ciphers: 'ECDHE-ECDSA-AES128-SHA' })).rejects.toThrow(/alert/)
  }

  const tls = { ca, checkServerIdentity: () => undefined }
  const device = await connect({ servers: nats, ...signInOf(recognizer), tls })
  expect((await device.request(subjectOf(recognizer), '{}', { timeout: 10_000 })).json()).toMatchObject({
    stream: 'READS',
  })
  await device.close()
  await expect(
    connect({ servers: nats.replace('tls:', 'nats:'), ...signInOf(recognizer), tls: null }),
  ).rejects.toThrow()
})

test.each([
  ['::1', '[::1]:8080'],
  ['2001:db8::7', '[2001:db8::7]:8080'],
  ['::', '127.0.0.1:8080'],
  ['0.0.0.0', '127.0.0.1:8080'],
  ['localhost', 'localhost:8080'],
])('a listener on %s is reachable at %s', (listener, address) => {
  expect(addressOf(listener, 8080)).toBe(address)
})

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

test.runIf(hasIPv6)('on an IPv6 address the URLs of HTTP, NATS and MQTT have brackets', async () => {
  await using folder = temporaryFolder()
  await using product = runStarter(folder.path, { HOST: '::1' })
  const { http, nats, mqtt } = await product.ready()
  const recognizer = demoDevice(folder.path)
  expect([http, nats, mqtt].map((url) => new URL(url).hostname)).toEqual(['[::1]', '[::1]', '[::1]'])
  expect((await fetch(`${http}/api/stores`)).status).toBe(200)
  const device = await connect({ servers: nats, ...signInOf(recognizer) })
  expect((await device.request(subjectOf(recognizer), '{}', { timeout: 10_000 })).json()).toMatchObject({
    stream: 'READS',
  })
  await device.close()
})
