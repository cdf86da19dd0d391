import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { DatabaseError } from './errors.ts'

/** SQLSTATE of a standby, or of a server that was set to read-only. */
const readOnly = '25006'

/** True if a retry may succeed: database or stream unavailable, sign-in rejected, read-only, or a conflict with others. */
const isTemporary = (error: unknown) =>
  error instanceof AppError
    ? error.code === 'UNAVAILABLE' || error.code === 'CONFLICT'
    : error instanceof DatabaseError && (error.fatal || error.code === readOnly)

/** Milliseconds between attempts: `first`, doubled up to `last`. */
const pauses = { first: 100, last: 2_000 }
/** Every 30th failure is logged. */
const logEvery = 30

/**
 * Retries `work` until it succeeds, however long a database or a stream is unavailable. The wait does not count as a
 * delivery attempt of the message.
 * @throws any other error immediately, since a retry would only hide it, and an AbortError when the service stops
 */
export async function retryUntilAvailable<T>(
  { log, stopping }: { log: Logger; stopping: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (err) {
      if (!isTemporary(err)) throw err
      if (failures % logEvery === 0) log.warn({ err, failures }, 'retrying until the database is available')
    }
    await wait(Math.min(pauses.first * 2 ** failures, pauses.last), undefined, { signal: stopping })
  }
}
