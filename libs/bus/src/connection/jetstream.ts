import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { ConsumerConfig, ConsumerInfo, StreamInfo } from 'nats'
import type { StreamName } from '../types.ts'
import type { Mux } from './mux.ts'

export type ApiError = { code: number; err_code: number; description: string }

/** An error reply of JetStream. `errorCode` is the server's `err_code` (errors.json of nats-server). */
export class JetStreamError extends Error {
  override name = 'JetStreamError'
  readonly status: number
  readonly errorCode: number

  constructor({ code, err_code, description }: ApiError) {
    super(`${description} (${err_code})`)
    this.status = code
    this.errorCode = err_code
  }
}

/** True if a retry may succeed: JetStream is starting, electing or busy, or NATS is unreachable. */
export const isTransient = (error: unknown): boolean =>
  error instanceof JetStreamError ? error.status === 503 : error instanceof AppError && error.code === 'UNAVAILABLE'

/** The part of JetStream's API that KingCar's processes use. Each call fails after 1.5 s. */
export type JetStream = ReturnType<typeof createJetStream>

/** A message as the stream's leader returns it; `hdrs` and `data` are base64. */
export type StoredMessage = { subject: string; seq: number; time: string; hdrs?: string; data?: string }

export function createJetStream(mux: Mux) {
  async function request<T>(verb: string, input: object = {}): Promise<T> {
    const reply = await mux.request(`$JS.API.${verb}`, JSON.stringify(input), 0)
    const response = reply.json<T & { error?: ApiError }>()
    if (response.error) throw new JetStreamError(response.error)
    return response
  }
  return {
    stream: (stream: StreamName) => request<StreamInfo>(`STREAM.INFO.${stream}`),
    consumer: (stream: StreamName, name: string) => request<ConsumerInfo>(`CONSUMER.INFO.${stream}.${name}`),
    createConsumer: (stream: StreamName, name: string, config: Partial<ConsumerConfig>) =>
      request<ConsumerInfo>(`CONSUMER.CREATE.${stream}.${name}`, { stream_name: stream, config: { ...config, name } }),
    /** One message, read from the leader, so that every acknowledged write is visible; undefined if there is none. */
    async message(stream: StreamName, which: { last_by_subj: string } | { next_by_subj: string; seq: number }) {
      try {
        return (await request<{ message: StoredMessage }>(`STREAM.MSG.GET.${stream}`, which)).message
      } catch (cause) {
        if (cause instanceof JetStreamError && cause.status === 404) return undefined
        throw cause
      }
    },
    /** Removes the messages of a subject. */
    purge: (stream: StreamName, subject: string) => request(`STREAM.PURGE.${stream}`, { filter: subject }),
    /** Removes all messages before this sequence. */
    purgeBefore: (stream: StreamName, seq: number) => request(`STREAM.PURGE.${stream}`, { seq }),
    deleteConsumer: (stream: StreamName, name: string) =>
      request<{ success: boolean }>(`CONSUMER.DELETE.${stream}.${name}`),
  }
}

/** How long a starting process waits for a missing stream or consumer, in ms. */
const startTimeout = 10_000
const retryDelay = 100

/**
 * The cause of an UNAVAILABLE for which the server reported that the subject has no subscriber: no process received the
 * request.
 */
export const isMissing = (cause: unknown) => cause instanceof JetStreamError && cause.status === 404

/**
 * Retries every 100 ms while `mayRetry` accepts the error. By default it accepts a JetStream that is not ready and a stream
 * or consumer that does not exist yet, since servers start at the same time as the services.
 * @param timeout milliseconds after which no further attempt is made
 */
export async function retryTransient<T>(
  attempt: () => Promise<T>,
  mayRetry: (cause: unknown) => boolean = (cause) => isMissing(cause) || isTransient(cause),
  timeout = startTimeout,
): Promise<T> {
  for (const until = steadyNow() + timeout; ; await wait(retryDelay)) {
    try {
      return await attempt()
    } catch (cause) {
      if (steadyNow() >= until || !mayRetry(cause)) throw cause
    }
  }
}
