import { setTimeout as wait } from 'node:timers/promises'
import { testCalloutSeed } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { startProxy } from '@kingcar/testing/proxy'
import { createInbox, headers, type NatsConnection } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import type { Bus } from '../src/index.ts'
import { type Broker, startBroker, until } from './broker.ts'
import { newDevice, newSecret, readSubjectOf, refusals, signIn, type TestDevice, tell } from './device.ts'

let recognition: Bus
let device: TestDevice
const fast = { reconnectTimeWait: 50, maxReconnectAttempts: -1, ignoreAuthErrorAbort: true }
const broker = startedBeforeAll(startBroker)
beforeAll(async () => {
  recognition = await broker.openAuthCallout('recognition')
  await broker.openAuthCallout('gateway')
  device = newDevice()
  await tell(recognition, device)
})

const stored = async (connection: NatsConnection, from: TestDevice) =>
  (await connection.request(readSubjectOf(from), '{}')).json<{ stream: string; seq: number }>()
const trySignIn = (from: TestDevice, at: Broker = broker) =>
  signIn(at, from, { maxReconnectAttempts: 0 }).then(
    async (connection) => {
      await connection.close()
      return 'in'
    },
    ({ code }: { code: string }) => code,
  )

test('a device can sign in as soon as it is registered, with its id in upper or lower case', async () => {
  for (let round = 0; round < 20; round++) {
    const other = newDevice()
    await tell(recognition, other)
    expect(await trySignIn(other)).toBe('in')
    expect(await trySignIn({ ...other, deviceId: other.deviceId.toUpperCase() })).toBe('in')
  }
})

test('a device that connects right after the auth callout started is accepted, also with a round trip of 400 ms', async () => {
  await using own = await startBroker()
  await using proxy = await startProxy(own.nats.url)
  const bus = await own.open('recognition', { url: proxy.url })
  const devices = await bus.watchDevices()
  await tell(bus, device)
  proxy.delay = 200 // within the time limit of a round trip, 1 s
  await bus.answerAuthCallouts(testCalloutSeed, devices)
  const connection = await signIn(own, device, { maxReconnectAttempts: 0 })
  await connection.close()
})

test('unknown devices and wrong secrets are rejected', async () => {
  const removed = newDevice()
  await tell(recognition, removed)
  await tell(recognition, { ...removed, secret: '' }, 2)
  const refused = 'AUTHORIZATION_VIOLATION'
  expect(await trySignIn(newDevice())).toBe(refused)
  expect(await trySignIn(removed)).toBe(refused)
  expect(await trySignIn({ ...removed, secret: '' })).toBe(refused)
  expect(await trySignIn({ ...device, secret: newSecret() })).toBe(refused)
  expect(await trySignIn({ ...device, deviceId: 'gateway' })).toBe(refused)
  expect(await trySignIn({ ...device, deviceId: '*' })).toBe(refused)
})

test('a device is denied thirty subjects that are not its own', async () => {
  const connection = await signIn(broker, device)
  const refused = refusals(connection)
  const { storeId, deviceId } = device
  const stranger = newDevice(storeId)
  const publishes = [
    readSubjectOf(stranger),
    readSubjectOf({ ...stranger, deviceId, storeId: stranger.deviceId }),
    `recognition.heartbeat.${storeId}.${stranger.deviceId}`,
    `recognition.read.${storeId}`,
    `${readSubjectOf(device)}.more`,
    'recognition.deadLetter',
    'recognition.test',
    'visits.recorded',
    'evt.member.plateOwnerChanged',
    `devices.${deviceId}`,
    'settings.recognition.minimumConfidence',
    'rpc.member.loginAdmin',
    'rpc.recognition.createDevice',
    '_INBOX_gateway.a.1',
    '_INBOX.a.1',
    '$JS.API.INFO',
    '$JS.API.STREAM.DELETE.READS',
    '$JS.API.STREAM.PURGE.READS',
    '$JS.API.CONSUMER.CREATE.READS.x',
    '$JS.ACK.READS.recognition-reads.1.1.1.1.1',
    '$SYS.REQ.USER.AUTH',
    '$SYS.REQ.SERVER.PING.CONNZ',
    '$SRV.PING',
    '$MQTT.sub.x',
  ]
  const subscribes = ['>', 'recognition.>', readSubjectOf(device), readSubjectOf(stranger), 'visits.recorded', '$SYS.>']
  for (const subject of publishes) connection.publish(subject, '{}')
  for (const subject of subscribes) connection.subscribe(subject, { callback: () => undefined })
  await connection.flush()
  expect(publishes.length + subscribes.length).toBe(30)
  await expect.poll(() => refused.length).toBe(30)
  expect(new Set(refused)).toEqual(
    new Set([...publishes.map((to) => `publish ${to}`), ...subscribes.map((to) => `subscription ${to}`)]),
  )
  expect(await stored(connection, device)).toMatchObject({ stream: 'READS' })
  expect(connection.info?.max_payload).toBe(64 * 1_024)
  await connection.close()
})

