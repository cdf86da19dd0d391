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

/** Time limits of an append, unless its caller has less time, and of each attempt, in ms. */
const timeout = 4_000
const attemptTimeout = 2_000
const retryDelay = 100
/** Messages of one atomic batch; the server accepts at most 1,000. */
const maxBatch = 500
/**
 * An atomic batch costs the server about 4 ms regardless of its size, since it gets a store of its own. Measured: it is
 * faster than sequential publishing from 8 messages on, than parallel publishing from 16 on.
 */
const minBatch = { inOrder: 8, inAnyOrder: 16 }
/** Messages of one caller that are published in parallel: where batches would begin. One event of a camera has a few reads. */
const maxParallel = minBatch.inAnyOrder
/** JetStream's `err_code` of "duplicate message id is in process": the first copy is still being stored. */
const duplicateInProcess = 10_158

/**
 * Appends messages in order and resolves with their sequences when all are stored. A message whose id is already stored
 * keeps its sequence. Consecutive messages for one stream go as one atomic batch, which is one write to the disk (measured:
 * nine times the rate). The server rejects a batch that contains a stored id, as a retry after a crash does; its messages
 * are then published one by one, as short runs always are.
 * @throws AppError UNAVAILABLE: some messages may be stored; append all of them again
 */
export async function append(link: Link, messages: readonly OutgoingMessage[], timeoutMs = timeout): Promise<number[]> {
  const until = steadyNow() + timeoutMs
  const sequences: number[] = []
  for (const run of runsOf(messages)) sequences.push(...(await appendRun(link, run, until)))
  return sequences
}

/**
 * As `append`, for messages whose order does not matter: a few, and those of a stream without batches, are published in parallel,
 * at most 16 at a time.
 */
export async function appendUnordered(link: Link, messages: readonly OutgoingMessage[]): Promise<void> {
  const parallel = messages.length < minBatch.inAnyOrder || messages.every((message) => !isBatchable(message, message))
  if (!parallel) return void (await append(link, messages))
  const until = steadyNow() + timeout
  const remaining = messages.values()
  const publishRemaining = async () => {
    for (const message of remaining) await retryUntilStored(link, until, () => appendOne(link, message, until))
  }
  await Promise.all(Array.from({ length: maxParallel }, publishRemaining))
}

/** Runs an append in a producer span, the parent of whatever follows from its messages. */
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
    const fits = first && run.length < maxBatch && isBatchable(first, message)
    if (first && !fits) {
      yield run
      run = []
    }
    run.push(message)
  }
  if (run.length > 0) yield run
}

function isBatchable(first: OutgoingMessage, message: OutgoingMessage): boolean {
  const stream = streamOf(message.subject)
  return stream === streamOf(first.subject) && !(stream && streams[stream].noBatches)
}

async function appendRun(link: Link, run: readonly OutgoingMessage[], until: number): Promise<number[]> {
  if (run.length >= minBatch.inOrder) {
    try {
      return await retryUntilStored(link, until, () => appendBatch(link, run, until))
    } catch (cause) {
      if (!(cause instanceof AppError && cause.cause instanceof JetStreamError)) throw cause
      link.log.debug({ reason: cause.cause.message, size: run.length }, 'batch rejected, publishing one by one')
    }
  }
  const sequences: number[] = []
  for (const message of run) sequences.push(await retryUntilStored(link, until, () => appendOne(link, message, until)))
  return sequences
}

/** Retries while JetStream is not ready, or is still storing the first copy. */
async function retryUntilStored<T>(link: Link, until: number, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (cause) {
      const busy = cause instanceof JetStreamError && cause.errorCode === duplicateInProcess
      const mayRetry = (busy || isTransient(cause)) && link.connected && steadyNow() + retryDelay < until
      if (!mayRetry) throw cause instanceof AppError ? cause : unavailable(cause)
      await wait(retryDelay)
    }
  }
}

async function appendOne(link: Link, message: OutgoingMessage, until: number): Promise<number> {
  const { seq } = await publish(link, message, {}, until)
  return seq
}

/** Publishes a batch; the server acknowledges only the last message. */
async function appendBatch(link: Link, run: readonly OutgoingMessage[], until: number): Promise<number[]> {
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
  const deadline = Math.min(until, steadyNow() + attemptTimeout)
  const reply = await mux.request(message.subject, message.data, deadline, headersOf(message, additions))
  const ack = reply.json<PubAck & { error?: ApiError }>()
  if (ack.error) throw new JetStreamError(ack.error)
  return ack
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
