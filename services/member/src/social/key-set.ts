import { setTimeout as wait } from 'node:timers/promises'
import type { Logger, ProviderResponse } from '@kingcar/runtime'
import { createLocalJWKSet, errors, type JWTVerifyGetKey, type LocalJWKSet } from 'jose'
import Type from 'typebox'
import { ask, away, read } from './request.ts'

/*
 * The public keys of an issuer, from its JWKS address.
 *
 * They are kept for as long as the answer's max-age says. A token that names a key we have not seen makes us look again,
 * since issuers rotate their keys whenever they like; strangers can name keys too, so that happens once a second at most,
 * and whoever comes meanwhile waits for the same look. While the issuer is away its old keys are good for a day.
 */

const minute = 60_000
/** How long an answer without max-age is good, and the bounds of what one may say; milliseconds. */
const standardAge = 10 * minute
const shortestAge = minute
const longestAge = 24 * 60 * minute
/** Milliseconds between two looks for keys that we have not seen. */
const lookEvery = 1_000

type Options = {
  url: string
  log: Logger
  /** Milliseconds that never run backwards. */
  elapsed?: () => number
}

/**
 * Finds the key that a token's header names.
 * @throws JOSEError where the issuer has no such key; AppError UNAVAILABLE where its keys cannot be had
 */
export function createKeySet({ url, log, elapsed = () => performance.now() }: Options): JWTVerifyGetKey {
  let held: { find: LocalJWKSet; at: number } | undefined
  let goodUntil = 0
  let failure: unknown
  let loading: Promise<void> | undefined
  let looking: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY

  async function load(): Promise<void> {
    const at = elapsed()
    try {
      const answer = await ask(url)
      held = { find: createLocalJWKSet(keysOf(answer)), at }
      goodUntil = at + ageOf(String(answer.headers['cache-control'] ?? ''))
      failure = undefined
    } catch (err) {
      failure = err
      // Where there are old keys, not every sign-in waits for an issuer that hangs.
      goodUntil = elapsed() + (held ? shortestAge : lookEvery)
      log.warn({ err, url }, 'keys of an issuer not fetched')
    }
  }

  /** One at a time; never rejects. */
  const share = () => {
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  /** Looks for a key that nobody has seen yet, when it is time. */
  const look = () => {
    looking ??= (async () => {
      await wait(Math.max(0, lookedAt + lookEvery - elapsed()), undefined, { ref: false })
      lookedAt = elapsed()
      await share()
      looking = undefined
    })()
    return looking
  }

  const current = () => {
    if (held && elapsed() - held.at < longestAge) return held.find
    throw away(failure)
  }

  return async (header) => {
    if (typeof header.kid !== 'string') throw new errors.JWKSNoMatchingKey('the token names no key')
    if (elapsed() >= goodUntil) await share()
    try {
      return await current()(header)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await look()
      if (failure !== undefined) throw away(failure) // whether it has the key by now is not known
      return current()(header)
    }
  }
}

const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() }), { minItems: 1, maxItems: 100 }) })

function keysOf({ status, body }: ProviderResponse) {
  const set = status === 200 ? read(KeySet, body) : undefined
  if (!set) throw new Error(`no keys in an answer ${status}`)
  return set
}

/** Milliseconds that an answer may be kept. */
export function ageOf(cacheControl: string): number {
  const seconds = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(cacheControl)?.[1]
  const age = seconds === undefined ? standardAge : Number(seconds) * 1_000
  return Math.min(longestAge, Math.max(shortestAge, age))
}
