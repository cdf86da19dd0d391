import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

type Headers = Pick<FastifyRequest, 'headers'>

/** Random for each process; together with the counter it makes each trace id unique. */
const processPrefix = randomBytes(8).toString('hex')
let traceCount = 0

/** The W3C trace context of a request; undefined if it is malformed. */
export function givenTraceparent({ headers }: Headers): string | undefined {
  const given = headers.traceparent
  const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
  return typeof given === 'string' && form.test(given) ? given : undefined
}

/** The client's trace context, otherwise a new one without the sampled flag. */
export function traceparentOf(request: Headers): string {
  const given = givenTraceparent(request)
  if (given !== undefined) return given
  traceCount += 1
  const span = traceCount.toString(16).padStart(16, '0')
  return `00-${processPrefix}${span}-${span}-00`
}
