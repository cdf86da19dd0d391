import { type ErrorCode, errors, statusOf } from '../errors.ts'
import { LiveReload, LiveScreen, LiveText } from '../member/screens.ts'
import type { Operation } from '../operation.ts'
import { honoursIfNoneMatch, possibleErrors, reasonsOf } from '../possible-errors.ts'
import { LiveEvent, LiveGap } from '../recognition/messages.ts'
import { liveClose, liveProtocol } from '../recognition/values.ts'
import { exampleOf } from './example.ts'
import { inOneLine } from './prose.ts'
import { type Json, type JsonObject, reference } from './schemas.ts'

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const etag = { ETag: { $ref: '#/components/headers/ETag' } }
const age = { Age: { $ref: '#/components/headers/Age' }, Warning: { $ref: '#/components/headers/Warning' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** The error envelope and the headers of responses. */
export const responseComponents = {
  schemas: {
    ErrorEnvelope: {
      type: 'object',
      required: ['success', 'error'],
      properties: {
        success: { type: 'boolean', enum: [false] },
        error: {
          type: 'object',
          required: ['code', 'message', 'requestId'],
          properties: {
            code: { type: 'string', enum: Object.keys(errors) },
            message: { type: 'string', description: 'Korean, or English if Accept-Language prefers it' },
            details: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: { type: 'string', description: 'Dotted path of the field, as in businessHours.0.day' },
                  message: { type: 'string' },
                },
              },
            },
            requestId: { type: 'string' },
          },
        },
      },
    },
  },
  headers: {
    RequestId: { description: 'Id of the request, present in each of its log lines', schema: { type: 'string' } },
    ETag: { description: 'Version of the resource, for If-Match and If-None-Match', schema: { type: 'string' } },
    Age: {
      description:
        'Age of this response in seconds, if it is served from the cache because a component is unavailable (stale-if-error)',
      schema: { type: 'integer', maximum: 60 },
    },
    Warning: { description: '110 (response is stale), together with `Age`', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds after which a retry makes sense', schema: { type: 'integer' } },
  },
  responses: {
    Other: {
      description: 'Any other error',
      headers: requestId,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
    },
  },
} satisfies Record<string, JsonObject>

const success = (op: Operation) => ({
  type: 'object',
  required: ['success', 'result'],
  properties: { success: { type: 'boolean', enum: [true] }, result: reference(op.result) },
})

function successContent(op: Operation): JsonObject {
  if (op.answer === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (op.answer === 'image') return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: success(op), example: example(op) } }
}

// The example matches the schema, so it is JSON.
const example = (op: Operation): Json => ({ success: true, result: exampleOf(op.result) as Json })

/** Responses by status: success, 304 if the operation honours `If-None-Match`, and each possible error. */
export function responses(op: Operation, failures: Map<string, JsonObject>): JsonObject {
  const headers = { ...requestId, ...(op.versioned || honoursIfNoneMatch(op) ? etag : {}), ...(op.cached ? age : {}) }
  const answers: [string, Json][] = []
  if (op.answer === 'live') {
    answers.push(['101', live], ['default', { $ref: '#/components/responses/Other' }])
  } else answers.push([String(op.status ?? 200), { description: 'Success', headers, content: successContent(op) }])
  if (honoursIfNoneMatch(op)) answers.push(['304', { description: 'Not changed', headers }])

  const byStatus = Map.groupBy(possibleErrors(op), statusOf)
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const said = failure(op, status, codes)
    const isOwn = codes.some((code) => op.errors?.[code] !== undefined)
    answers.push([String(status), isOwn ? said : shared(`${status}_${codes.join('_')}`, said, failures)])
  }
  return Object.fromEntries(answers)
}

const { sessionEnded, tooSlow, flood, restarting } = liveClose
const liveMessages = [LiveEvent, LiveGap, LiveScreen, LiveText, LiveReload]
const live = {
  description: `The WebSocket is open. Each message is a text frame with JSON: an event, or the gap of lost events.

A wall screen also receives \`screen\` (its own id, name and store, on opening and after a change), \`message\` (a text from
an administrator, to be shown) and \`reload\` (reload the page).

A changed visit is sent again with the same \`visitId\` and a larger \`sequence\`; an event may arrive twice. After a lost
connection pass the largest received sequence as \`after\` to receive the events missed in the last 24 hours, from any
gateway. The text \`ping\` is answered with \`pong\`.

Close codes: ${sessionEnded} the session or its token has ended; ${tooSlow} the client read nothing for ten seconds; ${flood} the client
sent more than 100 frames in a minute; ${restarting} the gateway is stopping, open a new connection. A session can have five
WebSockets.`,
  headers: { 'Sec-WebSocket-Protocol': { schema: { type: 'string', const: liveProtocol } } },
  content: { 'application/json': { schema: { anyOf: liveMessages.map(reference) } } },
}

/** Error responses that operations share become components, each of them once. */
function shared(name: string, said: JsonObject, failures: Map<string, JsonObject>): JsonObject {
  const known = failures.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(said)) return said
  failures.set(name, said)
  return { $ref: `#/components/responses/${name}` }
}

function failure(op: Operation, status: number, codes: readonly ErrorCode[]): JsonObject {
  const samples = codes.map((code): [string, Json] => [
    code,
    { value: { success: false, error: { code, message: errors[code][1], requestId: '0199a0c53c807000' } } },
  ])
  return {
    description: codes.map((code) => describe(op, code)).join('\n\n'),
    headers: { ...requestId, ...(status === 429 || status === 503 ? retryAfter : {}) },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorEnvelope' },
        examples: Object.fromEntries(samples),
      },
    },
  }
}

/** When the operation returns a code, and its messages. */
function describe(op: Operation, code: ErrorCode): string {
  const [, ko, en] = errors[code]
  return `\`${code}\`: ${reasonsOf(op, code).map(inOneLine).join(' ')} *${en} ${ko}*`
}
