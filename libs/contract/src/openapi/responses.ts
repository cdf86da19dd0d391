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
                  path: { type: 'string', description: 'Dotted path, such as businessHours.0.day' },
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
    RequestId: { description: 'Identifies the request in the log of the server', schema: { type: 'string' } },
    ETag: { description: 'Version of the resource, for If-Match and If-None-Match', schema: { type: 'string' } },
    Age: {
      description: 'Age in seconds of a stale response (stale-if-error), sent while the owning service is unreachable',
      schema: { type: 'integer', maximum: 60 },
    },
    Warning: { description: '110, together with `Age`', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds to wait before a retry', schema: { type: 'integer' } },
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
  if (op.response === 'csv') return { 'text/csv': { schema: { type: 'string' } } }
  if (op.response === 'image') return { 'image/*': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema: success(op), example: example(op) } }
}

// An example conforms to its schema, so that it is always JSON.
const example = (op: Operation): Json => ({ success: true, result: exampleOf(op.result) as Json })

/** Responses by status: success, 304 if the response has a validator, and each possible error. */
export function responses(op: Operation, failures: Map<string, JsonObject>): JsonObject {
  const headers = { ...requestId, ...(op.versioned || honoursIfNoneMatch(op) ? etag : {}), ...(op.cached ? age : {}) }
  const byStatus: [string, Json][] = []
  if (op.response === 'live') {
    byStatus.push(['101', live], ['200', liveOverHttp2], ['default', { $ref: '#/components/responses/Other' }])
  } else byStatus.push([String(op.status ?? 200), { description: 'Success', headers, content: successContent(op) }])
  if (honoursIfNoneMatch(op)) byStatus.push(['304', { description: 'Not modified', headers }])

  const codesByStatus = Map.groupBy(possibleErrors(op), statusOf)
  for (const [status, codes] of [...codesByStatus].sort(([a], [b]) => a - b)) {
    const response = failure(op, status, codes)
    const isOwn = codes.some((code) => op.errors?.[code] !== undefined)
    byStatus.push([String(status), isOwn ? response : shared(`${status}_${codes.join('_')}`, response, failures)])
  }
  return Object.fromEntries(byStatus)
}

const { sessionEnded, rightsChanged, tooSlow, flood, restarting, replaced } = liveClose
const liveMessages = [LiveEvent, LiveGap, LiveScreen, LiveText, LiveReload]
// Swagger UI shows no AsyncAPI document, so that the protocol is described here too.
const live = {
  description: `The socket is open. Each message is a JSON text: a visit, or the gap of visits that were lost.

A wall screen also receives its own description (\`screen\`) when it connects and when the description changes, and
commands of administrators: \`message\` is a text to show, \`reload\` requests a reload of the page.

A changed visit is sent again with the same \`visitId\` and a larger \`sequence\`; a message can arrive twice. After a
reconnect, \`after\` with the largest \`sequence\` received replays what was missed in the last 24 hours, from any
gateway. The text \`ping\` is answered with \`pong\`.

Close codes: ${sessionEnded} the session or its token has ended; ${rightsChanged} the rights of the
administrator or API key changed: reconnect; ${tooSlow} the client read nothing for ten seconds; ${flood} the client
sent more than a hundred frames in a minute; ${restarting} the gateway stops: reconnect; ${replaced} a newer socket of
the session or its account replaced it. A session can have five sockets, and an account half of those of a gateway.`,
  headers: { 'Sec-WebSocket-Protocol': { schema: { type: 'string', const: liveProtocol } } },
  content: { 'application/json': { schema: { anyOf: liveMessages.map(reference) } } },
}

const liveOverHttp2 = { description: 'The socket is open as with 101, through a proxy that speaks HTTP/2 (RFC 8441).' }

/** Puts a response that several operations have into the components once. */
function shared(name: string, response: JsonObject, failures: Map<string, JsonObject>): JsonObject {
  const known = failures.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(response)) return response
  failures.set(name, response)
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

/** When the operation returns a code, and both messages. */
function describe(op: Operation, code: ErrorCode): string {
  const [, ko, en] = errors[code]
  return `\`${code}\`: ${errorReasons(op, code).map(joinLines).join(' ')} *${en} ${ko}*`
}
