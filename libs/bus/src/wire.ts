import { AppError, type Detail, isErrorCode, statusOf } from '@kingcar/contract'
import { headers, type Msg, type MsgHdrs, NatsError } from 'nats'
import type { Answer, Caller } from './types.ts'

/** On messages of streams: the request on whose behalf they were sent. */
export const requestIdHeader = 'Kingcar-Request-Id'

/*
 * A request is JSON text, `{"input":…,"caller":{…}}`: NATS headers would cost more than the rest of the call to write and
 * read. The caller stands last, and the last of two equal names counts, so that no input can bring a caller of its own.
 * A success is the envelope's bytes, and where the resource has a version a line feed and the entity tag behind them:
 * JSON text holds no line feed of its own, and a header would cost 15 µs on the way.
 * A failure carries the headers of the NATS services API, and `{details, retryAfter}`.
 */
const codeHeader = 'Nats-Service-Error'
const statusHeader = 'Nats-Service-Error-Code'

export const encodeRequest = (input: string, caller: Caller) => `{"input":${input},"caller":${JSON.stringify(caller)}}`

export type Request = { caller: Caller; input: unknown }

/** @throws SyntaxError when it is no request of ours */
export function decodeRequest(text: string): Request {
  const request = JSON.parse(text) as Partial<Request> | null
  const caller = request?.caller
  const isRequest = typeof caller?.requestId === 'string' && typeof caller.deadline === 'number'
  if (!isRequest) throw new SyntaxError('not a request')
  return { caller, input: request?.input }
}

const lineFeed = 0x0a
const closingBrace = 0x7d

export const encodeSuccess = (envelope: string, version?: string | number): Buffer =>
  Buffer.from(version === undefined ? envelope : `${envelope}\n"${version}"`)

export function encodeFailure({ code, details, retryAfter }: AppError): { body: string; headers: MsgHdrs } {
  const h = headers()
  h.set(codeHeader, code)
  h.set(statusHeader, String(statusOf(code)))
  return { body: JSON.stringify({ details, retryAfter }), headers: h }
}

/** Nobody serves it, or nobody can right now. */
export const unavailable = (cause?: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })

/** The cause of an UNAVAILABLE after which it is certain that nobody has heard the request. */
export const nobodyListening = 'nobody listens'

/** What the client throws, before it sends anything, for more than the server takes in one message. */
export const isTooLarge = (cause: unknown): boolean =>
  cause instanceof NatsError && cause.code === 'MAX_PAYLOAD_EXCEEDED'

/** @throws AppError as the service failed */
export function decodeReply(message: Msg): Answer {
  const code = message.headers?.get(codeHeader)
  if (code) {
    const { details, retryAfter } = message.json<{ details?: Detail[]; retryAfter?: number }>()
    throw new AppError(isErrorCode(code) ? code : 'INTERNAL', { details, retryAfter })
  }
  const { data } = message
  if (data.at(-1) === closingBrace) return { body: data }
  const end = data.lastIndexOf(lineFeed)
  return { body: data.subarray(0, end), etag: Buffer.from(data.subarray(end + 1)).toString() }
}
