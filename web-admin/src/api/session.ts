import { isExpired, readClaims } from './token.ts'

/*
 * The session of this browser: two tokens in localStorage, shared by its tabs.
 *
 * The access token is checked before each use and exchanged when it has expired. The exchange is single flight across calls
 * and tabs: the calls of a tab share one promise, the tabs share a lock, and the holder of the lock first checks whether
 * another tab has already stored a new pair. Browsers offer locks on secure origins only. Without a lock two tabs may
 * exchange the same refresh token; for 30 seconds the server returns the same pair.
 */

export type Tokens = { accessToken: string; refreshToken: string }

/** A token pair, and the time of the response by the server's clock: milliseconds, rounded down to the second; null if unknown. */
export type ReceivedTokens = { tokens: Tokens; answeredAt: number | null }

/** There is no session: no token is stored, or the server refused to exchange it. The page has to go to /login. */
export class SignedOutError extends Error {
  override name = 'SignedOutError'
}

export type SessionOptions = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Runs one task at a time across the tabs of this browser. */
  runExclusive: <T>(task: () => Promise<T>) => Promise<T>
  /** Exchanges a pair. `isRefusal` distinguishes a refusal from an unreachable server. */
  reissue: (tokens: Tokens) => Promise<ReceivedTokens>
  isRefusal: (cause: unknown) => boolean
  /** Milliseconds since the epoch, by this machine's clock. */
  now: () => number
}

const offsetKey = 'clockOffset'
/** Seconds by which a correct clock can seem wrong, because of the rounding of `Date` and the network delay. */
const clockTolerance = 2

export function createSession({ storage, runExclusive, reissue, isRefusal, now }: SessionOptions) {
  let exchange: Promise<Tokens> | undefined

  const read = (): Tokens | null => {
    const accessToken = storage.getItem('accessToken')
    const refreshToken = storage.getItem('refreshToken')
    return accessToken && refreshToken ? { accessToken, refreshToken } : null
  }

  /**
   * Stores a pair, and the offset of the server's clock, so that a wrong clock on this machine does not expire every token.
   * The offset is taken from the time of the response, not from `iat`: a repeated exchange returns an older pair.
   */
  const save = ({ tokens, answeredAt }: ReceivedTokens) => {
    storage.setItem('accessToken', tokens.accessToken)
    storage.setItem('refreshToken', tokens.refreshToken)
    // The response time is rounded down to a second; the middle of that second is the best estimate.
    const offset = answeredAt === null ? 0 : Math.round((answeredAt + 500 - now()) / 1000)
    storage.setItem(offsetKey, String(Math.abs(offset) > clockTolerance ? offset : 0))
  }

  const clear = () => {
    for (const key of ['accessToken', 'refreshToken', offsetKey]) storage.removeItem(key)
  }

  /** The server's time in milliseconds, accurate to one or two seconds. */
  const serverNow = () => now() + 1000 * (Number(storage.getItem(offsetKey)) || 0)

  const usable = (tokens: Tokens, forMs = 0) => !isExpired(tokens.accessToken, (serverNow() + forMs) / 1000)

  const exchangeOnce = (stale: string): Promise<Tokens> =>
    runExclusive(async () => {
      const current = read()
      if (current === null) throw new SignedOutError()
      if (current.accessToken !== stale && usable(current)) return current
      try {
        const fresh = await reissue(current)
        const stored = read()
        // The user signed out during the exchange: stay signed out.
        if (stored === null) throw new SignedOutError()
        // Another tab signed in or renewed in the meantime: the stored pair is the session.
        if (stored.refreshToken !== current.refreshToken) return stored
        save(fresh)
        return fresh.tokens
      } catch (cause) {
        if (!isRefusal(cause)) throw cause
        if (read()?.refreshToken === current.refreshToken) clear()
        throw new SignedOutError('The session could not be renewed.', { cause })
      }
    })

  /** Exchanges the pair whose access token is no longer accepted. Rejects with SignedOutError, or as `reissue` does. */
  const renew = async (stale: string): Promise<string> => {
    exchange ??= exchangeOnce(stale).finally(() => {
      exchange = undefined
    })
    return (await exchange).accessToken
  }

  /**
   * Returns an access token that does not expire within `forMs` milliseconds, unless tokens live shorter. Rejects with
   * SignedOutError, or as `reissue` does.
   */
  const accessToken = async (forMs = 0): Promise<string> => {
    const tokens = read()
    if (tokens === null) throw new SignedOutError()
    return usable(tokens, forMs) ? tokens.accessToken : renew(tokens.accessToken)
  }

  return {
    exists: () => read() !== null,
    /** Whether a call can be sent without an exchange before it. */
    isUsable: () => {
      const tokens = read()
      return tokens !== null && usable(tokens)
    },
    /** Whether this is the session of a wall screen, which may do little more than show visits. */
    isScreen: () => readClaims(read()?.accessToken ?? '')?.role === 'screen',
    accessToken,
    renew,
    serverNow,
    /** Forgets the tokens after a 401, unless another tab has signed in since. */
    forget: (refusedToken: string) => {
      if (read()?.accessToken === refusedToken) clear()
    },
    /** Replaces the tokens by those of `next`, if given, and returns the old ones: the caller ends that session on the server. */
    end: (next?: ReceivedTokens) =>
      runExclusive(async () => {
        const tokens = read()
        // Overwritten, not cleared first: another tab would see that there is no session, or half of one.
        if (next === undefined) clear()
        else save(next)
        return tokens
      }),
  }
}
