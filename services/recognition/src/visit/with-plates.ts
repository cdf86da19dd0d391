import { AppError } from '@kingcar/contract'
import { plateClass } from '../plate/misreadings.ts'
import { candidatePlates, type JudgedRead } from '../read/read.ts'

/**
 * Largest number of locks that one transaction takes for its reads: all transactions share one table of locks in the
 * memory of PostgreSQL.
 */
export const maxLocks = 512

/**
 * Largest number of attempts to lock all plates of a transaction: an attempt reveals further plates only if other
 * transactions move or add reads.
 */
const maxAttempts = 5
/** Milliseconds that all attempts may take together: the time limit of a transaction. */
const defaultDeadlineMs = 1_500

/** Thrown to roll back a transaction that changes plates that it has not locked. */
class PlatesNotLocked extends Error {
  readonly plates: readonly string[]

  constructor(plates: readonly string[]) {
    super('a transaction changes plates that it has not locked')
    this.plates = plates
  }
}

/** Limits of `withPlates`: milliseconds of all attempts together, and the largest number of plates that it locks. */
type Bounds = { deadlineMs?: number; maxPlates?: number }

/**
 * Runs a transaction that locks these plates with one call; a transaction that needs further plates is repeated with
 * these locked too.
 * @param transact locks the plates that it gets, and adds to them those that it locks itself; its second argument is
 * the time left
 * @throws AppError CONFLICT if the caller should retry; several reads with fewer
 */
export async function withPlates<T>(
  plates: Iterable<string>,
  transact: (locked: Set<string>, timeLeft: { deadlineMs: number }) => Promise<T>,
  { deadlineMs = defaultDeadlineMs, maxPlates = Number.POSITIVE_INFINITY }: Bounds = {},
): Promise<T> {
  const until = performance.now() + deadlineMs
  const locked = new Set(plates)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const timeLeft = until - performance.now()
    if (timeLeft <= 0) break
    try {
      return await transact(locked, { deadlineMs: timeLeft })
    } catch (error) {
      if (!(error instanceof PlatesNotLocked)) throw error
      for (const plate of error.plates) locked.add(plate)
      if (locked.size > maxPlates) break
    }
  }
  throw new AppError('CONFLICT')
}

/** @throws PlatesNotLocked if the transaction has not locked all of these plates */
export function assertLocked(plates: readonly string[], locked: ReadonlySet<string>): void {
  const missing = new Map(plates.map((plate) => [plateClass(plate), plate]))
  for (const plate of locked) missing.delete(plateClass(plate))
  if (missing.size > 0) throw new PlatesNotLocked([...missing.values()])
}

/** Splits reads for transactions that take at most `maxLocks`; 256 reads without candidates stay together. */
export function* withinLocks<R extends JudgedRead>(reads: readonly R[]): Generator<R[]> {
  let part: R[] = []
  let locks = 0
  for (const judged of reads) {
    const own = 2 + candidatePlates(judged.read.candidates).length // a lock for its plate and one for its track
    if (locks + own > maxLocks) {
      yield part
      part = []
      locks = 0
    }
    part.push(judged)
    locks += own
  }
  if (part.length > 0) yield part
}
