import { readFileSync } from 'node:fs'
import { streams } from '@kingcar/bus'
import { startTestNats, type TestNats } from '@kingcar/testing'
import { type ConnectionOptions, connect, type NatsConnection } from 'nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishByMqtt } from './mqtt.ts'

const subject = 'recognition.read.01980000-0000-7000-8000-000000000001.01980000-0000-7000-8000-000000000002'
const topic = subject.replaceAll('.', '/')

let nats: TestNats
let setup: NatsConnection
const open = (name: Parameters<TestNats['user']>[0], options: ConnectionOptions = {}) => {
  const { user, password: pass } = nats.user(name)
  return connect({ servers: nats.url, user, pass, ...options })
}
beforeAll(async () => {
  nats = await startTestNats()
  setup = await open('setup')
  const manager = await setup.jetstreamManager()
  await manager.streams.add({ name: 'READS', subjects: ['recognition.read.>'] })
})
afterAll(async () => {
  await setup.close()
  await nats[Symbol.asyncDispose]()
})

const stored = async () => (await (await setup.jetstreamManager()).streams.info('READS')).state.messages

test('a recognizer hears over NATS that its read is stored, and what it only publishes is stored too', async () => {
  const device = await open('recognizer')
  const before = await stored()
  const acknowledgement = (await device.request(subject, '{}')).json()
  expect(acknowledgement).toEqual({ stream: 'READS', seq: expect.any(Number) })
  device.publish(subject, '{}')
  await device.flush()
  await expect.poll(stored).toBe(before + 2)
  await device.close()
})

test.each([0, 1] as const)('a read over MQTT with QoS %i is stored', async (qos) => {
  const before = await stored()
  const { user: username, password } = nats.user('recognizer')
  await publishByMqtt({ port: nats.mqttPort, username, password, topic, payload: '{"mqtt":true}', qos })
  await expect.poll(stored, { timeout: 5_000 }).toBe(before + 1)
})

test('a recognizer’s heartbeat goes through, and nobody listens to it yet', async () => {
  const device = await open('recognizer')
  const refused = refusals(device)
  await expect(device.request(subject.replace('read', 'heartbeat'), '{}')).rejects.toThrow('503') // no responders
  expect(refused).toEqual([])
  await device.close()
})

test('a recognizer may send reads and heartbeats, and nothing else', async () => {
  const device = await open('recognizer')
  const refused = refusals(device)
  const subjects = [
    'rpc.member.loginAdmin',
    'evt.member.sessionEnded',
    '$JS.API.STREAM.NAMES',
    '$SYS.REQ.SERVER.PING',
    'recognition',
    'recognition.deadLetter',
    'recognition.heartbeat',
  ]
  for (const forbidden of subjects) device.publish(forbidden, '{}')
  for (const forbidden of ['>', 'recognition.read.>', 'recognition.heartbeat.>', '_INBOX_gateway.>'])
    device.subscribe(forbidden, { callback: () => undefined })
  await device.flush()
  await expect.poll(() => refused.length).toBe(subjects.length + 4)
  expect(device.info?.max_payload).toBe(16 * 1_024)
  await device.close()
})

test('what devices may store is limited, beside all that the streams may', async () => {
  const { user: username, password } = nats.user('recognizer')
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

test('one user neither reads another’s inbox nor does another’s work', async () => {
  const catalog = await open('catalog', { inboxPrefix: '_INBOX_catalog' })
  const refused = refusals(catalog)
  catalog.subscribe('_INBOX_gateway.>', { callback: () => undefined })
  catalog.subscribe('rpc.member.>', { callback: () => undefined })
  catalog.publish('evt.member.sessionEnded', '{}')
  catalog.publish('$JS.API.STREAM.DELETE.READS', '')
  await catalog.flush()
  await expect.poll(() => refused.length).toBe(4)
  await catalog.close()
})

test('nobody connects without a password or with a wrong one', async () => {
  await expect(connect({ servers: nats.url, maxReconnectAttempts: 0 })).rejects.toThrow()
  await expect(open('recognizer', { pass: 'wrong', maxReconnectAttempts: 0 })).rejects.toThrow()
})

test('permissions.conf is what libs/bus says', async () => {
  const { permissionsFile } = await import('../nats/permissions.ts')
  const file = new URL('../nats/permissions.conf', import.meta.url)
  expect(readFileSync(file, 'utf8')).toBe(permissionsFile())
})
