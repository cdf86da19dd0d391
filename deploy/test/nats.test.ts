import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Bus, openBus, provisionStreams, streams } from '@kingcar/bus'
import { type NatsPasswords, natsUsers, startNats } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import { createLogger } from '@kingcar/runtime'
import { startTestNats, type TestNats, temporaryFolder, testCalloutSeed } from '@kingcar/testing'
import { type ConnectionOptions, connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishByMqtt } from './mqtt.ts'

const device = { storeId: randomUUID(), deviceId: randomUUID(), secret: randomBytes(32).toString('base64url') }
const other = { ...device, deviceId: randomUUID() }
const subjectOf = ({ storeId, deviceId }: typeof device) => `recognition.read.${storeId}.${deviceId}`
const subject = subjectOf(device)
const topic = subject.replaceAll('.', '/')

let nats: TestNats
let setup: NatsConnection
let answering: Bus
const opened = new AsyncDisposableStack()
const open = (name: Parameters<TestNats['user']>[0], options: ConnectionOptions = {}) => {
  const { user, password: pass } = nats.user(name)
  return connect({ servers: nats.url, user, pass, ...options })
}
const signIn = ({ deviceId, secret }: typeof device, options: ConnectionOptions = {}) =>
  connect({ servers: nats.url, user: deviceId, pass: secret, ...options })

/** A process that accepts devices by the auth callout. */
async function startAnswering(user: 'gateway' | 'recognition'): Promise<Bus> {
  const bus = await openBus({ url: nats.url, ...nats.user(user), name: user, log: createLogger('test', 'silent') })
  const devices = await bus.watchDevices()
  await bus.answerAuthCallouts(testCalloutSeed, devices)
  if (user === 'recognition') bus.watchDeviceConnections(devices)
  return bus
}

/** Publishes a device's credential as the recognition service does; without a secret the device is removed. */
async function tell({ storeId, deviceId, secret }: typeof device, version = 1, removed = false): Promise<void> {
  const secretHash = removed ? null : createHash('sha256').update(secret).digest('hex')
  const data = JSON.stringify({ deviceId, storeId, secretHash, version })
  await answering.append([{ subject: `devices.${deviceId}`, id: randomUUID(), data }])
}

beforeAll(async () => {
  nats = opened.use(await startTestNats())
  await provisionStreams({ url: nats.url, ...nats.user('setup') })
  setup = await open('setup')
  opened.defer(() => setup.close())
  answering = opened.use(await startAnswering('recognition'))
  opened.use(await startAnswering('gateway'))
  for (const each of [device, other]) await tell(each)
})
afterAll(() => opened.disposeAsync())

const stored = async () => (await (await setup.jetstreamManager()).streams.info('READS')).state.messages

test('the nats-server that was found has no known vulnerability', () => {
  const [major = 0, minor = 0, patch = 0] = (setup.info?.version ?? '').split('.').map(Number)
  const isNewEnough = major > 2 || (major === 2 && (minor > 12 || (minor === 12 && patch >= 7))) // CVE-2026-27571, -27889, -33249
  expect([setup.info?.version, isNewEnough]).toEqual([setup.info?.version, true])
})

test('a recognizer gets an acknowledgement over NATS, and a read that it only publishes is stored, too', async () => {
  const connection = await signIn(device)
  const before = await stored()
  const acknowledgement = (await connection.request(subject, '{}', { timeout: 10_000 })).json()
  expect(acknowledgement).toEqual({ stream: 'READS', seq: expect.any(Number) })
  connection.publish(subject, '{}')
  await connection.flush()
  await expect.poll(stored).toBe(before + 2)
  await connection.close()
})

test.each([0, 1] as const)('a read over MQTT with QoS %i is stored', async (qos) => {
  const before = await stored()
  const { deviceId: username, secret: password } = device
  await publishByMqtt({ port: nats.mqttPort, username, password, topic, payload: '{"mqtt":true}', qos })
  await expect.poll(stored).toBe(before + 1)
})

test("a recognizer's heartbeat is accepted, without a subscriber", async () => {
  const connection = await signIn(device)
  const refused = refusals(connection)
  await expect(connection.request(subject.replace('read', 'heartbeat'), '{}')).rejects.toThrow('503') // no responders
  expect(refused).toEqual([])
  await connection.close()
})

