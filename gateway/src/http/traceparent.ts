import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

type Headers = Pick<FastifyRequest, 'headers'>

/** Sixteen hexadecimal digits that no other process has; what this one numbers with them is unique. */
const ownTraces = randomBytes(8).toString('hex')
let traces = 0

/** W3C trace context that a request brings; undefined where it is not well formed. */
export function givenTraceparent({ headers }: Headers): string | undefined {
  const given = headers.traceparent
  const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
  return typeof given === 'string' && form.test(given) ? given : undefined
}

/** The caller's, else a new one that nobody asked to sample. */
export function traceparentOf(request: Headers): string {
  const given = givenTraceparent(request)
  if (given !== undefined) return given
  traces += 1
  const span = traces.toString(16).padStart(16, '0')
  return `00-${ownTraces}${span}-${span}-00`
}
