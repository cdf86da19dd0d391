import type { liveClose } from '@kingcar/contract'
import { isLiveFull, session } from '../api/api.ts'
import { SignedOutError } from '../api/session.ts'

/** Close code for an ended session. The compiler checks it against the contract. */
export const sessionEnded: (typeof liveClose)['sessionEnded'] = 4401
/** Close code for a socket that a newer one of the session has replaced. */
export const replaced: (typeof liveClose)['replaced'] = 4409

/** The last connection attempt, as known when the next one starts. Times are from this machine's clock. */
export type Attempt = {
  token: string
  startedAt: number
  openedAt: number
  /** Whether it asked the server for missed events. */
  resumes: boolean
  /** Close code of its socket. */
  closeCode: number | undefined
  /** Whether the last open socket was closed by a restarting server. */
  restarting: boolean
  handshakeFailed: boolean
}

export const noAttempt: Attempt = {
  token: '',
  startedAt: 0,
  openedAt: 0,
  resumes: false,
  closeCode: undefined,
  restarting: false,
  handshakeFailed: false,
}

/**
 * The token for the next attempt, and whether the session has its maximum number of sockets. Never settles after the
 * session has ended and the page goes to /login.
 */
export async function prepareAttempt(last: Attempt, signedOut: () => void): Promise<{ token: string; full: boolean }> {
  try {
    if (last.closeCode === sessionEnded) return { token: await session.renew(last.token), full: false }
    const full = last.handshakeFailed && (await isLiveFull())
    return { token: await session.accessToken(), full }
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) return { token: last.token, full: false } // the server is unreachable, so its socket will fail too
    signedOut()
    return new Promise(() => {})
  }
}
