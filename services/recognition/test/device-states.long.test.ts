import { randomUUID } from 'node:crypto'
import { contract, type DeviceWithSecret, type EventOf } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startProxy } from '@kingcar/testing/proxy'
import { connect, type NatsConnection } from 'nats'
import { beforeAll, expect, test, vi } from 'vitest'
import { createDeviceConnections } from '../src/device/connections.ts'
import { administratorBeforeAll } from './administrator.ts'
import { startCrashingProcess } from './crashing-process.ts'
import { readOf, startBeforeAll } from './recognition.ts'

const { createDevice, listDevices, updateDevice } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
type State = EventOf<'recognition.deviceStatesChanged'>['devices'][number]
type Ended = EventOf<'recognition.visitsEnded'>['visits'][number]
const states: State[] = []
/** Events with more than a hundred devices. */
let reports = 0
const ended: Ended[] = []
beforeAll(async () => {
  const bus = await recognition.backend.bus('gateway')
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    const payload = JSON.parse(Buffer.from(data).toString())
    if (subject === 'evt.recognition.deviceStatesChanged') {
      states.push(...payload.devices)
      if (payload.devices.length > 100) reports += 1
    }
    if (subject === 'evt.recognition.visitsEnded') ended.push(...payload.visits)
  })
})

const create = (name: string) => admin.call(createDevice, { storeId: recognition.storeId, name })
const signIn = ({ id, secret = '' }: DeviceWithSecret, servers = recognition.backend.nats.url) =>
  connect({ servers, user: id, pass: secret, maxReconnectAttempts: 0, timeout: 5_000 })
const changesOf = ({ id }: DeviceWithSecret) => states.filter((each) => each.deviceId === id)
/** Whether its sign-in was reported, and when, depends on the look before it. */
const offlinesOf = (device: DeviceWithSecret) => changesOf(device).filter(({ online }) => !online)
const isOnline = async ({ id }: DeviceWithSecret) =>
  (await admin.call(listDevices, { size: 100 })).content.find((each) => each.id === id)?.online
const rowOf = async ({ id }: DeviceWithSecret) =>
  (await recognition.backend.sql`select connected, online, online_version from recognition.devices where id = ${id}`)[0]
/** Resolves when the service has found the device online, which reports nothing if that was the first look. */
const comesOnline = (device: DeviceWithSecret) =>
  waitFor(async () => expect(await rowOf(device)).toMatchObject({ connected: true, online: true }))

test('a device whose connection breaks is offline within ten seconds, and online when it connects again', async () => {
  const device = await create('끊기는 카메라')
  await using proxy = await startProxy(recognition.backend.nats.url)
  await signIn(device, proxy.url)
  await comesOnline(device)
  const brokeAt = Date.now()
  await proxy[Symbol.asyncDispose]() // destroys its sockets
  await waitFor(() => expect(changesOf(device).at(-1)).toMatchObject({ online: false, deviceName: '끊기는 카메라' }))
  expect(Date.now() - brokeAt).toBeLessThan(10_000)
  expect(await isOnline(device)).toBe(false)
  const connection = await signIn(device)
  await waitFor(() => expect(changesOf(device).at(-1)).toMatchObject({ online: true }))
  const versions = changesOf(device).map(({ version }) => version)
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  await connection.close()
})

test('a device that reconnects right away, or has a second connection, is never offline', async () => {
  const device = await create('다시 붙는 카메라')
  const sentinel = await create('확인용 카메라')
  const second = await signIn(device)
  await signIn(sentinel).then(async (connection) => {
    await comesOnline(sentinel)
    await connection.close()
  })
  await comesOnline(device)
  let connection: NatsConnection = await signIn(device)
  for (let round = 0; round < 3; round++) {
    await connection.close()
    connection = await signIn(device)
  }
  await connection.close() // the second one is left
  await waitFor(() => expect(changesOf(sentinel).at(-1)).toMatchObject({ online: false }))
  expect(offlinesOf(device)).toEqual([])
  await second.close()
})

test('without a report of nats-server a lost connection is found, and a device without any keeps the rule of silence', async () => {
  const device = await create('소식 없는 카메라')
  const { sql } = recognition.backend
  await sql`update recognition.devices set connected = true, last_seen_at = now(), online = true where id = ${device.id}`
  const silent = await create('HTTP 카메라')
  await sql`update recognition.devices set last_seen_at = now() where id = ${silent.id}`
  await waitFor(() => expect(changesOf(device)).toMatchObject([{ online: false, version: 1 }]))
  expect(await isOnline(silent)).toBe(true)
  await sql`update recognition.devices set last_seen_at = now() - interval '2 days' where id = ${silent.id}`
  await waitFor(() => expect(changesOf(silent).at(-1)).toMatchObject({ online: false }))
})

