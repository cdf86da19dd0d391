import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { AppError } from '@kingcar/contract'
import { createConcurrencyLimit } from '@kingcar/runtime'
import { hash, verify } from '@node-rs/argon2'

// Argon2id as OWASP asks for, 19 MiB and two passes: 7 ms, and 19 MiB of memory while it runs.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** Fails with UNAVAILABLE when too many hashes wait already. */
  hash(password: string): Promise<string>
  /**
   * Whether it is the password whose hash is found. Takes the same time where nothing is found, which never matches.
   * `find` runs when it is its turn: who finds too many waiting is told so before anything else is done for him.
   */
  verify(find: () => Promise<string | null | undefined>, password: string): Promise<boolean>
}

/** Seconds, at random, after which who found too many waiting may try again: they come back one by one, and not as one. */
const comeBack = { soonest: 1, latest: 4 }
const busy = () =>
  new AppError('UNAVAILABLE', {
    retryAfter: comeBack.soonest + Math.floor(Math.random() * (comeBack.latest - comeBack.soonest + 1)),
  })

/**
 * Hashes and verifies at most `running` passwords at once, so that a flood of logins leaves the other calls their cores,
 * with at most `waiting` in line.
 */
export async function createPasswords(running: number, waiting = 32): Promise<Passwords> {
  const inTurn = createConcurrencyLimit(running, waiting, busy)
  const nobody = await hash('an account that does not exist', cost)
  letOthersFirst()
  return {
    hash: (password) => inTurn(() => hash(normalise(password), cost)),
    verify: (find, password) =>
      inTurn(async () => {
        const hashed = (await find()) ?? undefined
        const matches = await verify(hashed ?? nobody, normalise(password))
        return hashed !== undefined && matches
      }),
  }
}

/** Steps of niceness: a tenth of an ordinary thread's share where cores are short, and all that is left elsewhere. */
const steps = 10
const least = 19

/**
 * Has the threads that compute hashes give way to everybody else on the machine. They are the workers of libuv, which
 * were started for the first hash and do little else here. Linux alone tells their names; elsewhere nothing is done.
 */
function letOthersFirst(): void {
  if (!existsSync('/proc/self/task')) return
  const priority = Math.min(least, getPriority() + steps)
  for (const thread of readdirSync('/proc/self/task')) {
    try {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (name === 'libuv-worker') setPriority(Number(thread), priority)
    } catch (cause) {
      // one that has ended since it was listed is in nobody's way
      if (existsSync(`/proc/self/task/${thread}`)) throw cause
    }
  }
}

/** One password is several byte sequences across keyboards: 한 is one character or three (NIST SP 800-63B §3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')
