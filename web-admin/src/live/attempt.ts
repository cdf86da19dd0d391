import type { liveClose } from '@kingcar/contract'
import { listAppSettings, session } from '../api/api.ts'
import { SignedOutError } from '../api/session.ts'

/** Close code of a session that ended; the compiler holds it to the contract's. */
export const sessionEnded: (typeof liveClose)['sessionEnded'] = 4401

/** What is known of the last attempt to connect when the next one starts. Times by this machine's clock. */
export type Attempt = {
  token: string
  startedAt: number
  openedAt: number
  /** Whether it asked for what was missed. */
  resumes: boolean
  /** How its socket was closed. */
  closeCode: number | undefined
  /** Whether the last socket that was open went with a server that restarts. */
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

/** The token for the next attempt; never settles where the way leads to /login. */
export async function tokenFor(last: Attempt, signedOut: () => void): Promise<string> {
  try {
    if (last.closeCode === sessionEnded) return await session.renew(last.token)
    if (last.handshakeFailed) await listAppSettings()
    return await session.accessToken()
  } catch (cause) {
    if (!(cause instanceof SignedOutError)) return last.token // the server is away: so will be its socket
    signedOut()
    return new Promise(() => {})
  }
}
