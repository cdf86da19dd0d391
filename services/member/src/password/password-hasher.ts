import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import { createConcurrencyLimit, lowerWorkerPriority, steadyNow } from '@kingcar/runtime'
import { hash, verify } from '@node-rs/argon2'

// Argon2id with OWASP's minimum, 19 MiB and two passes. One hash takes 7 ms and 19 MiB of memory.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type PasswordHasher = {
  /**
   * @param caller who sets the password. After its deadline it has got 503, so no hash is returned; a transaction that
   *   stores the hash can still end after it.
   * @throws AppError UNAVAILABLE if too many hashes wait already, or if the hash is not ready by the deadline of the caller
   */
  hash(password: string, caller: Pick<Caller, 'deadline'>): Promise<string>
  /**
   * True if the password matches the hash that `find` returns. If `find` returns none, the result is false after the
   * same time. `find` runs when the call leaves the queue: a call that finds the queue full costs no query.
   * @throws AppError UNAVAILABLE if too many hashes wait already
   */
  verify(find: () => Promise<string | null | undefined>, password: string): Promise<boolean>
}

/** Seconds until a refused client retries; random, so that clients do not all come back at the same time. */
const retryAfter = { shortest: 1, longest: 4 }
const busy = () =>
  new AppError('UNAVAILABLE', {
    retryAfter: retryAfter.shortest + Math.floor(Math.random() * (retryAfter.longest - retryAfter.shortest + 1)),
  })

/**
 * Hashes and verifies at most `running` passwords in parallel, so that a flood of logins leaves cores for other calls.
 * At most `waiting` more wait in a queue.
 */
export async function createPasswordHasher(running: number, waiting = 32): Promise<PasswordHasher> {
  const inTurn = createConcurrencyLimit(running, waiting, busy)
  const dummy = await hash('an account that does not exist', cost)
  await lowerWorkerPriority(10)
  return {
    hash: (password, caller) =>
      inTurn(async () => {
        throwIfLate(caller)
        const hashed = await hash(normalise(password), cost)
        throwIfLate(caller)
        return hashed
      }),
    verify: (find, password) =>
      inTurn(async () => {
        const hashed = (await find()) ?? undefined
        const matches = await verify(hashed ?? dummy, normalise(password))
        return hashed !== undefined && matches
      }),
  }
}

function throwIfLate({ deadline }: Pick<Caller, 'deadline'>): void {
  if (steadyNow() > deadline) throw busy()
}

/** Keyboards send one password as different byte sequences: 한 is one character or three (NIST SP 800-63B §3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')
