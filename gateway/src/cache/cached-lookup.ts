import type { Reply } from '@kingcar/bus'
import { type Operation, route } from '@kingcar/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entityTag } from '../http/etag.ts'
import type { CacheResult, ResponseCache } from './response-cache.ts'

/** A response in the form in which it is sent many times. */
export type CachedResponse = {
  readonly bytes: number
  /** The body as latin1 text: Node sends headers and a string in one write, but headers and a buffer in two. */
  readonly body: string
  readonly etag: string
  /** Set when the response is first sent. */
  headerBlock?: string[]
}

/** Limits of the URLs whose validated input is remembered; a longer URL is validated each time. */
const maxUrls = 1_000
const maxUrlLength = 512

/** Returns the operation's input as JSON text. @throws VALIDATION_FAILED */
type ReadInput = (request: FastifyRequest) => string

export type CachedLookupOptions = {
  op: Operation
  cache: ResponseCache<CachedResponse>
  readInput: ReadInput
  checkRateLimit: ((request: FastifyRequest) => Promise<void>) | undefined
  /** Calls the service that owns the operation. */
  forward: (input: string, request: FastifyRequest) => Promise<Reply>
}

export type CachedLookup = {
  /** Validates the input, checks the rate limit, and returns the fresh response or loads one. */
  get(request: FastifyRequest): Promise<CacheResult<CachedResponse>>
  /** The stale response for this request, for use while the service is unavailable. */
  getStale(request: FastifyRequest): CacheResult<CachedResponse> | undefined
}

export function createCachedLookup({
  op,
  cache,
  readInput,
  checkRateLimit,
  forward,
}: CachedLookupOptions): CachedLookup {
  const inputOf = route(op).parameters.length > 0 ? readInput : memoizeByUrl(readInput)

  return {
    async get(request) {
      const input = inputOf(request)
      if (checkRateLimit) await checkRateLimit(request)
      const fresh = cache.getFresh(input)
      if (fresh) return { value: fresh }
      return cache.load(input, () => forward(input, request).then(toCachedResponse))
    },
    getStale: (request) => cache.getStale(inputOf(request)),
  }
}

/**
 * Remembers the validated input of each URL. Not used for paths with an id: there are so many of them that remembering
 * costs more than validating.
 */
function memoizeByUrl(read: ReadInput): ReadInput {
  const inputs = new LRUCache<string, string>({ max: maxUrls })
  return (request) => {
    const { url = '' } = request.raw
    const known = inputs.get(url)
    if (known !== undefined) return known
    const input = read(request)
    if (url.length <= maxUrlLength) inputs.set(url, input)
    return input
  }
}

/** Copies the body, because the bus hands out a view into its connection's buffer. */
function toCachedResponse(reply: Reply): CachedResponse {
  const { buffer, byteOffset, byteLength } = reply.body
  const body = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return { bytes: byteLength, body, etag: entityTag(reply) }
}
