import { carriesBody, contract, type Operation, type Role, rolesFor, route } from '@kingcar/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, type EdgeDevice, type Failure, startEdge } from './edge.ts'

let edge: Edge
let device: EdgeDevice
beforeAll(async () => {
  edge = await startEdge()
  device = await edge.device()
})
afterAll(() => edge[Symbol.asyncDispose]())

const operations = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(({ answer }) => answer !== 'live')

const hostile = fc.constantFrom<unknown>(
  ...[
    '',
    ' ',
    '\0',
    '\r\n',
    '>',
    '*',
    '../..',
    '{{7*7}}',
    "' or 1=1--",
    '{"$gt":""}',
    '__proto__',
    'constructor',
    '\ud800',
  ],
  ...[
    '김철수',
    '１２',
    'null',
    'undefined',
    '[object Object]',
    'true',
    '1e309',
    '9007199254740993',
    '0000-00-00',
    'x'.repeat(5_000),
  ],
  ...[null, true, 0, -0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], { __proto__: null, constructor: { prototype: {} } }],
)
const value = fc.oneof({ weight: 3, arbitrary: hostile }, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))
const contentType = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/xml',
  '',
)

/** Requests near the operation's form, with something wrong in any place. */
const request = fc.constantFrom(...operations).chain((op) => {
  const names = [...Object.keys(op.input.properties), 'extra', '__proto__', 'page', 'sort', 'pageable']
  return fc.record({
    op: fc.constant(op),
    path: fc.array(
      fc.oneof(
        fc.uuid(),
        hostile.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))),
      ),
      { minLength: 3, maxLength: 3 },
    ),
    fields: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }),
    // Most calls with a body have no query: one that has is refused, and hides what the body would show.
    query: fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      fc.dictionary(fc.constantFrom(...names, 'utm_source', '_'), value, { maxKeys: 3 }),
    ),
    broken: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.string({ unit: 'binary' })),
    contentType,
    token: fc.constantFrom('right', 'right', 'right', 'none', 'other', 'nonsense'),
    header: fc.constantFrom(
      'idempotency-key',
      'if-match',
      'if-none-match',
      'accept-language',
      'traceparent',
      'x-request-id',
    ),
    text: fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
  })
})

const isUnknown = (name: string) => name !== 'utm_source' && name !== '_'
const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed())

function authorization(op: Operation, kind: string): Record<string, string> {
  if (kind === 'none') return {}
  if (kind === 'nonsense') return { authorization: 'Bearer x' }
  if (op.access === 'device') return device.headers
  const role: Role = kind === 'other' ? 'screen' : (rolesFor[op.access][0] ?? 'member')
  return { authorization: `Bearer ${edge.token({ role })}` }
}

test('no request, however hostile, is answered with anything but the envelope', async () => {
  const before = Object.keys(Object.prototype)
  await fc.assert(
    fc.asyncProperty(request, async ({ op, path, fields, query, broken, contentType: type, token, header, text }) => {
      const { method, path: pattern } = route(op)
      let at = 0
      const url = pattern.replaceAll(/\{\w+\}/g, () => wellFormed(path[at++ % path.length] ?? ''))
      const asked = Object.entries(carriesBody(op) ? query : fields)
        .map(([name, each]) => `${name}=${wellFormed(String(JSON.stringify(each)))}`)
        .join('&')
      const response = await fetch(`${edge.url}${url}?${asked}`, {
        method,
        headers: {
          ...(carriesBody(op) && type !== '' ? { 'content-type': type } : {}),
          ...authorization(op, token),
          [header]: text.trim(),
        },
        ...(carriesBody(op) ? { body: broken ?? JSON.stringify(fields) } : {}),
      })
      const body = await response.text()
      if (response.status >= 500) expect([501, 503]).toContain(response.status)
      if (response.status === 304) return
      if (op.answer === 'csv' && response.status === 200) {
        expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
        return
      }
      expect(response.headers.get('content-type')).toMatch(/^application\/json/)
      const envelope = JSON.parse(body) as { success: boolean; error?: Failure['error'] }
      expect(envelope.success).toBe(response.status < 300)
      const unknown = carriesBody(op) && op.unknownFields !== 'ignore' ? Object.keys(query).filter(isUnknown) : []
      if (unknown.length > 0) {
        expect([400, 401, 403, 404, 413, 415]).toContain(response.status)
        const named = envelope.error?.details?.map(({ path: name }) => name) ?? ['']
        if (named[0] !== '') expect(named.sort()).toEqual(unknown.sort()) // else the body was no JSON
      }
      if (!envelope.success) expect(envelope.error?.requestId).toBe(response.headers.get('x-request-id'))
      expect(body).not.toMatch(/node_modules|\.ts:\d|FST_|nats|"503"|at async|SyntaxError/)
    }),
    { numRuns: 1_500 },
  )
  expect(Object.keys(Object.prototype)).toEqual(before)
  expect((await edge.get('/api/health')).status).toBe(200)
}, 60_000)
