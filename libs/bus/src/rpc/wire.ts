import { AppError, type Detail, isErrorCode } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { Caller, Reply } from '../types.ts'

/*
 * A call is JSON text on one line, `{"input":…,"sentAt":…,"caller":{…}}`: NATS headers would cost more than the rest of the call to
 * write and read. The caller stands last, and the last of two equal names counts, so that no input can bring a caller of
 * its own. What one turn of the event loop asks of an operation is one message, a line a call.
 * A reply answers some of these calls, two lines each: the call's place in the message with what the answer is, then its
 * JSON text. `3 ` is a success, the envelope's bytes; `3 "7"` one with its entity tag; `3 !` a failure,
 * `{code, details, retryAfter}`. JSON text as we write it holds no line feed. `0 ~` answers none of them: all are being
 * worked on, which is said twice a second of an operation that may take longer than a process is waited for that is silent.
 */
const lineFeed = 0x0a
const space = 0x20
const exclamation = 0x21
const tilde = 0x7e

/** @param input JSON text; a line feed in it can only be white space */
export const encodeRequest = (input: string, caller: Caller) =>
  `{"input":${input.includes('\n') ? input.replaceAll('\n', ' ') : input},"sentAt":${steadyNow()},"caller":${JSON.stringify(caller)}}`

/** The calls of a message, each still as text. */
export const splitRequests = (data: Uint8Array): string[] =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString().split('\n')

/** `sentAt`: unix milliseconds by the steady clock of the caller, as its deadline; one of an earlier version does not say. */
export type Request = { caller: Caller; sentAt: number | undefined; input: unknown }

/** Whether who sent a call knows what `0 ~` says; an earlier version would take it for an answer. */
export const understandsInProgress = (text: string): boolean => text.includes('"sentAt":')

/** @throws SyntaxError when it is no request of ours */
export function decodeRequest(text: string): Request {
  const request = JSON.parse(text) as Partial<Request> | null
  const caller = request?.caller
  const { sentAt, input } = request ?? {}
  const isRequest = typeof caller?.requestId === 'string' && typeof caller.deadline === 'number'
  if (!isRequest || !['number', 'undefined'].includes(typeof sentAt)) throw new SyntaxError('not a request')
  return { caller, sentAt, input }
}

/** What a call is answered with: a mark that says what it is, and JSON text. */
export type Encoded = { mark: string; text: string }

export const encodeSuccess = (envelope: string, version?: string | number): Encoded => ({
  mark: version === undefined ? '' : `"${version}"`,
  text: envelope,
})

export const encodeFailure = ({ code, details, retryAfter }: AppError): Encoded => ({
  mark: '!',
  text: JSON.stringify({ code, details, retryAfter }),
})

/** Room for the place and the mark of an answer in its message, in bytes. */
export const headerRoom = 1_024

export type PlacedReply = Encoded & { place: number }

export const encodeReplies = (answers: readonly PlacedReply[]): Buffer =>
  Buffer.from(answers.map(({ place, mark, text }) => `${place} ${mark}\n${text}\n`).join(''))

/** Says that the calls of a message are being worked on. */
export const encodeInProgress = (): Buffer => encodeReplies([{ place: 0, mark: '~', text: '' }])

type ReplyHandlers = {
  onReply(place: number, answer: Reply | AppError): void
  /** The calls are being worked on. */
  onInProgress(): void
}

/**
 * Calls back for each answer of a reply, whose bytes are a view into it.
 * @throws SyntaxError when it is no reply of ours
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
    else onReply(Number(textOf(data, at, mark)), answerOf(body, sign === exclamation, textOf(data, mark + 1, head)))
    at = end + 1
  }
}

const textOf = (data: Uint8Array, from: number, to: number) =>
  from === to ? '' : Buffer.from(data.buffer, data.byteOffset + from, to - from).toString()

type Failure = { code?: string; details?: Detail[]; retryAfter?: number }

function answerOf(body: Uint8Array, failed: boolean, etag: string): Reply | AppError {
  if (!failed) return etag === '' ? { body } : { body, etag }
  const { code, ...more } = JSON.parse(Buffer.from(body).toString()) as Failure
  return new AppError(code !== undefined && isErrorCode(code) ? code : 'INTERNAL', more)
}
