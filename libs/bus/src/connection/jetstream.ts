import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { ConsumerConfig, ConsumerInfo, StreamInfo } from 'nats'
import type { StreamName } from '../types.ts'
import type { Mux } from './mux.ts'

export type ApiError = { code: number; err_code: number; description: string }

/** JetStream refused: `errorCode` is the server's own number (errors.json of nats-server). */
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

/** JetStream is starting, electing or busy, or the bus is away: the same may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof JetStreamError ? error.status === 503 : error instanceof AppError && error.code === 'UNAVAILABLE'

/** The part of JetStream's API that a process of the product may use; each call fails after a second and a half. */
export type JetStream = ReturnType<typeof createJetStream>

/** A message of a stream as its leader gives it: headers and data are base64. */
export type StoredMessage = { subject: string; seq: number; time: string; hdrs?: string; data?: string }

export function createJetStream(mux: Mux) {
  async function ask<T>(verb: string, input: object = {}): Promise<T> {
    const reply = await mux.request(`$JS.API.${verb}`, JSON.stringify(input), 0)
    const answer = reply.json<T & { error?: ApiError }>()
    if (answer.error) throw new JetStreamError(answer.error)
    return answer
  }
  return {
    stream: (stream: StreamName) => ask<StreamInfo>(`STREAM.INFO.${stream}`),
    consumer: (stream: StreamName, name: string) => ask<ConsumerInfo>(`CONSUMER.INFO.${stream}.${name}`),
    createConsumer: (stream: StreamName, name: string, config: Partial<ConsumerConfig>) =>
      ask<ConsumerInfo>(`CONSUMER.CREATE.${stream}.${name}`, { stream_name: stream, config: { ...config, name } }),
    /** One message, of the leader, so that what was acknowledged is seen; undefined where there is none. */
    async message(stream: StreamName, which: { last_by_subj: string } | { next_by_subj: string; seq: number }) {
      try {
        return (await ask<{ message: StoredMessage }>(`STREAM.MSG.GET.${stream}`, which)).message
      } catch (cause) {
        if (cause instanceof JetStreamError && cause.status === 404) return undefined
        throw cause
      }
    },
    /** Removes the messages of a subject. */
    purge: (stream: StreamName, subject: string) => ask(`STREAM.PURGE.${stream}`, { filter: subject }),
    /** Removes all messages before this sequence. */
    purgeBefore: (stream: StreamName, seq: number) => ask(`STREAM.PURGE.${stream}`, { seq }),
    deleteConsumer: (stream: StreamName, name: string) =>
      ask<{ success: boolean }>(`CONSUMER.DELETE.${stream}.${name}`),
  }
}

/** How long a start waits for what is not there yet, in ms. */
const startPatience = 10_000
const pause = 100

const isMissing = (cause: unknown) => cause instanceof JetStreamError && cause.status === 404

/**
 * Tries for 10 s while what is in the way may pass; unless told otherwise until JetStream is up and what is asked for exists:
 * servers start beside us.
 * @param patience milliseconds after which it is tried no more
 */
export async function retryTransient<T>(
  ask: () => Promise<T>,
  mayPass: (cause: unknown) => boolean = (cause) => isMissing(cause) || isTransient(cause),
  patience = startPatience,
): Promise<T> {
  for (const until = steadyNow() + patience; ; await wait(pause)) {
    try {
      return await ask()
    } catch (cause) {
      if (steadyNow() >= until || !mayPass(cause)) throw cause
    }
  }
}
