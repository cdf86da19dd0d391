import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { deadline } from './deadline.ts'

/** A caller as the gateway passes it to services, with ten seconds left; anonymous by default. */
export const callerOf = (extras: Partial<Caller> = {}): Caller =>
  Object.assign({ requestId: randomUUID(), actor: null, deadline: Date.now() + 10_000 }, extras)

/** `ok`, or the error code of a call. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: { code?: string }) => error.code ?? 'unknown',
  )

/** What a refused call rejects with, for `toMatchObject`: its code, and the paths of its details. */
export const refusal = (code: string, ...paths: string[]): object =>
  paths.length === 0 ? { code } : { code, details: paths.map((path) => ({ path })) }

/** Milliseconds between two tries, so that many callers do not keep a busy service busy. */
const pause = 50

/** Repeats a call while it is UNAVAILABLE because of many concurrent writes; a creation needs an idempotency key. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + deadline; ; await wait(pause)) {
    try {
      return await call()
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.code === 'UNAVAILABLE'
      if (!isUnavailable || Date.now() > until) throw error
    }
  }
}