test('a recognizer may send reads and heartbeats, and nothing else', async () => {
  const connection = await signIn(device)
  const refused = refusals(connection)
  const subjects = [
    'rpc.member.loginAdmin',
    'evt.member.left',
    'revocations.member.sessionEnded',
    '$JS.API.STREAM.NAMES',
    '$SYS.REQ.SERVER.PING',
    'recognition',
    'recognition.deadLetter',
    'recognition.heartbeat',
  ]
  for (const forbidden of subjects) connection.publish(forbidden, '{}')
  for (const forbidden of ['>', 'recognition.read.>', 'recognition.heartbeat.>', '_INBOX_gateway.>'])
    connection.subscribe(forbidden, { callback: () => undefined })
  await connection.flush()
  await expect.poll(() => refused.length).toBe(subjects.length + 4)
  expect(connection.info?.max_payload).toBe(64 * 1_024)
  await connection.close()
})

test.each([0, 1] as const)(
  'a message of 16 KiB, and a larger one that is no valid read, arrive by MQTT with QoS %i',
  async (qos) => {
    const { deviceId: username, secret: password } = device
    const before = await stored()
    for (const size of [16 * 1_024, 60_000])
      await publishByMqtt({ port: nats.mqttPort, username, password, topic, payload: 'x'.repeat(size), qos })
    await expect.poll(stored).toBe(before + 2)
  },
)

test('the storage of devices is limited, separately from the streams', async () => {
  const { deviceId: username, secret: password } = device
  await publishByMqtt({ port: nats.mqttPort, username, password, topic, payload: '{}', qos: 1 })
  const response = await fetch(`http://127.0.0.1:${nats.monitorPort}/jsz?accounts=true`)
  const { config, account_details: accounts } = (await response.json()) as JetStreamState
  const devices = accounts.find(({ name }) => name === 'DEVICES')
  expect(devices).toMatchObject({ reserved_memory: 64 * 2 ** 20, reserved_storage: 512 * 2 ** 20 })
  const ofStreams = Object.values(streams).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  expect(config.max_storage).toBeGreaterThanOrEqual(ofStreams + (devices?.reserved_storage ?? 0))
})

type JetStreamState = {
  config: { max_storage: number }
  account_details: { name: string; reserved_memory: number; reserved_storage: number }[]
}

/** What the server refuses this connection from now on. */
function refusals(connection: NatsConnection): unknown[] {
  const refused: unknown[] = []
  void (async () => {
    for await (const status of connection.status()) if (status.type === 'error') refused.push(status.permissionContext)
  })()
  return refused
}

test("a user can neither read another's inbox nor serve another's requests", async () => {
  const catalog = await open('catalog', { inboxPrefix: '_INBOX_catalog' })
  const refused = refusals(catalog)
  catalog.subscribe('_INBOX_gateway.>', { callback: () => undefined })
  catalog.subscribe('rpc.member.>', { callback: () => undefined })
  catalog.publish('revocations.member.sessionEnded', '{}')
  catalog.publish('$JS.API.STREAM.DELETE.READS', '')
  await catalog.flush()
  await expect.poll(() => refused.length).toBe(4)
  await catalog.close()
})

// ASVS 13.2.1
test('a connection without a password or with a wrong one is refused', async () => {
  await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow()
  await expect(signIn({ ...device, secret: 'wrong' }, { maxReconnectAttempts: 0 })).rejects.toThrow()
})

test('permissions.conf matches libs/bus', async () => {
  const { permissionsFile } = await import('../nats/permissions.ts')
  const file = new URL('../nats/permissions.conf', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(permissionsFile())
})

test('a server without the cluster password cannot join the cluster', async () => {
  await using folder = temporaryFolder()
  await using servers = new AsyncDisposableStack()
  const ports = { one: await freePort(), other: await freePort(), stranger: await freePort() }
  const password = randomBytes(16).toString('hex')
  const lines: string[] = []
  const join = async (name: keyof typeof ports, ownPassword: string) => {
    const routes = Object.values(ports).flatMap((port) => (port === ports[name] ? [] : [`127.0.0.1:${port}`]))
    const server = await startNats({
      storeDir: `${folder.path}/${name}`,
      passwords: Object.fromEntries(natsUsers.map((user) => [user, randomUUID()])) as NatsPasswords,
      calloutSeed: testCalloutSeed,
      cluster: { name, port: ports[name], routes, password: ownPassword },
      log: (line) => lines.push(`${name} ${line}`),
    })
    return servers.use(server)
  }
  const { monitorPort } = await join('one', password)
  const routes = async () => {
    const answer = await fetch(`http://127.0.0.1:${monitorPort}/routez`)
    const { routes: all } = (await answer.json()) as { routes: { remote_name: string }[] }
    return new Set(all.map(({ remote_name }) => remote_name))
  }
  await join('other', password)
  await expect.poll(routes).toEqual(new Set(['other']))
  await join('stranger', 'another')
  await expect.poll(() => lines.filter((line) => /^one .*authentication error/.test(line)).length).toBeGreaterThan(0)
  expect(await routes()).toEqual(new Set(['other']))
  expect(lines.join()).not.toContain(password)
})