test('a new secret immediately ends the connection of the old one, and is accepted', async () => {
  const rotated = newDevice()
  await tell(recognition, rotated)
  const old = await signIn(broker, rotated, { maxReconnectAttempts: 0 })
  expect(await stored(old, rotated)).toMatchObject({ stream: 'READS' })
  const ended = old.closed()
  const renewed = { ...rotated, secret: newSecret() }
  const began = Date.now()
  await tell(recognition, renewed, 2)
  await ended
  expect(Date.now() - began).toBeLessThan(5_000)
  expect(await trySignIn(renewed)).toBe('in')
  expect(await trySignIn(rotated)).toBe('AUTHORIZATION_VIOLATION')
})

test('a removed device is disconnected, and the others are not', async () => {
  const gone = newDevice()
  await tell(recognition, gone)
  const [leaving, staying] = [await signIn(broker, gone, { maxReconnectAttempts: 0 }), await signIn(broker, device)]
  await tell(recognition, { ...gone, secret: '' }, 2)
  await leaving.closed()
  await wait(1_500) // until the next check of all connections
  expect(await stored(staying, device)).toMatchObject({ stream: 'READS' })
  await staying.close()
})

test('a device that subscribes to inboxes of others is disconnected, and the others are not', async () => {
  const spying = newDevice()
  await tell(recognition, spying)
  const quiet = await signIn(broker, device)
  expect(await stored(quiet, device)).toMatchObject({ stream: 'READS' })
  for (const inboxes of ['_INBOX.>', '_INBOX.*', '_INBOX.*.*', '_INBOX.*.*.*']) {
    const spy = await signIn(broker, spying, { reconnect: false })
    spy.subscribe(inboxes, { callback: () => undefined })
    await spy.closed()
  }
  expect(await stored(quiet, device)).toMatchObject({ stream: 'READS' })
  await quiet.close()
})

test('an operator who subscribes to everything is not disconnected as a device is', async () => {
  const [operator, spying] = [await broker.setup(), newDevice()]
  await tell(recognition, spying)
  const cuts: string[] = []
  void (async () => {
    for await (const { type } of operator.status()) if (type === 'disconnect') cuts.push(type)
  })()
  operator.subscribe('>', { callback: () => undefined })
  await operator.flush()
  for (let look = 0; look < 2; look++) {
    const spy = await signIn(broker, spying, { reconnect: false })
    spy.subscribe('_INBOX.*', { callback: () => undefined })
    await spy.closed()
  }
  expect(cuts).toEqual([])
  await operator.close()
})

test('a device can connect while one of the auth callout processes is down', async () => {
  await using own = await startBroker()
  const first = await own.openAuthCallout('recognition')
  const second = await own.openAuthCallout('gateway')
  await tell(first, device)
  await first[Symbol.asyncDispose]()
  for (let round = 0; round < 10; round++) {
    const connection = await signIn(own, device, { maxReconnectAttempts: 0 })
    await connection.close()
  }
  await second[Symbol.asyncDispose]()
  await expect(signIn(own, device, { maxReconnectAttempts: 0, timeout: 8_000 })).rejects.toThrow()
  await own.openAuthCallout('gateway') // a process with its own view of the devices
  const connection = await signIn(own, device, { maxReconnectAttempts: 0 })
  await connection.close()
})

