import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openBus, provisionStreams } from '@kingcar/bus'
import { type NatsPasswords, type NatsUser, natsUsers, newCalloutSeed, startNats } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { startProductProcess } from '@kingcar/localstack/product-process'
import { createLogger } from '@kingcar/runtime'
import { publishGrant } from '@kingcar/testing/admin-grant'
import { publicKeyPem, tokenLife } from './tokens.ts'

/** A nats-server with the product's streams, and a gateway that accepts tokens of the bench. */
export type GatewayWithNats = {
  natsPid: number
  gatewayPid: number
  /** Base URL of the gateway. */
  url: string
  /** Environment of a process that signs in to NATS as this user. */
  environment(user: NatsUser): Record<'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'NATS_CALLOUT_SEED', string>
}

/** What any process needs to run; its configuration is added. */
const bare = { PATH: process.env.PATH, HOME: process.env.HOME }

/** Starts both as `npm start` does, the gateway with these additional settings. `stack` stops them. */
export async function startGatewayWithNats(
  storeDir: string,
  stack: AsyncDisposableStack,
  gatewaySettings: Record<string, string> = {},
  readsPartitions = 1,
): Promise<GatewayWithNats> {
  const calloutSeed = newCalloutSeed()
  const passwords = Object.fromEntries(
    natsUsers.map((name) => [name, `k${randomBytes(16).toString('hex')}`]),
  ) as NatsPasswords
  const nats = stack.use(await startNats({ storeDir, passwords, calloutSeed }))
  const url = `127.0.0.1:${nats.port}`
  const setup = { url, user: 'setup', password: passwords.setup }
  await provisionStreams({ ...setup, readsPartitions })
  await using bus = await openBus({ ...setup, name: 'setup', log: createLogger('setup', 'warn') })
  await publishGrant(bus)
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
    DRAIN_MILLISECONDS: '0', // at the end of a run no client has to move to another gateway
    ...gatewaySettings,
  })
  return {
    natsPid: nats.pid,
    gatewayPid: gateway.pid,
    url: `http://127.0.0.1:${port}`,
    environment,
  }
}

/** Starts a bundle of the product as `npm start` does. */
export async function startBundle(name: string, stack: AsyncDisposableStack, environment: Record<string, string>) {
  const script = join(root, 'dist', `${name}.mjs`)
  return stack.use(await startProductProcess({ script, env: { ...bare, ...environment }, onLine: () => undefined }))
}
