import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Child, startChild } from '@kingcar/localstack/leashed-child'
import { findNatsServer } from '@kingcar/localstack/nats-binary'
import { freePort } from '@kingcar/localstack/ports'
import { temporaryFolder } from '@kingcar/testing'
import { connect, type Msg, type NatsConnection, nanos } from 'nats'
import type { Credentials, ReadMessage } from '../src/link/message.ts'

/** A read in the stream READS, with its arrival time at the server in ms. */
export type Stored = { subject: string; time: number; read: ReadMessage }

export type DeviceServer = AsyncDisposable & {
  nats: string
  mqtt: string
  folder: string
  /** A connection of the product's account; it reconnects by itself. */
  app: NatsConnection
  stored(): Promise<Stored[]>
  /** Freezes it: it keeps its sockets and does not respond, until it is killed. */
  freeze(): void
  kill(): Promise<void>
  start(): Promise<void>
  /** Replaces the devices that may sign in, as the product does after a change of a secret. */
  admit(devices: readonly Credentials[]): void
}

/**
 * A nats-server with the stream READS and an account of devices, each with its subjects, and replies to reads as the product does. With
 * the files of a certificate for localhost it requires TLS.
 * @param earlier true for a server of a version without these replies
 * @param replies false if no process replies, which the server itself reports
 */
export async function startDeviceServer(
  devices: readonly Credentials[],
  tls?: { cert: string; key: string },
  earlier = false,
  replies = !earlier,
): Promise<DeviceServer> {
  const folder = temporaryFolder()
  const [port, mqttPort] = [await freePort(), await freePort()]
  const config = join(folder.path, 'nats.conf')
  const admit = (admitted: readonly Credentials[]) =>
    writeFileSync(config, configuration(port, mqttPort, join(folder.path, 'store'), admitted, tls, earlier))
  admit(devices)
  let server: Child | undefined = await startServer(config)
  const servers = tls ? `tls://localhost:${port}` : `127.0.0.1:${port}`
  const trust = tls ? { tls: { caFile: tls.cert } } : {}
  const app = await connect({
    servers,
    ...trust,
    user: 'app',
    pass: 'app',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  const manager = await app.jetstreamManager()
  const subjects = ['recognition.read.>']
  await manager.streams.add({ name: 'READS', subjects, duplicate_window: nanos(100) })
  if (replies) replyToReads(app)
  return {
    nats: tls ? `tls://localhost:${port}` : `nats://127.0.0.1:${port}`,
    mqtt: tls ? `mqtts://localhost:${mqttPort}` : `mqtt://127.0.0.1:${mqttPort}`,
    folder: folder.path,
    app,
    stored: () => storedBy(app),
    freeze: () => server?.signal('SIGSTOP'),
    async kill() {
      server?.signal('SIGKILL')
      await server?.exited
      server = undefined
    },
    async start() {
      server ??= await startServer(config)
    },
    admit(admitted) {
      admit(admitted)
      server?.signal('SIGHUP')
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await server?.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}

async function startServer(config: string): Promise<Child> {
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>()
  const lines: string[] = []
  const child = startChild({
    command: await findNatsServer(),
    args: ['-c', config],
    onLine: (line) => {
      lines.push(line)
      if (line.endsWith('Server is ready')) resolve('ready')
    },
  })
  if ((await Promise.race([ready, child.exited])) !== 'ready') throw new Error(lines.join('\n'))
  return child
}

/** Stores each read alone. */
function replyToReads(app: NatsConnection): void {
  const reply = async (message: Msg) => {
    const [, , storeId, deviceId, readId] = message.subject.split('.')
    const { data } = await app.request(`recognition.read.${storeId}.${deviceId}`, message.data, { timeout: 10_000 })
    if (readId === undefined) message.respond(data)
    else app.publish(`recognition.stored.${storeId}.${deviceId}.${readId}`, data)
  }
  app.subscribe('recognition.ingest.>', {
    callback: (_, message) => void reply(message).catch(() => undefined), // the device sends it again
  })
}

async function storedBy(connection: NatsConnection): Promise<Stored[]> {
  const manager = await connection.jetstreamManager()
  const { state } = await manager.streams.info('READS')
  const found: Stored[] = []
  for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage('READS', { seq })
    found.push({ subject: message.subject, time: +message.time, read: message.json() })
  }
  return found
}

const user = ({ storeId, deviceId, secret }: Credentials, earlier: boolean) => {
  const own = (kind: string, more = '') => `"recognition.${kind}.${storeId}.${deviceId}${more}"`
  const subjects = [own('read'), own('heartbeat'), ...(earlier ? [] : [own('ingest'), own('ingest', '.*')])]
  const heard = [own('decision'), own('expected'), ...(earlier ? [] : [own('stored', '.*')])]
  return `{ user: "${deviceId}", password: "${secret}", permissions: {
    publish: { allow: [${subjects}] }, subscribe: { allow: ["_INBOX.>", ${heard}] } } }`
}

const tlsBlock = ({ cert, key }: { cert: string; key: string }) => `tls { cert_file: "${cert}", key_file: "${key}" }`

const configuration = (
  port: number,
  mqttPort: number,
  store: string,
  devices: readonly Credentials[],
  tls: { cert: string; key: string } | undefined,
  earlier: boolean,
) => `
server_name: kingcar
host: "127.0.0.1"
port: ${port}
jetstream { store_dir: "${store}", sync_interval: always }
${tls ? tlsBlock(tls) : ''}
mqtt { host: "127.0.0.1", port: ${mqttPort}, ${tls ? tlsBlock(tls) : ''} }
accounts {
  APP {
    jetstream: enabled
    users: [{ user: "app", password: "app" }]
    exports: [
      { service: "recognition.read.>", accounts: ["DEVICES"] }
      { service: "recognition.ingest.>", accounts: ["DEVICES"] }
      { stream: "recognition.stored.>", accounts: ["DEVICES"] }
      { service: "recognition.heartbeat.>", accounts: ["DEVICES"] }
      { stream: "recognition.decision.>", accounts: ["DEVICES"] }
      { stream: "recognition.expected.>", accounts: ["DEVICES"] }
    ]
  }
  DEVICES {
    jetstream: enabled
    limits: { max_payload: 64KB }
    users: [${devices.map((device) => user(device, earlier)).join('\n')}]
    imports: [
      { service: { account: "APP", subject: "recognition.read.>" } }
      { service: { account: "APP", subject: "recognition.ingest.>" } }
      { stream: { account: "APP", subject: "recognition.stored.>" } }
      { service: { account: "APP", subject: "recognition.heartbeat.>" } }
      { stream: { account: "APP", subject: "recognition.decision.>" } }
      { stream: { account: "APP", subject: "recognition.expected.>" } }
    ]
  }
}
`