test('after the server was killed and restarted, known and new devices can connect', async () => {
  await using own = await startBroker()
  const bus = await own.openAuthCallout('recognition')
  await own.openAuthCallout('gateway')
  await tell(bus, device)
  const connection = await signIn(own, device, fast)
  for (let round = 0; round < 3; round++) {
    await own.nats.kill()
    await own.nats.start()
    await until(async () => (await stored(connection, device).catch(() => undefined)) !== undefined, 'the device')
    await until(() => bus.connected, 'the bus')
    const other = newDevice()
    await tell(bus, other)
    await (await signIn(own, other, { maxReconnectAttempts: 0 })).close()
  }
  await connection.close()
})

test('after a reconnect an old secret is not accepted before the change that was missed has arrived', async () => {
  await using own = await startBroker()
  await using proxy = await startProxy(own.nats.url)
  const recognizer = newDevice()
  const setter = await own.open('recognition')
  await tell(setter, recognizer)
  const bus = await own.open('recognition', { url: proxy.url })
  await bus.answerAuthCallouts(testCalloutSeed, await bus.watchDevices())
  proxy.open = false
  proxy.cut()
  const rotated = { ...recognizer, secret: newSecret() }
  await tell(setter, rotated, 2)
  proxy.delay = 100 // some round trips until the change arrives
  proxy.open = true
  let isIn = false
  const tries: Promise<string>[] = []
  // Concurrently: the server waits for an answer to the first, and the moment after the reconnect would be missed.
  for (; !isIn; await wait(50)) {
    tries.push(trySignIn(recognizer, own))
    void trySignIn(rotated, own).then((outcome) => (isIn ||= outcome === 'in'))
  }
  expect(await Promise.all(tries)).not.toContain('in')
})

test('while READS is nearly full no device is accepted', async () => {
  await using own = await startBroker()
  const setup = await own.setup()
  const streams = (await setup.jetstreamManager()).streams
  const { config } = await streams.info('READS')
  await streams.update('READS', { ...config, max_bytes: 10_000 })
  const bus = await own.open('recognition')
  await tell(bus, device)
  for (let at = 0; at < 60; at++) await setup.request(readSubjectOf(device), 'x'.repeat(100))
  await own.openAuthCallout('gateway')
  await expect(signIn(own, device, { maxReconnectAttempts: 0 })).rejects.toThrow('Authorization Violation')
  await streams.purge('READS')
  await until(
    () =>
      signIn(own, device, { maxReconnectAttempts: 0 }).then(
        async (connection) => {
          await connection.close()
          return true
        },
        () => false,
      ),
    'room',
  )
})

test('a device that subscribes to others is reported, so that it can be paused', async () => {
  await using own = await startBroker()
  const bus = await own.open('recognition')
  const devices = await bus.watchDevices()
  await bus.answerAuthCallouts(testCalloutSeed, devices)
  const listeners: string[] = []
  bus.watchDeviceConnections(devices, (deviceId) => listeners.push(deviceId))
  await tell(bus, device)
  const spies = await Promise.all(Array.from({ length: 20 }, () => signIn(own, device, { reconnect: false })))
  for (const spy of spies) spy.subscribe('_INBOX.*', { callback: () => undefined })
  await Promise.all(spies.map((spy) => spy.closed()))
  expect(new Set(listeners)).toEqual(new Set([device.deviceId]))
  expect(listeners.length).toBeLessThan(spies.length) // all in one or two checks, not one after the other
})

test('a device may have as many subscriptions as clients make, and no more', async () => {
  const connection = await signIn(broker, device, { reconnect: false })
  const refused: string[] = []
  void (async () => {
    for await (const { type, data } of connection.status()) refused.push(`${type} ${data}`)
  })()
  const subscribe = (count: number) => {
    for (let at = 0; at < count; at++) connection.subscribe(createInbox(), { callback: () => undefined })
    return connection.flush()
  }
  await subscribe(90)
  expect(await stored(connection, device)).toMatchObject({ stream: 'READS' })
  expect(refused).toEqual([])
  await subscribe(50)
  await expect.poll(() => refused).toHaveLength(41) // one more is the inbox of requests
  await connection.close()
})

test('a device cannot start an atomic batch, which would occupy the server’s memory until it is committed', async () => {
  const connection = await signIn(broker, device)
  const batch = headers()
  batch.set('Nats-Batch-Id', 'never-committed')
  batch.set('Nats-Batch-Sequence', '1')
  const reply = await connection.request(readSubjectOf(device), '{}', { headers: batch, timeout: 5_000 })
  expect(reply.json()).toMatchObject({ error: { err_code: 10_174 } })
  await connection.close()
})
