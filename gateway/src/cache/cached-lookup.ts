import type { Answer } from '@kingcar/bus'
import { type Operation, route } from '@kingcar/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entityTag } from '../http/etag.ts'
import type { CacheResult, ResponseCache } from './response-cache.ts'

/** An answer that is given many times, with what each giving needs of it. */
export type CachedResponse = {
  readonly bytes: number
  /** The body, each byte as one character: Node writes a head and such a text at once, and a head and a buffer as two. */
  readonly body: string
  readonly etag: string
  /** Its headers, once it has been sent. */
  headerBlock?: string[]
}

/** Addresses of which it is known what they ask for; a longer one is read each time. */
const maxUrls = 1_000
const maxUrlLength = 512

/** The operation's input as JSON text. Fails with VALIDATION_FAILED. */
type ReadInput = (request: FastifyRequest) => string

export type CachedLookupOptions = {
  op: Operation
  cache: ResponseCache<CachedResponse>
  readInput: ReadInput
  checkRateLimit: ((request: FastifyRequest) => Promise<void>) | undefined
  /** Asks the owning service. */
  forward: (input: string, request: FastifyRequest) => Promise<Answer>
}

export type CachedLookup = {
  /** Reads, counts and answers a request: input, rate, then what is fresh, else what the owner says. Fails as they do. */
  get(request: FastifyRequest): Promise<CacheResult<CachedResponse>>
  /** What may stand in for the owner, of a request that has been read before. */
  getStale(request: FastifyRequest): CacheResult<CachedResponse> | undefined
}

/** Makes the functions that answer the requests of a cached operation. */
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
      return cache.fetch(input, () => forward(input, request).then(toCachedResponse))
    },
    getStale: (request) => cache.getStale(inputOf(request)),
  }
}

/**
 * The same address says the same, so that one which was found good needs no second look. Of addresses with an id there
 * are so many that to remember one costs more than to read it.
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

/** A copy: what comes from the bus is a view into its connection's buffer. */
function toCachedResponse(answer: Answer): CachedResponse {
  const { buffer, byteOffset, byteLength } = answer.body
  const body = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return { bytes: byteLength, body, etag: entityTag(answer) }
}
