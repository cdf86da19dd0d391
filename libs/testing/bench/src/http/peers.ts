import { startPlainNats } from '../plain-nats.ts'
import { startPeer } from '../start-peer.ts'

/** A running peer: its URL, and the processes whose CPU counts. */
export type RunningPeer = { name: string; url: string; processes: Record<string, number> }

/** Starts every peer of the get by id, on the product's PostgreSQL. `stack` stops them. */
export async function startPeers(
  stack: AsyncDisposableStack,
  database: { url: string; pid: number },
): Promise<Record<'bare' | 'single' | 'nest' | 'moleculer', RunningPeer>> {
  const nats = await startPlainNats(stack)
  const environment = { NATS_URL: nats.url, DATABASE_URL: database.url }
  const start = async (name: string) => stack.use(await startPeer(name, environment))
  const overNats = async (name: string, service: string, gateway: string) => {
    const { pid } = await start(service) // first: a Moleculer gateway is ready when it has discovered the service
    const edge = await start(gateway)
    const processes = { gateway: edge.pid, service: pid, nats: nats.pid, postgres: database.pid }
    return { name, url: edge.url, processes }
  }
  const [bare, single, nest, moleculer] = await Promise.all([
    start('fastify-constant-object'),
    start('fastify-with-postgres'),
    overNats('NestJS with NATS', 'nest-service', 'nest-gateway'),
    overNats('Moleculer with NATS', 'moleculer-service', 'moleculer-gateway'),
  ])
  return {
    bare: { name: 'Fastify, a constant', url: bare.url, processes: { gateway: bare.pid } },
    single: {
      name: 'Fastify and postgres.js, one process',
      url: single.url,
      processes: { process: single.pid, postgres: database.pid },
    },
    nest,
    moleculer,
  }
}
