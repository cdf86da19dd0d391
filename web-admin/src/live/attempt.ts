import type { liveClose } from '@kingcar/contract'
import { listAppSettings, session } from '../api/api.ts'
import { SignedOutError } from '../api/session.ts'

/** Close code for an ended session. The compiler checks it against the contract. */
export const sessionEnded: (typeof liveClose)['sessionEnded'] = 4401

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

/** The token for the next attempt. Never settles when the session has ended and the page goes to /login. */
export async function tokenFor(last: Attempt, signedOut: () => void): Promise<string> {
  try {
    if (last.closeCode === sessionEnded) return await session.renew(last.token)
    if (last.handshakeFailed) await listAppSettings()
    return await session.accessToken()
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) return last.token // the server is unreachable, so its socket will fail too
    signedOut()
    return new Promise(() => {})
  }
}
