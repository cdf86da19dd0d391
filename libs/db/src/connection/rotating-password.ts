import { withTimeLimit } from '@kingcar/runtime'
import postgres from 'postgres'

/** SQLSTATE. */
const invalidPassword = '28P01'
/** Milliseconds. */
const probeTimeout = 1_000

/**
 * Chooses between the two passwords of a URL that holds `first,second` during a password rotation. It probes the one that
 * worked last and switches if the server rejects it. Open sessions survive a password change.
 * @returns undefined if the URL holds one password
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
    looking ??= look() // one probe serves all sessions that open at the same time
    await looking
    return good
  }
}

/** True only if the server rejects the password. An unreachable server is reported by the session itself. */
async function isRefused(url: string, password: string): Promise<boolean> {
  const probe = postgres(url, { password, max: 1, connect_timeout: 1, fetch_types: false, onnotice: () => undefined })
  try {
    // a silent server must not delay a session beyond its own deadline
    const answer = probe`select 1`.then(() => false)
    return await withTimeLimit(probeTimeout, answer, () => false)
  } catch (error) {
    return error instanceof postgres.PostgresError && error.code === invalidPassword
  } finally {
    await probe.end({ timeout: 0 })
  }
}
