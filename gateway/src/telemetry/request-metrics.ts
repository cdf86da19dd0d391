import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { AccessLog } from './access-log.ts'

export type RequestRecorders = {
  metrics: Registry
  accessLog: AccessLog
  /** See network-pseudonym.ts. */
  pseudonymOf: (address: string) => string
}

/** Counts, times and logs each response under its operation's name in the contract, and errors with their code. */
export function recordRequests(app: FastifyInstance, { metrics, accessLog, pseudonymOf }: RequestRecorders): void {
  const duration = new Histogram({
    name: 'kingcar_http_request_duration_seconds',
    help: 'Time from the request to the end of its response',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics],
  })
  const refusals = new Counter({
    name: 'kingcar_http_refusals_total',
    help: 'Error responses, by error code',
    labelNames: ['operation', 'code'],
    registers: [metrics],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? 'other'
    const { statusCode: status, elapsedTime } = reply
    duration.observe({ operation, status }, elapsedTime / 1_000)
    const { errorCode: code, session, ip } = request
    if (code !== null) refusals.inc({ operation, code })
    const rejection = code === null ? undefined : { code, from: pseudonymOf(ip), sessionId: session?.sessionId }
    accessLog.write(operation, request.id, status, elapsedTime, rejection, request.span?.traceparent)
    done()
  })
}
