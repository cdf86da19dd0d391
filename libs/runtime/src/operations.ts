import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'

/** One thing that must work for this process to be useful; rejects or answers false when it does not. */
export type Check = () => boolean | Promise<boolean>

export type Health = {
  /** Named dependencies, asked on each `/readyz`. */
  readonly checks: Map<string, Check>
  /** Turned on when a stop begins: `/readyz` answers 503 before anything is taken away. */
  draining: boolean
  readonly metrics: Registry
}

export function createHealth(): Health {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return { checks: new Map(), draining: false, metrics }
}

/** A check that hangs counts as failed after this many milliseconds. */
const checkDeadline = 1_000

async function passes(check: Check): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(resolve, checkDeadline, false).unref())
  return Promise.race([
    timeout,
    Promise.resolve()
      .then(check)
      .catch(() => false),
  ])
}

/** The listener for operators: `/livez`, `/readyz` (names each dependency), `/metrics`. Never on the public port. */
export function buildOperations(health: Health): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const names = [...health.checks.keys()]
    const passed = await Promise.all([...health.checks.values()].map(passes))
    const dependencies = Object.fromEntries(names.map((name, at) => [name, passed[at] ? 'ok' : 'down']))
    const ready = !health.draining && passed.every(Boolean)
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
