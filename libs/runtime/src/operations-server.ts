import Fastify, { type FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { withTimeLimit } from './time-limit.ts'

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
  const health: Health = { checks: new Map(), draining: false, metrics }
  new Gauge({
    name: 'kingcar_dependency_up',
    help: 'Whether what the process needs answers it: 1, or 0; as /readyz names it',
    labelNames: ['dependency'],
    registers: [metrics],
    async collect() {
      for (const [dependency, passed] of await runChecks(health)) this.set({ dependency }, Number(passed))
    },
  })
  new Gauge({
    name: 'kingcar_draining',
    help: 'Whether the process is being stopped: 1, or 0',
    registers: [metrics],
    collect() {
      this.set(Number(health.draining))
    },
  })
  return health
}

/** What each check says now. */
const runChecks = ({ checks }: Health): Promise<[name: string, passed: boolean][]> =>
  Promise.all([...checks].map(async ([name, check]): Promise<[string, boolean]> => [name, await passes(check)]))

/** A check that hangs counts as failed after this many milliseconds. */
const checkDeadline = 1_000

const passes = (check: Check): Promise<boolean> =>
  withTimeLimit(checkDeadline, Promise.resolve().then(check), () => false).catch(() => false)

/** The listener for operators: `/livez`, `/readyz` (names each dependency), `/metrics`. Never on the public port. */
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
