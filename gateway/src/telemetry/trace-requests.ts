import { beginSpan } from '@kingcar/runtime'
import type { FastifyInstance } from 'fastify'
import { givenTraceparent } from '../http/traceparent.ts'

/**
 * Has each request answered within a span, of which what services do for it is a part. A caller's own trace goes on; whether
 * it is kept is not for strangers to say. Sockets stay open for hours and have none.
 */
export function traceRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, raw } = request
    if (raw.headers.upgrade === undefined) {
      const route = routeOptions.url ?? 'none'
      const attributes = { 'http.request.method': method, 'http.route': route, 'kingcar.request_id': request.id }
      const parent = givenTraceparent(raw)
      request.span =
        beginSpan(`${method} ${route}`, { kind: 'server', root: true, foreign: true, parent, attributes }) ?? null
    }
    done()
  })
  app.addHook('onResponse', ({ span, refusedFor }, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode, ...(refusedFor && { 'error.type': refusedFor }) }
    span?.end(attributes, statusCode >= 500 ? (refusedFor ?? String(statusCode)) : undefined)
    done()
  })
}
