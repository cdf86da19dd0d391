import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findNatsServer } from '@kingcar/deploy/nats'
import { freePort } from '@kingcar/deploy/ports'
import { startPeer } from '../peer.ts'

/** A peer that is up: where it listens, and whose CPU is its. */
export type RunningPeer = { name: string; url: string; processes: Record<string, number> }

/** Starts every peer of the get by id, beside the product's PostgreSQL. `stack` stops them. */
export async function startPeers(
  stack: AsyncDisposableStack,
  database: { url: string; pid: number },
): Promise<Record<'bare' | 'single' | 'nest' | 'moleculer', RunningPeer>> {
  const nats = await startPlainNats(stack)
  const environment = { NATS_URL: nats.url, DATABASE_URL: database.url }
  const start = async (name: string) => stack.use(await startPeer(name, environment))
  const overNats = async (name: string, service: string, gateway: string) => {
    const { pid } = await start(service) // first: a gateway of Moleculer is ready when it knows the service
    const edge = await start(gateway)
    const processes = { gateway: edge.pid, service: pid, nats: nats.pid, postgres: database.pid }
    return { name, url: edge.url, processes }
  }
  const [bare, single, nest, moleculer] = await Promise.all([
    start('fastify'),
    start('single-process'),
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

/** A nats-server for the peers, without accounts, permissions or storage: the least that their transports need. */
async function startPlainNats(stack: AsyncDisposableStack): Promise<{ pid: number; url: string }> {
  const port = await freePort()
  const child = spawn(await findNatsServer(() => {}), ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stack.defer(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  for await (const text of child.stderr.iterator({ destroyOnReturn: false })) if (String(text).includes('ready')) break
  child.stderr.resume()
  return { pid: child.pid as number, url: `nats://127.0.0.1:${port}` }
}
