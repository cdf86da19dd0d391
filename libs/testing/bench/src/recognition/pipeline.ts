import { createHash } from 'node:crypto'
import type { durables } from '@kingcar/bus'
import { connect, type NatsConnection } from 'nats'
import { type GatewayWithNats, startGatewayWithNats } from '../gateway-with-nats.ts'
import { type Live, openLive } from './live-socket.ts'
import type { ReadKind, Workload } from './workload.ts'

/** Both ends of recognition: a nats-server with the product's streams, and a gateway with one live socket. */
export type Pipeline = {
  natsPid: number
  gatewayPid: number
  live: Live
  /** A connection of the standard client with all permissions. */
  setup: NatsConnection
  /** A connection of each device, by its id. */
  recognizers: ReadonlyMap<string, NatsConnection>
  /** The subject of reads at a steady rate: `ingest` for the gateway, which groups them; `read` for the stream itself. */
  kind: ReadKind
  /** Environment of the process between both ends. */
  environment: ReturnType<GatewayWithNats['environment']>
  edge: GatewayWithNats
}

/** The consumer between both ends. */
export const stream = 'READS'
export const durable = 'recognition-reads' satisfies keyof typeof durables

/** Starts both ends of a pipeline, with its own nats-server, as the product runs it; `stack` stops them. */
export async function startPipeline(
  storeDir: string,
  stack: AsyncDisposableStack,
  { devices }: Workload,
  gatewaySettings: Record<string, string> = {},
  readsPartitions = 1,
): Promise<Pipeline> {
  const edge = await startGatewayWithNats(storeDir, stack, gatewaySettings, readsPartitions)
  const { NATS_URL: servers, NATS_USER: user, NATS_PASSWORD: pass } = edge.environment('setup')
  const setup = stack.adopt(await connect({ servers, user, pass }), (connection) => connection.close())
  await allowBatches(setup)
  for (const device of devices) await registerDevice(setup, device)
  const recognizers = await Promise.all(
    devices.map(async ({ id, secret }): Promise<[string, NatsConnection]> => {
      const connection = await connect({ servers, user: id, pass: secret, noAsyncTraces: true }) // async traces cost 15 µs per read
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
    kind: 'ingest',
    environment: edge.environment('recognition'),
    edge,
  }
}

/** By default READS accepts no atomic batches; here it does, because filling it with them takes a tenth of the time. */
export async function allowBatches(setup: NatsConnection): Promise<void> {
  const { streams } = await setup.jetstreamManager()
  const { config } = await streams.info(stream)
  const batched: object = { ...config, allow_atomic: true }
  await streams.update(stream, batched)
}

/** Registers a device at the gateway, as the recognition service does. */
async function registerDevice(
  setup: NatsConnection,
  { id, storeId, secret }: Workload['devices'][number],
): Promise<void> {
  const credential = { deviceId: id, storeId, secretHash: secretHashOf(secret), version: 1 }
  await setup.request(`devices.${id}`, JSON.stringify(credential), { timeout: 10_000 })
}

export const secretHashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
