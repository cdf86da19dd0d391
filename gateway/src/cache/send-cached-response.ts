import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noneMatches } from '../http/etag.ts'
import type { CachedResponse } from './cached-lookup.ts'
import type { CacheResult } from './response-cache.ts'

/** What stands beside `Age` (RFC 7234 §5.5.1). */
export const staleWarning = '110 - "Response is Stale"'

/** Where the request's id stands in a block: names and values in turn, as `writeHead` takes them with the least work. */
const requestIdIndex = 1
/** How many of a block's last places only a body needs. */
const bodyHeaderEntries = 4

type Options = {
  headers: Record<string, string>
  /** Whether hooks set headers of their own on the reply, which then go along. */
  includeReplyHeaders: boolean
  /** While it is true each answer asks its connection to end. */
  draining: () => boolean
}

/**
 * Makes the function that sends a cached answer, or 304 to who has it. Its header block is built once for each answer and
 * written past the reply, which would look at each header anew: that is a third of such a call.
 */
export function createCachedResponseSender({ headers, includeReplyHeaders, draining }: Options) {
  const { 'content-type': type = '', ...others } = headers
  const begin = ['x-request-id', '', ...Object.entries(others).flat()]

  function headerBlockOf(cached: CachedResponse): string[] {
    const { etag, bytes } = cached
    cached.headerBlock ??= [...begin, 'etag', etag, 'content-type', type, 'content-length', String(bytes)]
    return cached.headerBlock
  }

  function extraHeaders(reply: FastifyReply, age: number | undefined): OutgoingHttpHeader[] {
    const set: OutgoingHttpHeader[] = []
    if (includeReplyHeaders)
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) set.push(name, value)
    if (age !== undefined) set.push('age', String(age), 'warning', staleWarning)
    if (draining()) set.push('connection', 'close')
    return set
  }

  return (request: FastifyRequest, reply: FastifyReply, { value, age }: CacheResult<CachedResponse>): FastifyReply => {
    const isNew = noneMatches(request.headers['if-none-match'], value.etag)
    const block = isNew ? headerBlockOf(value) : headerBlockOf(value).slice(0, -bodyHeaderEntries)
    block[requestIdIndex] = request.id
    const set = extraHeaders(reply, age)
    const { raw } = reply.hijack()
    raw.writeHead(isNew ? 200 : 304, set.length > 0 ? [...block, ...set] : block)
    if (isNew) raw.end(value.body, 'latin1')
    else raw.end()
    return reply
  }
}
