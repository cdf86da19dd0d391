import { beginSpan } from '@kingcar/runtime'
import type { FastifyInstance } from 'fastify'
import { givenTraceparent } from '../http/traceparent.ts'

/**
 * Starts a span for each request, which the spans of services continue. It continues the caller's trace, but ignores the
 * caller's sampling decision. WebSockets stay open for hours and get no span.
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
  app.addHook('onResponse', ({ span, errorCode }, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode, ...(errorCode && { 'error.type': errorCode }) }
    span?.end(attributes, statusCode >= 500 ? (errorCode ?? String(statusCode)) : undefined)
    done()
  })
}
