import { setTimeout as wait } from 'node:timers/promises'
import type { Logger, ProviderResponse } from '@kingcar/runtime'
import { createLocalJWKSet, errors, type JWTVerifyGetKey, type LocalJWKSet } from 'jose'
import Type from 'typebox'
import { parseAs, providerTimeout, requestProvider, unavailable } from './provider-request.ts'

/*
 * A cache of an issuer's public keys (JWKS).
 *
 * Keys are cached for the response's max-age. A token that names an unknown key causes a refetch, because issuers
 * rotate their keys at any time. An attacker can name keys too, so there is at most one refetch a second, and calls in
 * the meantime share it (single flight). While the issuer is unavailable, its old keys are used for a day
 * (stale-if-error).
 */

const minute = 60_000
/** Cache lifetimes in milliseconds: without max-age, and the bounds of a max-age. */
const defaultAge = 10 * minute
const shortestAge = minute
const longestAge = 24 * 60 * minute
/** Milliseconds between two refetches for unknown keys. */
const refetchEvery = 1_000

type Options = {
  url: string
  log: Logger
  /** Milliseconds for a fetch. */
  timeout?: number
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number
}

/**
 * Returns a function that finds the key that a token's header names.
 * @throws JOSEError if the issuer has no such key; AppError UNAVAILABLE if its keys cannot be fetched
 */
export function createKeySet({
  url,
  log,
  timeout = providerTimeout,
  elapsed = () => performance.now(),
}: Options): JWTVerifyGetKey {
  let held: { find: LocalJWKSet; at: number } | undefined
  let freshUntil = 0
  let failure: unknown
  let fetching: Promise<void> | undefined
  let refetching: Promise<void> | undefined
  let refetchedAt = Number.NEGATIVE_INFINITY

  async function fetchKeys(): Promise<void> {
    const at = elapsed()
    try {
      const response = await requestProvider(url, {}, timeout)
      held = { find: createLocalJWKSet(keysOf(response)), at }
      freshUntil = at + cacheLifetime(String(response.headers['cache-control'] ?? ''))
      failure = undefined
    } catch (err) {
      failure = err
      // With old keys, only one sign-in a minute waits for an issuer that hangs.
      freshUntil = elapsed() + (held ? shortestAge : refetchEvery)
      log.warn({ err, url }, 'JWKS fetch failed')
    }
  }

  /** Single flight; never rejects. */
  const sharedFetch = () => {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  /** Fetches the keys again because of an unknown key, at the earliest a second after the last time. */
  const refetch = () => {
    refetching ??= (async () => {
      await wait(Math.max(0, refetchedAt + refetchEvery - elapsed()), undefined, { ref: false })
      refetchedAt = elapsed()
      await sharedFetch()
      refetching = undefined
    })()
    return refetching
  }

  const current = () => {
    if (held && elapsed() - held.at < longestAge) return held.find
    throw unavailable(failure)
  }

  return async (header) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey('the token names no key')
    if (elapsed() >= freshUntil) await sharedFetch()
    try {
      return await current()(header)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await refetch()
      if (failure !== undefined) throw unavailable(failure) // another call may have fetched the key by now
      return current()(header)
    }
  }
}

const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { minItems: 1, maxItems: 100 }) })

function keysOf({ status, body }: ProviderResponse) {
  const set = status === 200 ? parseAs(KeySet, body) : undefined
  if (!set) throw new Error(`no keys in a response ${status}`)
  return set
}

/** Milliseconds that a response may be cached. */
export function cacheLifetime(cacheControl: string): number {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(cacheControl)?.[1]
  const age = seconds === undefined ? defaultAge : Number(seconds) * 1_000
  return Math.min(longestAge, Math.max(shortestAge, age))
}
