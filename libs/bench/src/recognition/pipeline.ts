import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type durables, provisionStreams } from '@kingcar/bus'
import { type NatsPasswords, type NatsUser, natsUsers, newCalloutSeed, startNats } from '@kingcar/deploy/nats'
import { root } from '@kingcar/deploy/paths'
import { freePort } from '@kingcar/deploy/ports'
import { startProcess } from '@kingcar/deploy/process'
import { connect, type NatsConnection } from 'nats'
import { type Live, openLive, publicKeyPem, tokenLife } from './live.ts'
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
  environment: Record<'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'NATS_CALLOUT_SEED', string>
}

/** Only what a process needs to run; its configuration comes on top. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME }

/** The consumer between the ends. */
export const stream = 'READS'
export const durable = 'recognition-reads' satisfies keyof typeof durables

/** Starts the ends of a pipeline with a nats-server of its own, as the product runs it; `stack` stops them. */
export async function startPipeline(
  storeDir: string,
  stack: AsyncDisposableStack,
  { devices }: Workload,
): Promise<Pipeline> {
  const calloutSeed = newCalloutSeed()
  const passwords = Object.fromEntries(
    natsUsers.map((name) => [name, `k${randomBytes(16).toString('hex')}`]),
  ) as NatsPasswords
  const nats = stack.use(await startNats({ storeDir, passwords, calloutSeed }))
  const url = `127.0.0.1:${nats.port}`
  await provisionStreams({ url, user: 'setup', password: passwords.setup })
  const environment = (user: NatsUser) => ({
    NATS_URL: url,
    NATS_USER: user,
    NATS_PASSWORD: passwords[user],
    NATS_CALLOUT_SEED: calloutSeed,
  })
  const port = await freePort()
  const gateway = await startBundle('gateway', stack, {
    ...environment('gateway'),
    PORT: String(port),
    JWT_PUBLIC_KEY: publicKeyPem,
    ACCESS_TOKEN_SECONDS: String(tokenLife),
  })
  const asUser = async (user: NatsUser) =>
    stack.adopt(await connect({ servers: url, user, pass: passwords[user] }), (connection) => connection.close())
  const setup = await asUser('setup')
  await takeBatches(setup)
  for (const device of devices) await letIn(setup, device)
  const recognizers = await Promise.all(
    devices.map(async ({ id, secret }): Promise<[string, NatsConnection]> => {
      const connection = await connect({ servers: url, user: id, pass: secret })
      stack.defer(() => connection.close())
      return [id, connection]
    }),
  )
  return {
    natsPid: nats.pid,
    gatewayPid: gateway.pid,
    live: stack.use(await openLive(`http://127.0.0.1:${port}`)),
    setup,
    recognizers: new Map(recognizers),
    environment: environment('recognition'),
  }
}

/** READS takes none of strangers; here it is filled with them, which takes a tenth of the time. */
async function takeBatches(setup: NatsConnection): Promise<void> {
  const { streams } = await setup.jetstreamManager()
  const { config } = await streams.info(stream)
  const batched: object = { ...config, allow_atomic: true }
  await streams.update(stream, batched)
}

/** Tells the gateway of a device, as the service of recognition does. */
async function letIn(setup: NatsConnection, { id, storeId, secret }: Workload['devices'][number]): Promise<void> {
  const credential = { deviceId: id, storeId, secretHash: secretHashOf(secret), version: 1 }
  await setup.request(`devices.${id}`, JSON.stringify(credential))
}

export const secretHashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Starts one of the product's bundles as `npm start` does. */
export async function startBundle(name: string, stack: AsyncDisposableStack, environment: Record<string, string>) {
  const script = join(root, 'dist', `${name}.mjs`)
  return stack.use(await startProcess({ script, env: { ...bare, ...environment }, onLine: () => undefined }))
}
