import { AppError } from '@kingcar/contract'
import { plateClass } from '../plate/misreadings.ts'
import { candidatePlates, type JudgedRead } from '../read/read.ts'

/** Most locks that one transaction takes for its reads: all transactions share one table of them in the memory of PostgreSQL. */
export const maxLocks = 512

/** Attempts to lock all plates of a transaction: each reveals more of them only if other transactions move or add reads. */
const maxAttempts = 5

/** Thrown to roll back a transaction that concerns plates which it did not lock. */
class PlatesNotLocked extends Error {
  readonly plates: readonly string[]

  constructor(plates: readonly string[]) {
    super('a transaction concerns plates that are not locked')
    this.plates = plates
  }
}

/**
 * Runs a transaction that locks these plates with one call; one that concerns others is repeated with those locked too.
 * @param transact locks the plates that it gets, and adds to them those that it locks itself
 * @throws AppError CONFLICT if the caller should retry
 */
export async function withPlates<T>(
  plates: Iterable<string>,
  transact: (locked: Set<string>) => Promise<T>,
): Promise<T> {
  const locked = new Set(plates)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    try {
      return await transact(locked)
    } catch (error) {
      if (!(error instanceof PlatesNotLocked)) throw error
      for (const plate of error.plates) locked.add(plate)
    }
  }
  throw new AppError('CONFLICT')
}

/** @throws PlatesNotLocked if the transaction has not locked all of these plates */
export function assertLocked(plates: readonly string[], locked: ReadonlySet<string>): void {
  const classes = new Set([...locked].map(plateClass))
  const missing = plates.filter((plate) => !classes.has(plateClass(plate)))
  if (missing.length > 0) throw new PlatesNotLocked(missing)
}

/** Splits reads for transactions that take at most `maxLocks`; 256 reads without candidates stay together. */
export function* withinLocks<R extends JudgedRead>(reads: readonly R[]): Generator<R[]> {
  let part: R[] = []
  let locks = 0
  for (const judged of reads) {
    const own = 2 + candidatePlates(judged.read.candidates).length // its plate and its track
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
