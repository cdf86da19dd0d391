import type { Answer } from '@kingcar/bus'
import { type Operation, route } from '@kingcar/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { entityTag } from '../http/etag.ts'
import type { AnswerCache, Given } from './response-cache.ts'

/** An answer that is given many times, with what each giving needs of it. */
export type CachedAnswer = {
  readonly bytes: number
  /** The body, each byte as one character: Node writes a head and such a text at once, and a head and a buffer as two. */
  readonly body: string
  readonly tag: string
  /** Its headers, once it has been sent. */
  block?: string[]
}

/** Addresses of which it is known what they ask for; a longer one is read each time. */
const mostAddresses = 1_000
const longestAddress = 512

/** The operation's input as JSON text. Fails with VALIDATION_FAILED. */
type ReadInput = (request: FastifyRequest) => string

export type CachedReadOptions = {
  op: Operation
  cache: AnswerCache<CachedAnswer>
  read: ReadInput
  limit: ((request: FastifyRequest) => Promise<void>) | undefined
  /** Asks the owning service. */
  forward: (input: string, request: FastifyRequest) => Promise<Answer>
}

export type CachedRead = {
  /** Reads, counts and answers a request: input, rate, then what is fresh, else what the owner says. Fails as they do. */
  answer(request: FastifyRequest): Promise<Given<CachedAnswer>>
  /** What may stand in for the owner, of a request that has been read before. */
  last(request: FastifyRequest): Given<CachedAnswer> | undefined
}

/** Makes the functions that answer the requests of a cached operation. */
export function createCachedRead({ op, cache, read, limit, forward }: CachedReadOptions): CachedRead {
  const inputOf = route(op).parameters.length > 0 ? read : rememberingAddresses(read)

  return {
    async answer(request) {
      const input = inputOf(request)
      if (limit) await limit(request)
      const fresh = cache.fresh(input)
      if (fresh) return { value: fresh }
      return cache.ask(input, () => forward(input, request).then(toCached))
    },
    last: (request) => cache.last(inputOf(request)),
  }
}

/**
 * The same address says the same, so that one which was found good needs no second look. Of addresses with an id there
 * are so many that to remember one costs more than to read it.
 */
function rememberingAddresses(read: ReadInput): ReadInput {
  const inputs = new LRUCache<string, string>({ max: mostAddresses })
  return (request) => {
    const { url = '' } = request.raw
    const known = inputs.get(url)
    if (known !== undefined) return known
    const input = read(request)
    if (url.length <= longestAddress) inputs.set(url, input)
    return input
  }
}

/** A copy: what comes from the bus is a view into its connection's buffer. */
function toCached(answer: Answer): CachedAnswer {
  const { buffer, byteOffset, byteLength } = answer.body
  const body = Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
  return { bytes: byteLength, body, tag: entityTag(answer) }
}