test('while a server of the cluster is silent its devices stay connected, for a minute', async () => {
  const device = await create('느린 서버의 카메라')
  await recognition.stopService()
  const db = await recognition.openDatabase()
  const list = { ids: new Set<string>(), isComplete: false }
  const connections = createDeviceConnections({ db, bus: { listConnectedDevices: async () => list } })
  let passed = 0
  const start = Date.now() - performance.timeOrigin
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + passed)
  await recognition.backend.sql`update recognition.devices set connected = true where id = ${device.id}`
  const isConnectedAfter = async (seconds: number) => {
    passed += seconds * 1_000
    await connections.compare()
    return (await rowOf(device))?.connected
  }
  for (const seconds of [0, 20, 20, 15]) expect(await isConnectedAfter(seconds)).toBe(true)
  expect(await isConnectedAfter(10)).toBe(true) // the grace is over; it counts as missing
  expect(await isConnectedAfter(5)).toBe(false)
  await db[Symbol.asyncDispose]()
  clock.mockRestore()
  await recognition.startService()
})

test('an outage of a thousand devices is reported in sets, each device once', async () => {
  const { sql } = recognition.backend
  const storeId = randomUUID()
  await sql`insert into recognition.devices (store_id, name, connected, online, last_seen_at)
    select ${storeId}, 'camera ' || n, true, true, now() from generate_series(1, 1000) n`
  const ofStore = () => states.filter((each) => each.storeId === storeId)
  await waitFor(() => expect(ofStore()).toHaveLength(1_000))
  expect(new Set(ofStore().map(({ deviceId, online, version }) => `${deviceId} ${online} ${version}`)).size).toBe(1_000)
  expect(reports).toBeLessThanOrEqual(3)
  await sql`delete from recognition.devices where store_id = ${storeId}`
})

test('killed before the commit of a change: another process reports it, once', async () => {
  const device = await create('죽음 속 카메라')
  const connection = await signIn(device)
  await comesOnline(device)
  await recognition.stopService()
  const doomed = await startCrashingProcess(recognition, 'recognition.device.beforeStateCommit')
  await connection.close()
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  await recognition.startService()
  await waitFor(() => expect(offlinesOf(device)).toHaveLength(1))
})

test('a visit ends by a departure, once, or by a day without one at a store that sees departures', async () => {
  const exit = await create('출구')
  await admin.call(updateDevice, { id: exit.id, role: 'exit' })
  const at = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  const came = at(300)
  await recognition.handle(readOf('42가1001', { recognizedAt: came }), readOf('42가1002', { recognizedAt: at(290) }))
  const leaves = async (leftAt: string) => {
    const subject = `recognition.read.${exit.storeId}.${exit.id}`
    await recognition.publish(readOf('42가1001', { recognizedAt: leftAt }), subject)
    await recognition.settled()
  }
  const leftAt = at(100)
  await leaves(leftAt)
  await leaves(at(90)) // a later departure of the same visit changes nothing
  const [visit] = recognition.visits('42가1001')
  const [other] = recognition.visits('42가1002')
  const of = (id = '') => ended.filter(({ visitId }) => visitId === id)
  await waitFor(() => expect(of(visit?.id)).toMatchObject([{ leftAt, endedBy: 'exit', recognizedAt: came }]))
  // as if two days had passed
  const { sql } = recognition.backend
  await sql`update recognition.visits set first_read_at = first_read_at - interval '2 days',
    last_read_at = last_read_at - interval '2 days' where id = ${other?.id ?? ''}`
  await sql`update recognition.visit_timeouts set entered_until = now() - interval '3 days'`
  await waitFor(() => expect(of(other?.id)).toMatchObject([{ leftAt: null, dwellSeconds: null, endedBy: 'timeout' }]))
  expect(of(visit?.id)).toHaveLength(1)
  await leaves(at(110)) // an earlier one that arrives late is another end
  await waitFor(() => expect(of(visit?.id)).toHaveLength(2))
  const [before, after] = of(visit?.id)
  expect(Date.parse(after?.changedAt ?? '')).toBeGreaterThan(Date.parse(before?.changedAt ?? ''))
  await sql`update recognition.visits set first_read_at = first_read_at + interval '2 days',
    last_read_at = last_read_at + interval '2 days' where id = ${other?.id ?? ''}`
})
