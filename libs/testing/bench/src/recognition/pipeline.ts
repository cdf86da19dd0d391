import { createHash } from 'node:crypto'
import type { durables } from '@kingcar/bus'
import { connect, type NatsConnection } from 'nats'
import { type Edge, startEdge } from '../gateway-with-nats.ts'
import { type Live, openLive } from './live-socket.ts'
import type { Workload } from './workload.ts'

/** The two ends of recognition: a nats-server with the product's streams, and a gateway with one live socket. */
export type Pipeline = {
  natsPid: number
  gatewayPid: number
  live: Live
  /** Connections with the stock client: one that may do anything, and those of recognizers. */
  setup: NatsConnection
  /** A connection of each device, by its id. */
  recognizers: ReadonlyMap<string, NatsConnection>
  /** What the process between the ends reads from its environment. */
  environment: ReturnType<Edge['environment']>
  edge: Edge
}

/** The consumer between the ends. */
export const stream = 'READS'
export const durable = 'recognition-reads' satisfies keyof typeof durables

/** Starts the ends of a pipeline with a nats-server of its own, as the product runs it; `stack` stops them. */
export async function startPipeline(
  storeDir: string,
  stack: AsyncDisposableStack,
  { devices }: Workload,
  gatewaySettings: Record<string, string> = {},
  readsPartitions = 1,
): Promise<Pipeline> {
  const edge = await startEdge(storeDir, stack, gatewaySettings, readsPartitions)
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = edge.environment('setup')
  const setup = stack.adopt(await connect({ servers, user, pass }), (connection) => connection.close())
  await takeBatches(setup)
  for (const device of devices) await letIn(setup, device)
  const recognizers = await Promise.all(
    devices.map(async ({ id, secret }): Promise<[string, NatsConnection]> => {
      const connection = await connect({ servers, user: id, pass: secret, noAsyncTraces: true }) // they cost 15 µs a read
      stack.defer(() => connection.close())
      return [id, connection]
    }),
  )
  return {
    natsPid: edge.natsPid,
    gatewayPid: edge.gatewayPid,
    live: stack.use(await openLive(edge.url)),
    setup,
    recognizers: new Map(recognizers),
    environment: edge.environment('recognition'),
    edge,
  }
}

/** READS takes none of strangers; here it is filled with them, which takes a tenth of the time. */
export async function takeBatches(setup: NatsConnection): Promise<void> {
  const { streams } = await setup.jetstreamManager()
  const { config } = await streams.info(stream)
  const batched: object = { ...config, allow_atomic: true }
  await streams.update(stream, batched)
}

/** Tells the gateway of a device, as the service of recognition does. */
async function letIn(setup: NatsConnection, { id, storeId, secret }: Workload['devices'][number]): Promise<void> {
  const credential = { deviceId: id, storeId, secretHash: secretHashOf(secret), version: 1 }
  await setup.request(`devices.${id}`, JSON.stringify(credential), { timeout: 10_000 })
}

export const secretHashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
