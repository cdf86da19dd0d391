import { AppError, type Detail, isErrorCode } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { Caller, Reply } from '../types.ts'

/*
 * Wire format. A request message holds the calls that one tick of the event loop makes to an operation, one per line:
 * `{"input":…,"sentAt":…,"caller":{…}}`. There are no NATS headers, since encoding them costs more than the rest of a call.
 * The caller comes last, and JSON.parse takes the last of two equal names, so an input cannot forge a caller.
 *
 * A reply message answers some of these calls, two lines each: a head line, then JSON text without a line feed.
 *   `3 `      the call at place 3 succeeded; the text is the envelope
 *   `3 "7"`   the same, with its entity tag
 *   `3 !`     it failed; the text is `{code, details, retryAfter}`
 *   `0 ~`     progress: all calls of the message are still being worked on. Sent twice a second by operations with `timeoutSeconds`,
 *             which may take longer than a caller waits for a silent process.
 */
const lineFeed = 0x0a
const space = 0x20
const exclamation = 0x21
const tilde = 0x7e

/** @param input JSON text; its line feeds are white space */
export const encodeRequest = (input: string, caller: Caller) =>
  `{"input":${input.includes('\n') ? input.replaceAll('\n', ' ') : input},"sentAt":${steadyNow()},"caller":${JSON.stringify(caller)}}`

/** The calls of a message, each still as text. */
export const splitRequests = (data: Uint8Array): string[] =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString().split('\n')

/** `sentAt` and the deadline are steady-clock milliseconds of the caller; earlier versions send no `sentAt`. */
export type Request = { caller: Caller; sentAt: number | undefined; input: unknown }

/** True if the caller understands the progress message `0 ~`; an earlier version would take it for a reply. */
export const understandsInProgress = (text: string): boolean => text.includes('"sentAt":')

/** @throws SyntaxError if the text is not a request */
export function decodeRequest(text: string): Request {
  const request = JSON.parse(text) as Partial<Request> | null
  const caller = request?.caller
  const { sentAt, input } = request ?? {}
  const isRequest = typeof caller?.requestId === 'string' && typeof caller.deadline === 'number'
  if (!isRequest || !['number', 'undefined'].includes(typeof sentAt)) throw new SyntaxError('not a request')
  return { caller, sentAt, input }
}

/** An encoded reply: the mark of its head line, and JSON text. */
export type Encoded = { mark: string; text: string }

export const encodeSuccess = (envelope: string, version?: string | number): Encoded => ({
  mark: version === undefined ? '' : `"${version}"`,
  text: envelope,
})

export const encodeFailure = ({ code, details, retryAfter }: AppError): Encoded => ({
  mark: '!',
  text: JSON.stringify({ code, details, retryAfter }),
})

/** Upper bound of a head line, in bytes. */
export const headerRoom = 1_024

export type PlacedReply = Encoded & { place: number }

export const encodeReplies = (replies: readonly PlacedReply[]): Buffer =>
  Buffer.from(replies.map(({ place, mark, text }) => `${place} ${mark}\n${text}\n`).join(''))

/** Encodes the progress message. */
export const encodeInProgress = (): Buffer => encodeReplies([{ place: 0, mark: '~', text: '' }])

type ReplyHandlers = {
  onReply(place: number, reply: Reply | AppError): void
  /** Progress: the calls are still being worked on. */
  onInProgress(): void
}

/**
 * Calls back for each reply of a message. A reply's body is a view into `data`.
 * @throws SyntaxError if the data is not a reply message
 */
export function parseReplies(data: Uint8Array, { onReply, onInProgress }: ReplyHandlers): void {
  for (let at = 0; at < data.length; ) {
    const mark = data.indexOf(space, at)
    const head = data.indexOf(lineFeed, mark)
    const end = data.indexOf(lineFeed, head + 1)
    if (mark < 0 || head < 0 || end < 0) throw new SyntaxError('not a reply')
    const body = data.subarray(head + 1, end)
    const sign = data[mark + 1]
    if (sign === tilde) onInProgress()
    else onReply(Number(textOf(data, at, mark)), replyOf(body, sign === exclamation, textOf(data, mark + 1, head)))
    at = end + 1
  }
}

const textOf = (data: Uint8Array, from: number, to: number) =>
  from === to ? '' : Buffer.from(data.buffer, data.byteOffset + from, to - from).toString()

type Failure = { code?: string; details?: Detail[]; retryAfter?: number }

function replyOf(body: Uint8Array, failed: boolean, etag: string): Reply | AppError {
  if (!failed) return etag === '' ? { body } : { body, etag }
  const { code, ...more } = JSON.parse(Buffer.from(body).toString()) as Failure
  return new AppError(code !== undefined && isErrorCode(code) ? code : 'INTERNAL', more)
}
