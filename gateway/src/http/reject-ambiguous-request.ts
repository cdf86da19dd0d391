import type { IncomingMessage } from 'node:http'
import { AppError } from '@kingcar/contract'
import type { onRequestHookHandler } from 'fastify'

/**
 * `uri-host [":" port]` of RFC 3986 and RFC 9110 §7.2; may be empty. A comma is not allowed, because it separates
 * lists.
 */
const host = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i

/** True if there is exactly one well-formed Host and no Transfer-Encoding but chunked. */
function isUnambiguous({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked') return false
  if (headers.host === undefined) return httpVersionMinor === 0
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts === 1 && host.test(headers.host)
}

/**
 * Rejects a request that another parser, such as a proxy, may understand differently (request smuggling, RFC 9112 §3.2
 * and §6.1): Node accepts two Host headers and uses the first, and accepts codings before chunked. Closes the connection.
 */
export const rejectAmbiguousRequest: onRequestHookHandler = ({ raw }, reply, done) => {
  if (isUnambiguous(raw)) return done()
  reply.header('connection', 'close')
  // Node does not close the connection of an upgrade by this header.
  reply.raw.once('finish', () => raw.socket.destroySoon())
  done(new AppError('VALIDATION_FAILED'))
}
