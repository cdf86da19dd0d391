import { LiveReload, LiveScreen, LiveText } from '../member/screens.ts'
import { type ErrorCode, errors, statusOf } from '../model/errors.ts'
import type { Operation } from '../model/operation.ts'
import { errorReasons, honoursIfNoneMatch, possibleErrors } from '../model/operation-errors.ts'
import { LiveEvent, LiveGap } from '../recognition/messages.ts'
import { liveClose, liveProtocol } from '../recognition/values.ts'
import { type Json, type JsonObject, reference } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { joinLines } from './join-lines.ts'

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } }
const etag = { ETag: { $ref: '#/components/headers/ETag' } }
const age = { Age: { $ref: '#/components/headers/Age' }, Warning: { $ref: '#/components/headers/Warning' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** The error envelope and the headers that answers carry. */
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
            message: { type: 'string', description: 'Korean, or English when Accept-Language prefers it' },
            details: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: {
                  path: { type: 'string', description: 'Dotted, as in businessHours.0.day' },
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
    RequestId: { description: 'Stands in every log line of the request', schema: { type: 'string' } },
    ETag: { description: 'Version of the resource, for If-Match and If-None-Match', schema: { type: 'string' } },
    Age: {
      description: 'Seconds since this answer was made, where it stands in for a part of the service that is away',
      schema: { type: 'integer', maximum: 60 },
    },
    Warning: { description: '110 beside `Age`', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds after which another try makes sense', schema: { type: 'integer' } },
  },
  responses: {
    Other: {
      description: 'Any other failure',
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
  if (op.response === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (op.response === 'image') return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: success(op), example: example(op) } }
}

// An example is what the schema says, so that it can be nothing but JSON.
const example = (op: Operation): Json => ({ success: true, result: exampleOf(op.result) as Json })

/** Responses by status: success, 304 where the answer can be kept, and each failure that is possible. */
export function responses(op: Operation, failures: Map<string, JsonObject>): JsonObject {
  const headers = { ...requestId, ...(op.versioned || honoursIfNoneMatch(op) ? etag : {}), ...(op.cached ? age : {}) }
  const answers: [string, Json][] = []
  if (op.response === 'live') {
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
// What a maker of a screen has to know, where makers look.
const live = {
  description: `The socket is open; each of its messages is a text: an event, or the gap of those that were lost.

To a wall screen it also says which screen it is (\`screen\`), when it opens and when that changes, and brings what an
administrator sends: \`message\` is a text to be shown, \`reload\` asks for the page to be loaded anew.

The same \`visitId\` comes again with a larger \`sequence\` when something about the visit changed, and an event may come
twice. After a lost connection \`after\`, the largest sequence that was seen, brings what was missed, from any gateway, for
24 hours. The text \`ping\` is answered \`pong\`.

It closes with ${sessionEnded} when the session or its token has ended, ${tooSlow} when the reader takes nothing for ten
seconds, ${flood} beyond a hundred frames a minute from the client, ${restarting} when the gateway stops: open another. A
session may have five.`,
  headers: { 'Sec-WebSocket-Protocol': { schema: { type: 'string', const: liveProtocol } } },
  content: { 'application/json': { schema: { anyOf: liveMessages.map(reference) } } },
}

/** What most operations say of their failures stands in the document once. */
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

/** When the operation answers a code, and with which messages. */
function describe(op: Operation, code: ErrorCode): string {
  const [, ko, en] = errors[code]
  return `\`${code}\`: ${errorReasons(op, code).map(joinLines).join(' ')} *${en} ${ko}*`
}
