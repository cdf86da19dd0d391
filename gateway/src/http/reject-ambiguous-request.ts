import type { IncomingMessage } from 'node:http'
import { AppError } from '@kingcar/contract'
import type { onRequestHookHandler } from 'fastify'

/** `uri-host [":" port]` of RFC 3986 and RFC 9110 §7.2, which may be empty; without the comma, which lists are written with. */
const host = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+;=-]|%[0-9a-f]{2})*)(?::\d*)?$/i

/** Whether every reader sees the same request, of the same host: one Host of its form, and no coding but chunks. */
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
 * Refuses what another reader, such as a proxy before us, may take for another request (RFC 9112 §3.2, §6.1): Node takes
 * the first of two hosts, and chunks below any other coding. The connection ends with the refusal.
 */
export const rejectAmbiguousRequest: onRequestHookHandler = ({ raw }, reply, done) => {
  if (isUnambiguous(raw)) return done()
  reply.header('connection', 'close')
  done(new AppError('VALIDATION_FAILED'))
}
