import { contract, type DeviceWithSecret, type EventOf } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startProxy } from '@kingcar/testing/proxy'
import { connect, type NatsConnection } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { startCrashingProcess } from './crashing-process.ts'
import { readOf, startBeforeAll } from './recognition.ts'

const { createDevice, listDevices, updateDevice } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
type State = EventOf<'recognition.deviceStatesChanged'>['devices'][number]
type Ended = EventOf<'recognition.visitsEnded'>['visits'][number]
const states: State[] = []
const ended: Ended[] = []
beforeAll(async () => {
  const bus = await recognition.backend.bus('gateway')
  await bus.follow('EVENTS', 'start', ({ subject, data }) => {
    const payload = JSON.parse(Buffer.from(data).toString())
    if (subject === 'evt.recognition.deviceStatesChanged') states.push(...payload.devices)
    if (subject === 'evt.recognition.visitsEnded') ended.push(...payload.visits)
  })
})

const create = (name: string) => admin.call(createDevice, { storeId: recognition.storeId, name })
const signIn = ({ id, secret = '' }: DeviceWithSecret, servers = recognition.backend.nats.url) =>
  connect({ servers, user: id, pass: secret, maxReconnectAttempts: 0, timeout: 5_000 })
const changesOf = ({ id }: DeviceWithSecret) => states.filter((each) => each.deviceId === id)
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
  const before = changesOf(device).length
  const brokeAt = Date.now()
  await proxy[Symbol.asyncDispose]() // destroys its sockets
  await waitFor(() =>
    expect(changesOf(device).slice(before)).toMatchObject([{ online: false, deviceName: '끊기는 카메라' }]),
  )
  expect(Date.now() - brokeAt).toBeLessThan(10_000)
  expect(await isOnline(device)).toBe(false)
  const connection = await signIn(device)
  await waitFor(() => expect(changesOf(device).slice(before + 1)).toMatchObject([{ online: true }]))
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
  const before = changesOf(device).length
  let connection: NatsConnection = await signIn(device)
  for (let round = 0; round < 3; round++) {
    await connection.close()
    connection = await signIn(device)
  }
  await connection.close() // the second one is left
  await waitFor(() => expect(changesOf(sentinel).at(-1)).toMatchObject({ online: false }))
  expect(changesOf(device).slice(before)).toEqual([])
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

test('killed before the commit of a change: another process reports it, once', async () => {
  const device = await create('죽음 속 카메라')
  const connection = await signIn(device)
  await comesOnline(device)
  const before = changesOf(device).length
  await recognition.stopService()
  const doomed = await startCrashingProcess(recognition, 'recognition.device.beforeStateCommit')
  await connection.close()
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  await recognition.startService()
  await waitFor(() => expect(changesOf(device).slice(before)).toMatchObject([{ online: false }]))
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
  await sql`update recognition.visits set first_read_at = first_read_at + interval '2 days',
    last_read_at = last_read_at + interval '2 days' where id = ${other?.id ?? ''}`
})
