import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import { currentRequestId, currentTraceparent, steadyNow, traced } from '@kingcar/runtime'
import { headers, nuid, type PubAck } from 'nats'
import { unavailable } from '../connection/failures.ts'
import { type ApiError, isTransient, JetStreamError } from '../connection/jetstream.ts'
import type { Link } from '../connection/link.ts'
import { streamOf, streams } from '../topology/streams.ts'
import type { OutgoingMessage } from '../types.ts'
import { requestIdHeader, traceHeader } from './headers.ts'

/** How long a message is offered to a stream before its sender is told, and for how long each time; in ms. */
const patience = 4_000
const attemptPatience = 2_000
const pause = 100
/** Most messages of one atomic batch; the server takes 1,000. */
const largestBatch = 500
/**
 * An atomic batch costs the server a store of its own, some 4 ms however few are in it: against one after the other it pays
 * from eight messages on, against all at once from sixteen.
 */
const smallestBatch = { inOrder: 8, inAnyOrder: 16 }
/** "Duplicate message id is in process": the first copy is still being stored. */
const duplicateInProcess = 10_158

/**
 * Appends messages to their streams and resolves with their sequences when all are stored, in the order given. A message
 * that is already there under its id keeps its place. Many neighbours for one stream go as one atomic batch: all or none,
 * one write to the disk (measured: nine times the rate). A batch that holds a known id is refused whole, which is what a
 * repetition after a crash looks like; its messages, as those of a few, then go one after the other.
 * Fails with UNAVAILABLE; some may be stored then. Send all of them again.
 */
export async function append(link: Link, messages: readonly OutgoingMessage[]): Promise<number[]> {
  const until = steadyNow() + patience
  const sequences: number[] = []
  for (const run of runsOf(messages)) sequences.push(...(await appendRun(link, run, until)))
  return sequences
}

/** As `append`, for messages whose order does not matter: a few go each on its own, all at once. */
export async function appendUnordered(link: Link, messages: readonly OutgoingMessage[]): Promise<void> {
  if (messages.length >= smallestBatch.inAnyOrder) return void (await append(link, messages))
  const until = steadyNow() + patience
  await Promise.all(messages.map((message) => untilStored(link, until, () => send(link, message, until))))
}

/** Appending within a span of its own, of which what is appended is a part. */
export const tracedAppend = <T>(messages: readonly OutgoingMessage[], work: () => Promise<T>): Promise<T> =>
  traced(
    'append',
    {
      kind: 'producer',
      attributes: {
        'messaging.system': 'nats',
        'messaging.destination.name': streamOf(messages[0]?.subject ?? '') ?? 'none',
        'messaging.batch.message_count': messages.length,
      },
    },
    work,
  )

function* runsOf(messages: readonly OutgoingMessage[]): Generator<OutgoingMessage[]> {
  let run: OutgoingMessage[] = []
  for (const message of messages) {
    const [first] = run
    const fits = first && run.length < largestBatch && isBatched(first, message)
    if (first && !fits) {
      yield run
      run = []
    }
    run.push(message)
  }
  if (run.length > 0) yield run
}

function isBatched(first: OutgoingMessage, message: OutgoingMessage): boolean {
  const stream = streamOf(message.subject)
  return stream === streamOf(first.subject) && !(stream && streams[stream].noBatches)
}

async function appendRun(link: Link, run: readonly OutgoingMessage[], until: number): Promise<number[]> {
  if (run.length >= smallestBatch.inOrder) {
    try {
      return await untilStored(link, until, () => sendBatch(link, run, until))
    } catch (cause) {
      if (!(cause instanceof AppError && cause.cause instanceof JetStreamError)) throw cause
      link.log.debug({ reason: cause.cause.message, size: run.length }, 'batch refused, sending one by one')
    }
  }
  const sequences: number[] = []
  for (const message of run) sequences.push(await untilStored(link, until, () => send(link, message, until)))
  return sequences
}

/** Tries again while the server is away, electing, or busy with the first copy. */
async function untilStored<T>(link: Link, until: number, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      const busy = cause instanceof JetStreamError && cause.errorCode === duplicateInProcess
      const again = (busy || isTransient(cause)) && link.connected && steadyNow() + pause < until
      if (!again) throw cause instanceof AppError ? cause : unavailable(cause)
      await wait(pause)
    }
  }
}

async function send(link: Link, message: OutgoingMessage, until: number): Promise<number> {
  const { seq } = await publish(link, message, {}, until)
  return seq
}

/** Sends a batch in one go; only the last message is answered. */
async function sendBatch(link: Link, run: readonly OutgoingMessage[], until: number): Promise<number[]> {
  const batch = nuid.next()
  const last = run.length - 1
  const position = (at: number) => ({ 'Nats-Batch-Id': batch, 'Nats-Batch-Sequence': String(at + 1) })
  for (const [at, message] of run.slice(0, last).entries()) {
    link.connection.publish(message.subject, message.data, { headers: headersOf(message, position(at)) })
  }
  const { seq } = await publish(
    link,
    run[last] as OutgoingMessage,
    { ...position(last), 'Nats-Batch-Commit': '1' },
    until,
  )
  return run.map((_, at) => seq - last + at)
}

async function publish(
  { mux }: Link,
  message: OutgoingMessage,
  additions: Record<string, string>,
  until: number,
): Promise<PubAck> {
  const deadline = Math.min(until, steadyNow() + attemptPatience)
  const reply = await mux.request(message.subject, message.data, deadline, headersOf(message, additions))
  const answer = reply.json<PubAck & { error?: ApiError }>()
  if (answer.error) throw new JetStreamError(answer.error)
  return answer
}

function headersOf({ id, headers: own = {} }: OutgoingMessage, additions: Record<string, string>) {
  const h = headers()
  const requestId = currentRequestId()
  const traceparent = currentTraceparent()
  if (requestId !== undefined) h.set(requestIdHeader, requestId)
  if (traceparent !== undefined) h.set(traceHeader, traceparent)
  for (const [name, value] of Object.entries({ ...own, 'Nats-Msg-Id': id, ...additions })) h.set(name, value)
  return h
}
