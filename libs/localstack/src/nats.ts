import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from 'nats'
import { type Child, startChild } from './leashed-child.ts'
import { findNatsServer } from './nats-binary.ts'
import { root } from './paths.ts'
import { choosePort, freePort } from './ports.ts'
import { UserFacingError } from './user-facing-error.ts'

export { findNatsServer } from './nats-binary.ts'

/** Everybody that deploy/nats/nats.conf knows. */
export const natsUsers = ['system', 'setup', 'gateway', 'member', 'catalog', 'orders', 'recognition'] as const
export type NatsUser = (typeof natsUsers)[number]
export type NatsPasswords = Record<NatsUser, string>

export type NatsOptions = {
  storeDir: string
  passwords: NatsPasswords
  /** Seed of the account key that answers to sign-ins of devices are signed with. */
  calloutSeed: string
  /** Where clients and MQTT devices are listened for; the monitor stays on loopback. */
  host?: string
  /** 0 picks a free one, for each of the three. */
  port?: number
  mqttPort?: number
  monitorPort?: number
  /** Files of certificate and key: clients and devices then need TLS. */
  tls?: { cert: string; key: string }
  /** As one of several servers: its own name and port for the others, where these are reached (host and port), and their password. */
  cluster?: { name: string; port: number; routes: readonly string[]; password: string }
  log?: (line: string) => void
}

export type Nats = Child & { port: number; mqttPort: number; monitorPort: number }

const folder = join(root, 'deploy/nats')

/** A new seed of an account key, and the public half of one. */
export const newCalloutSeed = (): string => Buffer.from(nkeys.createAccount().getSeed()).toString()
export const publicKeyOf = (seed: string): string => nkeys.fromSeed(Buffer.from(seed)).getPublicKey()

/** Of a password that is being changed, and is two with a comma between: the one that a server asks for. */
export const currentOf = (password: string): string => password.split(',')[0] ?? ''

/** As the server's configuration reads it: everything but a number in quotes. */
const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

/**
 * Starts nats-server with deploy/nats/nats.conf and waits until it is ready.
 * @throws UserFacingError when a port that was asked for is taken, or there is no nats-server
 */
export async function startNats(options: NatsOptions): Promise<Nats> {
  const {
    storeDir,
    passwords,
    calloutSeed,
    host = '127.0.0.1',
    port = 0,
    mqttPort = 0,
    monitorPort = 0,
    tls,
    cluster,
    log,
  } = options
  const program = await findNatsServer(log)
  mkdirSync(storeDir, { recursive: true, mode: 0o700 })
  for (let tries = 1; ; tries++) {
    const ports = {
      port: await choosePort(host, port, 'NATS_PORT'),
      mqttPort: await choosePort(host, mqttPort, 'MQTT_PORT'),
      monitorPort: monitorPort || (await freePort()),
    }
    const env = {
      NATS_HOST: quoted(host),
      NATS_PORT: String(ports.port),
      MQTT_PORT: String(ports.mqttPort),
      NATS_MONITOR: quoted(`127.0.0.1:${ports.monitorPort}`),
      NATS_STORE_DIR: quoted(storeDir),
      NATS_CALLOUT_ISSUER: publicKeyOf(calloutSeed),
      TLS_CERT: quoted(tls?.cert ?? ''),
      TLS_KEY: quoted(tls?.key ?? ''),
      ...(cluster && clusterEnvironment(cluster)),
      ...Object.fromEntries(
        natsUsers.map((user) => [`NATS_PASSWORD_${user.toUpperCase()}`, quoted(currentOf(passwords[user]))]),
      ),
    }
    const child = await ready(program, join(folder, configurationOf(options)), env, log)
    if (child) return Object.assign(child, ports)
    if (tries === 5)
      throw new UserFacingError('A port of nats-server was taken by another program. Set NATS_PORT and MQTT_PORT.')
  }
}

function configurationOf({ tls, cluster }: NatsOptions): string {
  if (tls && cluster) return 'nats-cluster-tls.conf'
  return tls ? 'nats-tls.conf' : cluster ? 'nats-cluster.conf' : 'nats.conf'
}

const clusterEnvironment = ({ name, port, routes, password }: NonNullable<NatsOptions['cluster']>) => ({
  NATS_PASSWORD_CLUSTER: quoted(password),
  NATS_SERVER_NAME: quoted(name),
  NATS_CLUSTER: quoted(`127.0.0.1:${port}`),
  NATS_ROUTES: `[${routes.map((route) => quoted(`nats://cluster:${password}@${route}`)).join(', ')}]`,
})

/** Undefined when somebody else took a port in between. */
async function ready(
  program: string,
  config: string,
  env: NodeJS.ProcessEnv,
  log: NatsOptions['log'],
): Promise<Child | undefined> {
  const tail: string[] = []
  const { promise: listening, resolve } = Promise.withResolvers<'ready'>()
  const child = startChild({
    command: program,
    args: ['-c', config],
    env,
    orphanGrace: 5,
    onLine: (line) => {
      tail.push(line)
      if (tail.length > 30) tail.shift()
      log?.(line)
      if (line.endsWith('Server is ready')) resolve('ready')
    },
  })
  if ((await Promise.race([listening, child.exited])) === 'ready') return child
  const text = tail.join('\n')
  if (text.includes('address already in use')) return undefined
  if (text.includes('no space left on device'))
    throw new UserFacingError('The disk is full: nats-server cannot start. Make room.')
  throw new Error(`nats-server did not start:\n${text}`)
}
