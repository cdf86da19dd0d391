import { randomUUID } from 'node:crypto'
import type { Caller } from '@kingcar/bus'

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
