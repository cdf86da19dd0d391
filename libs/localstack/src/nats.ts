import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { nkeys } from 'nats'
import { type Child, startChild } from './leashed-child.ts'
import { findNatsServer } from './nats-binary.ts'
import { root } from './paths.ts'
import { choosePort, freePort } from './ports.ts'
import { UserFacingError } from './user-facing-error.ts'

export { findNatsServer } from './nats-binary.ts'

/** All users of deploy/nats/nats.conf. */
export const natsUsers = ['system', 'setup', 'gateway', 'member', 'catalog', 'orders', 'recognition'] as const
export type NatsUser = (typeof natsUsers)[number]
export type NatsPasswords = Record<NatsUser, string>

export type NatsOptions = {
  storeDir: string
  passwords: NatsPasswords
  /** Seed of the account key that signs the auth callout responses for devices. */
  calloutSeed: string
  /** Address for clients and MQTT devices; the monitor is always on loopback. */
  host?: string
  /** 0 picks a free port, for each of the three. */
  port?: number
  mqttPort?: number
  monitorPort?: number
  /** MiB for all streams and devices. */
  fileStore?: number
  /** Files of certificate and key. Clients and devices then need TLS. */
  tls?: { cert: string; key: string }
  /**
   * The server's part in a cluster: its name and cluster port, `host:port` of the other servers, and the cluster's
   * password.
   */
  cluster?: { name: string; port: number; routes: readonly string[]; password: string }
  log?: (line: string) => void
}

export type Nats = Child & { port: number; mqttPort: number; monitorPort: number }

const folder = join(root, 'deploy/nats')

/** A new seed of an account key, and the public key of a seed. */
export const newCalloutSeed = (): string => Buffer.from(nkeys.createAccount().getSeed()).toString()
export const publicKeyOf = (seed: string): string => nkeys.fromSeed(Buffer.from(seed)).getPublicKey()

/** The current password of a value that holds two, `current,other`, during a rotation. */
export const currentOf = (password: string): string => password.split(',')[0] ?? ''

/** Quotes a string for the server's configuration. */
const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

/**
 * Starts nats-server with deploy/nats/nats.conf and waits until it is ready.
 * @throws UserFacingError when a requested port is in use, or no nats-server is found
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
    fileStore = 10_240,
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
      NATS_FILE_STORE: `${fileStore}MB`,
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
      throw new UserFacingError('Another program uses a port of nats-server. Set NATS_PORT and MQTT_PORT.')
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

/** Resolves when the server is ready; undefined if another program took one of its ports. */
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
    throw new UserFacingError('The disk is full: nats-server cannot start. Free some space.')
  throw new Error(`nats-server did not start:\n${text}`)
}
