import { withTimeLimit } from '@kingcar/runtime'
import postgres from 'postgres'

/** The password is not the role's. */
const invalidPassword = '28P01'
/** Milliseconds. */
const probePatience = 1_000

/**
 * What a session signs in with where an address holds two passwords, with a comma between: while a password is changed, nobody
 * knows which of them the server wants at this moment, so the one that it wanted last is tried first. A session that signed in
 * outlives the change of its password. Undefined where there is one.
 */
export function rotatingPassword(url: string): (() => Promise<string>) | undefined {
  const [first, second] = decodeURIComponent(new URL(url).password).split(',')
  if (first === undefined || second === undefined) return undefined
  let good = first
  let looking: Promise<void> | undefined
  const look = async () => {
    try {
      if (await isRefused(url, good)) good = good === first ? second : first
    } finally {
      looking = undefined
    }
  }
  return async () => {
    looking ??= look() // sessions that open together ask once
    await looking
    return good
  }
}

/** Whether the server says so: of one that is away, the session that asks will tell. */
async function isRefused(url: string, password: string): Promise<boolean> {
  const probe = postgres(url, { password, max: 1, connect_timeout: 1, fetch_types: false, onnotice: () => undefined })
  try {
    // a server that says nothing must hold up no session for longer than that may wait itself
    const answer = probe`select 1`.then(() => false)
    return await withTimeLimit(probePatience, answer, () => false)
  } catch (error) {
    return error instanceof postgres.PostgresError && error.code === invalidPassword
  } finally {
    await probe.end({ timeout: 0 })
  }
}
