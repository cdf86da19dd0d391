import type { Answer, Bus } from '@kingcar/bus'
import type { Operation } from '@kingcar/contract'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AnswerCache, Given } from './answer-cache.ts'
import { callerOf } from './caller.ts'
import { entityTag } from './etag.ts'
import type { Judgement } from './operation-route.ts'

/** An answer that is given many times, with what each giving needs of it. */
export type CachedAnswer = {
  readonly bytes: number
  readonly answer: Answer
  readonly tag: string
}

/** Addresses of which it is known what they ask for; a longer one is read each time. */
const mostAddresses = 1_000
const longestAddress = 512

export type CachedRead = {
  /** Reads, counts and answers a request: input, rate, then what is fresh, else what the owner says. Fails as they do. */
  answer(request: FastifyRequest): Promise<Given<CachedAnswer>>
  /** What may stand in for the owner, of a request that has been read before. */
  last(request: FastifyRequest): Given<CachedAnswer> | undefined
}

/** Makes the functions that answer the requests of a cached operation. */
export function createCachedRead(
  op: Operation,
  bus: Pick<Bus, 'forward'>,
  cache: AnswerCache<CachedAnswer>,
  { read, limit }: Pick<Judgement, 'read' | 'limit'>,
): CachedRead {
  const inputs = new LRUCache<string, string>({ max: mostAddresses })

  /** The same address says the same, so that one which was found good needs no second look. */
  function inputOf(request: FastifyRequest): string {
    const { url = '' } = request.raw
    const known = inputs.get(url)
    if (known !== undefined) return known
    const input = read(request)
    if (url.length <= longestAddress) inputs.set(url, input)
    return input
  }

  return {
    async answer(request) {
      const input = inputOf(request)
      if (limit) await limit(request)
      const fresh = cache.fresh(input)
      if (fresh) return { value: fresh }
      return cache.ask(input, async () => toCached(await bus.forward(op, input, callerOf(op, request))))
    },
    last: (request) => cache.last(inputOf(request)),
  }
}

/** A copy: what comes from the bus is a view into its connection's buffer. */
function toCached({ body, ...rest }: Answer): CachedAnswer {
  const answer = { ...rest, body: Buffer.from(body) }
  return { bytes: body.length, answer, tag: entityTag(answer) }
}
