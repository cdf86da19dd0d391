import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import { DatabaseError } from './errors.ts'

/** Classes of SQLSTATE that say that a value is at fault: data exception, integrity violation, program limit exceeded. */
const refusals = ['22', '23', '54']

/** Whether the database was there and will never take this row. */
export const isRowRejected = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && refusals.some((start) => error.code.startsWith(start))

/** The server writes nothing for now: it stands by for another, or somebody has told it so. */
const readOnly = '25006'

/** The database or a stream is away or lets nobody in, or others were in the way: the same may succeed a moment later. */
const isTemporary = (error: unknown) =>
  error instanceof AppError
    ? error.code === 'UNAVAILABLE' || error.code === 'CONFLICT'
    : error instanceof DatabaseError && (error.fatal || error.code === readOnly)

/** Milliseconds between tries: the first, doubled up to the last. */
const pauses = { first: 100, last: 2_000 }
/** One line of the log for so many failures. */
const silence = 30

/**
 * Works until it succeeds, however long a database or a stream is away: what waits is not lost and counts no delivery.
 * @throws whatever else fails, which would fail again unseen, and an AbortError when the service stops
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
      if (failures % silence === 0) log.warn({ err, failures }, 'work waits')
    }
    await wait(Math.min(pauses.first * 2 ** failures, pauses.last), undefined, { signal: stopping })
  }
}
