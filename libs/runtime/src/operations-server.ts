import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { withTimeLimit } from './time-limit.ts'

/** A readiness check of a dependency: rejects or returns false when the dependency does not work. */
export type Check = () => boolean | Promise<boolean>

export type Health = {
  /** By the dependency's name; run at each `/readyz` and `/metrics`. */
  readonly checks: Map<string, Check>
  /** True once shutdown begins: `/readyz` responds 503 before anything is closed. */
  draining: boolean
  readonly metrics: Registry
}

/**
 * Milliseconds between samples of the event loop's lag. The library's default of 10 costs an idle process 3.7 ms of
 * each second, and 50 still costs more than everything else in an idle process. A loop that is blocked for a second is
 * always detected.
 */
const eventLoopMonitoringPrecision = 1_000

export function createHealth(): Health {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision })
  reportLagAlone(metrics)
  const health: Health = { checks: new Map(), draining: false, metrics }
  new Gauge({
    name: 'kingcar_dependency_up',
    help: '1 if the dependency responds, else 0; names as in /readyz',
    labelNames: ['dependency'],
    registers: [metrics],
    async collect() {
      for (const [dependency, passed] of await runChecks(health)) this.set({ dependency }, Number(passed))
    },
  })
  new Gauge({
    name: 'kingcar_draining',
    help: '1 while the process is shutting down, else 0',
    registers: [metrics],
    collect() {
      this.set(Number(health.draining))
    },
  })
  return health
}

/**
 * Subtracts the sampling pause from the library's values, which are the times between two samples: the rest is the lag.
 */
function reportLagAlone(metrics: Registry): void {
  for (const figure of ['min', 'max', 'mean', 'p50', 'p90', 'p99']) {
    const gauge = metrics.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`)
    if (!(gauge instanceof Gauge)) continue
    const set: (labels: object, seconds: number) => void = gauge.set.bind(gauge)
    const setLag = (labels: object, seconds: number) =>
      set(labels, Math.max(0, seconds - eventLoopMonitoringPrecision / 1_000))
    Object.assign(gauge, { set: setLag })
  }
}

const runChecks = ({ checks }: Health): Promise<[name: string, passed: boolean][]> =>
  Promise.all([...checks].map(async ([name, check]): Promise<[string, boolean]> => [name, await passes(check)]))

/** Milliseconds after which a check counts as failed. */
const checkDeadline = 1_000

const passes = (check: Check): Promise<boolean> =>
  withTimeLimit(checkDeadline, Promise.resolve().then(check), () => false).catch(() => false)

/** The HTTP server for operators: `/livez`, `/readyz` (with each dependency), `/metrics`. Never on the public port. */
export function buildOperationsServer(health: Health): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const judged = await runChecks(health)
    const dependencies = Object.fromEntries(judged.map(([name, passed]) => [name, passed ? 'ok' : 'down']))
    const ready = !health.draining && judged.every(([, passed]) => passed)
    if (!ready) reply.header('Retry-After', '2')
    return reply
      .code(ready ? 200 : 503)
      .send({ status: health.draining ? 'draining' : ready ? 'ok' : 'down', dependencies })
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(health.metrics.contentType).send(await health.metrics.metrics()),
  )
  return app
}
