import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noneMatch } from '../http/etag.ts'
import type { CachedAnswer } from './cached-lookup.ts'
import type { Given } from './response-cache.ts'

/** What stands beside `Age` (RFC 7234 §5.5.1). */
export const staleWarning = '110 - "Response is Stale"'

/** Where the request's id stands in a block: names and values in turn, as `writeHead` takes them with the least work. */
const idAt = 1
/** How many of a block's last places only a body needs. */
const ofBody = 4

type Options = {
  headers: Record<string, string>
  /** Whether hooks set headers of their own on the reply, which then go along. */
  hooked: boolean
  /** While it is true each answer asks its connection to end. */
  draining: () => boolean
}

/**
 * Makes the function that sends a cached answer, or 304 to who has it. Its header block is built once for each answer and
 * written past the reply, which would look at each header anew: that is a third of such a call.
 */
export function createCachedSend({ headers, hooked, draining }: Options) {
  const { 'content-type': type = '', ...others } = headers
  const begin = ['x-request-id', '', ...Object.entries(others).flat()]

  function blockOf(cached: CachedAnswer): string[] {
    const { tag, bytes } = cached
    cached.block ??= [...begin, 'etag', tag, 'content-type', type, 'content-length', String(bytes)]
    return cached.block
  }

  function more(reply: FastifyReply, age: number | undefined): OutgoingHttpHeader[] {
    const set: OutgoingHttpHeader[] = []
    if (hooked) for (const [name, value] of Object.entries(reply.getHeaders())) if (value) set.push(name, value)
    if (age !== undefined) set.push('age', String(age), 'warning', staleWarning)
    if (draining()) set.push('connection', 'close')
    return set
  }

  return (request: FastifyRequest, reply: FastifyReply, { value, age }: Given<CachedAnswer>): FastifyReply => {
    const isNew = noneMatch(request.headers['if-none-match'], value.tag)
    const block = isNew ? blockOf(value) : blockOf(value).slice(0, -ofBody)
    block[idAt] = request.id
    const set = more(reply, age)
    const { raw } = reply.hijack()
    raw.writeHead(isNew ? 200 : 304, set.length > 0 ? [...block, ...set] : block)
    if (isNew) raw.end(value.body, 'latin1')
    else raw.end()
    return reply
  }
}
