import type { OutgoingHttpHeader } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { noneMatches } from '../http/etag.ts'
import type { CachedResponse } from './cached-lookup.ts'
import type { CacheResult } from './response-cache.ts'

/** Sent with `Age` (RFC 7234 §5.5.1). */
export const staleWarning = '110 - "Response is Stale"'

/**
 * Index of the request id in a header block: names and values alternate, which is the cheapest form for `writeHead`.
 */
const requestIdIndex = 1
/** Trailing entries of a block that only a response with a body has: content-type and content-length. */
const bodyHeaderEntries = 4

type Options = {
  headers: Record<string, string>
  /** True if hooks set headers on the reply, such as CORS; they are then sent, too. */
  includeReplyHeaders: boolean
  /** While true, each response carries `Connection: close`. */
  draining: () => boolean
}

/**
 * Returns a function that sends a cached response, or 304 to a client that has it. The header block is built once for
 * each response and written past Fastify's reply, whose header handling would take a third of such a call.
 */
export function createCachedResponseSender({ headers, includeReplyHeaders, draining }: Options) {
  const { 'content-type': type = '', ...others } = headers
  const commonHeaders = ['x-request-id', '', ...Object.entries(others).flat()]

  function headerBlockOf(cached: CachedResponse): string[] {
    const { etag, bytes } = cached
    cached.headerBlock ??= [...commonHeaders, 'etag', etag, 'content-type', type, 'content-length', String(bytes)]
    return cached.headerBlock
  }

  function extraHeaders(reply: FastifyReply, age: number | undefined): OutgoingHttpHeader[] {
    const headers: OutgoingHttpHeader[] = []
    if (includeReplyHeaders)
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value) headers.push(name, value)
    if (age !== undefined) headers.push('age', String(age), 'warning', staleWarning)
    if (draining()) headers.push('connection', 'close')
    return headers
  }

  return (request: FastifyRequest, reply: FastifyReply, { value, age }: CacheResult<CachedResponse>): FastifyReply => {
    const isModified = noneMatches(request.headers['if-none-match'], value.etag)
    const block = isModified ? headerBlockOf(value) : headerBlockOf(value).slice(0, -bodyHeaderEntries)
    block[requestIdIndex] = request.id
    const extra = extraHeaders(reply, age)
    const { raw } = reply.hijack()
    raw.writeHead(isModified ? 200 : 304, extra.length > 0 ? [...block, ...extra] : block)
    if (isModified) raw.end(value.body, 'latin1')
    else raw.end()
    return reply
  }
}
