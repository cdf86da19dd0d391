import { AppError } from '@kingcar/contract'
import { createTurns } from '@kingcar/runtime'
import { hash, verify } from '@node-rs/argon2'

// Argon2id as OWASP asks for, 19 MiB and two passes: 7 ms, and 19 MiB of memory while it runs.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** Fails with UNAVAILABLE when too many hashes wait already. */
  hash(password: string): Promise<string>
  /** Takes the same time for an account that does not exist (`undefined`), which never matches. */
  verify(hashed: string | undefined, password: string): Promise<boolean>
}

/**
 * Hashes and verifies at most `running` passwords at once, so that a flood of logins leaves the other calls their cores,
 * with at most `waiting` in line.
 */
export async function createPasswords(running: number, waiting = 32): Promise<Passwords> {
  const inTurn = createTurns(running, waiting, () => new AppError('UNAVAILABLE', { retryAfter: 1 }))
  const nobody = await hash('an account that does not exist', cost)
  return {
    hash: (password) => inTurn(() => hash(normalise(password), cost)),
    verify: (hashed, password) =>
      inTurn(async () => {
        const matches = await verify(hashed ?? nobody, normalise(password))
        return hashed !== undefined && matches
      }),
  }
}

/** One password is several byte sequences across keyboards: 한 is one character or three (NIST SP 800-63B §3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')
