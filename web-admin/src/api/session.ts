import { isExpired, readClaims } from './token.ts'

/*
 * The session of this browser: two tokens in localStorage, shared by its tabs.
 *
 * An access token is looked at before each use and exchanged when it has expired. The exchange runs once, however many
 * calls and tabs ask for it: calls of this tab share one promise, tabs share a lock, and whoever gets the lock first
 * looks whether another tab has left a fresh pair. Browsers offer locks on secure origins alone; without them two tabs
 * may exchange the same refresh token, which the server answers with the same pair for 30 seconds.
 */

export type Tokens = { accessToken: string; refreshToken: string }

/** A pair, and the full second in which the server answered with it, in milliseconds by its clock; null where unknown. */
export type Received = { tokens: Tokens; answeredAt: number | null }

/** There is no session (any more): no token, or the server refused to exchange it. The way on is /login. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

export type SessionOptions = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Runs one task at a time across the tabs of this browser. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>
  /** Exchanges a pair; `refused` tells a refusal from a server that could not be reached. */
  reissue: (tokens: Tokens) => Promise<Received>
  refused: (cause: unknown) => boolean
  /** Milliseconds since the epoch, by this machine's clock. */
  now: () => number
}

const offsetKey = 'clockOffset'
/** Seconds that a clock which is right seems off, by the rounding of `Date` and the way of the answer. */
const unsure = 2

export function createSession({ storage, exclusively, reissue, refused, now }: SessionOptions) {
  let exchange: Promise<Tokens> | undefined

  const read = (): Tokens | null => {
    const accessToken = storage.getItem('accessToken')
    const refreshToken = storage.getItem('refreshToken')
    return accessToken && refreshToken ? { accessToken, refreshToken } : null
  }

  /**
   * Keeps a pair, and how far the server's clock is from ours, so that a wrong clock does not expire every token. The time
   * is that of the answer: the pair in it may be old, since a repeated exchange gives the same one again.
   */
  const save = ({ tokens, answeredAt }: Received) => {
    storage.setItem('accessToken', tokens.accessToken)
    storage.setItem('refreshToken', tokens.refreshToken)
    // The middle of its second is the best guess at when it was written.
    const offset = answeredAt === null ? 0 : Math.round((answeredAt + 500 - now()) / 1000)
    storage.setItem(offsetKey, String(Math.abs(offset) > unsure ? offset : 0))
  }

  const clear = () => {
    for (const key of ['accessToken', 'refreshToken', offsetKey]) storage.removeItem(key)
  }

  /** The server's time in milliseconds, as far as we know it (to a second or two). */
  const serverNow = () => now() + 1000 * (Number(storage.getItem(offsetKey)) || 0)

  const usable = (tokens: Tokens) => !isExpired(tokens.accessToken, serverNow() / 1000)

  const exchangeOnce = (stale: string): Promise<Tokens> =>
    exclusively(async () => {
      const current = read()
      if (current === null) throw new SignedOutError()
      if (current.accessToken !== stale && usable(current)) return current
      try {
        const fresh = await reissue(current)
        const stored = read()
        // Signed out while we waited: that decision stands.
        if (stored === null) throw new SignedOutError()
        // Signed in again, or renewed by a tab whose pair reached us late: what is stored is the session.
        if (stored.refreshToken !== current.refreshToken) return stored
        save(fresh)
        return fresh.tokens
      } catch (cause) {
        if (!refused(cause)) throw cause
        if (read()?.refreshToken === current.refreshToken) clear()
        throw new SignedOutError('The session could not be renewed.', { cause })
      }
    })

  /** A new pair in place of one whose access token no longer serves. Rejects with SignedOutError, or as `reissue` does. */
  const renew = async (stale: string): Promise<string> => {
    exchange ??= exchangeOnce(stale).finally(() => {
      exchange = undefined
    })
    return (await exchange).accessToken
  }

  /** An access token that has not expired. Rejects with SignedOutError, or as `reissue` does. */
  const accessToken = async (): Promise<string> => {
    const tokens = read()
    if (tokens === null) throw new SignedOutError()
    return usable(tokens) ? tokens.accessToken : renew(tokens.accessToken)
  }

  return {
    exists: () => read() !== null,
    /** Whether it is a wall screen's, which may do little else than show visits. */
    isScreen: () => readClaims(read()?.accessToken ?? '')?.role === 'screen',
    accessToken,
    renew,
    serverNow,
    /** Forgets the tokens after a 401, unless another tab has signed in meanwhile. */
    forget: (refusedToken: string) => {
      if (read()?.accessToken === refusedToken) clear()
    },
    /** Forgets the tokens, for those of another session where there is one, and returns them: the server has to end it. */
    end: (next?: Received) =>
      exclusively(async () => {
        const tokens = read()
        clear()
        if (next !== undefined) save(next)
        return tokens
      }),
  }
}
