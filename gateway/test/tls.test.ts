import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeCertificate } from '../../deploy/test/certificate.ts'
import { startEdge, store } from './edge.ts'

const servername = 'kingcar.test'
const origin = 'https://app.kingcar.test'
const folder = mkdtempSync(join(tmpdir(), 'kingcar-tls-'))
const { cert, key } = writeCertificate(folder, servername)
const ca = readFileSync(cert, 'utf8')
const consoleFolder = join(folder, 'console')
mkdirSync(join(consoleFolder, 'assets'), { recursive: true })
writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>console</title>')
writeFileSync(join(consoleFolder, 'assets/main-abc123.js'), 'console.log(1)')

let port: number
const edge = startedBeforeAll(() =>
  startEdge({ TLS_CERT: cert, TLS_KEY: key, CONSOLE_DIR: consoleFolder, CORS_ORIGINS: origin }),
)
beforeAll(async () => {
  port = Number(new URL(edge.url).port)
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('the expiry of its certificate is a metric', async () => {
  const expiry = Date.parse(new X509Certificate(ca).validTo) / 1_000
  expect(await edge.health.metrics.metrics()).toContain(
    `kingcar_certificate_expiry_timestamp_seconds{server="gateway"} ${expiry}`,
  )
})

type Answer = { status: number; headers: Record<string, string> }

async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, ca, servername, method, path, headers, agent: false }).end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  return { status: answer.statusCode, headers: answer.headers }
}

/** Sends raw bytes and returns status and headers of the response. */
async function askRaw(text: string): Promise<Answer> {
  const socket = connect({ host: '127.0.0.1', port, ca, servername })
  socket.end(text)
  const answer = (await socket.setEncoding('utf8').toArray()).join('')
  const [first = '', ...lines] = (answer.split('\r\n\r\n', 1)[0] ?? '').split('\r\n')
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) }
}

const admin = () => ({ authorization: `Bearer ${edge.token()}` })
const page = { accept: 'text/html' }

// ASVS 1.3.2, 3.2.1, 3.3.1, 3.3.2, 3.3.3, 3.4.1, 3.4.3, 3.4.4, 3.4.6, 3.7.1
describe('every response forces browsers to use TLS and its type, and forbids frames', () => {
  const answers: [what: string, status: number, ask: () => Promise<Answer>][] = [
    ['health', 200, () => ask('GET', '/api/health')],
    ['a list that is kept', 200, () => ask('GET', '/api/stores')],
    [
      'one that has not changed',
      304,
      async () => ask('GET', '/api/stores', { 'if-none-match': (await ask('GET', '/api/stores')).headers.etag ?? '' }),
    ],
    ['a resource', 200, () => ask('GET', `/admin/api/stores/${store.id}`, admin())],
    ['a file of a list', 200, () => ask('GET', '/admin/api/members/export', admin())],
    ['a refusal', 401, () => ask('GET', `/admin/api/stores/${store.id}`)],
    ['a path of nobody', 404, () => ask('GET', '/api/nothing')],
    ['a path that cannot be decoded', 400, () => ask('GET', '/api/%zz')],
    [
      'the question before a call',
      204,
      () => ask('OPTIONS', '/api/stores', { origin, 'access-control-request-method': 'GET' }),
    ],
    ['the console', 200, () => ask('GET', '/', page)],
    ['a path of the console', 200, () => ask('GET', '/manage/stores', page)],
    ['a file of the console', 200, () => ask('GET', '/assets/main-abc123.js')],
    ['the reference', 200, () => ask('GET', '/docs', page)],
    ['a file of the reference', 200, () => ask('GET', '/docs/files/swagger-ui.css')],
    ['the document', 200, () => ask('GET', '/openapi.json')],
    // ASVS 13.4.4, 4.1.4
    ['a method that nothing has', 404, () => ask('TRACE', '/api/health')],
    ['no request at all', 400, () => askRaw('nonsense\r\n\r\n')],
  ]

  test.each(answers)('%s', async (_what, status, asking) => {
    const { headers, ...answer } = await asking()
    expect(answer.status).toBe(status)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(headers['x-content-type-options']).toBe('nosniff')
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']?.split(';')).toContain(directive)
    expect(headers['set-cookie']).toBeUndefined()
  })

  // ASVS 3.4.5
  test.each(['/', '/docs', '/assets/main-abc123.js', '/docs/files/swagger-ui.css'])(
    '%s sends no referrer, is isolated from other origins, and requests no device permission',
    async (path) => {
      const { headers } = await ask('GET', path, page)
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/)
    },
  )
})

describe('the listener', () => {
  /** The negotiated TLS version. */
  async function agree(options: ConnectionOptions): Promise<string | null> {
    const socket = connect({ host: '127.0.0.1', port, ca, servername, ...options })
    await once(socket, 'secureConnect')
    const version = socket.getProtocol()
    socket.destroy()
    return version
  }

  // ASVS 11.3.2, 12.1.1
  test.each([
    ['TLSv1.3', {}],
    ['TLSv1.2', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' }],
    ['TLSv1.2', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' }],
  ] satisfies [string, ConnectionOptions][])('speaks %s with %j', async (version, options) => {
    expect(await agree(options)).toBe(version)
  })

  // ASVS 12.1.1, 12.1.2
  test.each([
    { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' },
    { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384' },
  ] satisfies ConnectionOptions[])('does not take %j', async (options) => {
    await expect(agree(options)).rejects.toThrow(/alert/)
  })
})
