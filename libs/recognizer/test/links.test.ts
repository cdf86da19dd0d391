import { join } from 'node:path'
import { ReadMessage } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { DiscardPolicy } from 'nats'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { newDevice, startRecognizer } from './recognizer.ts'
import { startDeviceServer } from './server.ts'

const devices = {
  nats: newDevice(),
  mqtt: newDevice(),
  changed: newDevice(),
  changedToo: newDevice(),
  full: newDevice(),
}
const isRead = Compile(ReadMessage)

const server = startedBeforeAll(() => startDeviceServer(Object.values(devices)))

test.each(['nats', 'mqtt'] as const)('reads and a heartbeat arrive over %s, then it ends', async (via) => {
  const { storeId, deviceId } = devices[via]
  const heartbeat = server.app.subscribe(`recognition.heartbeat.${storeId}.${deviceId}`)
  const what = ['--rate', '10', '--count', '5', '--frames', '2', '--misreads', '0.5', '--exits', '0.5']
  await using recognizer = startRecognizer(devices[via], join(server.folder, via), server[via], ...what)
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  const stored = (await server.stored()).filter(({ subject }) => subject.includes(deviceId))
  expect(stored).toHaveLength(10)
  for (const { subject, read } of stored) {
    expect(subject).toBe(`recognition.read.${storeId}.${deviceId}`)
    expect(isRead.Check(read)).toBe(true)
  }
  for await (const message of heartbeat) {
    const { sentAt, ...rest } = message.json<Record<string, unknown>>()
    expect(Math.abs(Date.now() - Date.parse(String(sentAt)))).toBeLessThan(60_000)
    expect(rest).toEqual({ queueDepth: expect.any(Number), cameraOk: true, firmware: expect.any(String) })
    break
  }
})

test.each([
  ['nats', devices.changed],
  ['mqtt', devices.changedToo],
] as const)('a refused sign-in over %s is tried again until the secret is right', async (via, device) => {
  const renewed = { ...device, secret: crypto.randomUUID() }
  const spool = join(server.folder, device.deviceId)
  await using recognizer = startRecognizer(renewed, spool, server[via], '--rate', '10', '--count', '3')
  await recognizer.line(({ msg }) => msg.includes('rejected'))
  const others = Object.values(devices).filter((each) => each !== device)
  server.admit([...others, renewed])
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  const stored = (await server.stored()).filter(({ subject }) => subject.includes(device.deviceId))
  expect(stored).toHaveLength(3)
  expect(recognizer.output()).not.toContain(renewed.secret)
  for (const { read } of stored) expect(recognizer.output()).not.toContain(read.carNumber)
})

test.each(['nats', 'mqtt'] as const)('reads arrive at a server of an earlier version over %s', async (via) => {
  const device = newDevice()
  await using earlier = await startDeviceServer([device], undefined, true)
  const what = ['--rate', '10', '--count', '3']
  await using recognizer = startRecognizer(device, join(earlier.folder, via), earlier[via], ...what)
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  expect(await earlier.stored()).toHaveLength(3)
})

test('reads over nats go to the stream itself while no process replies', async () => {
  const device = newDevice()
  await using alone = await startDeviceServer([device], undefined, false, false)
  const what = ['--rate', '10', '--count', '3']
  await using recognizer = startRecognizer(device, join(alone.folder, 'nats'), alone.nats, ...what)
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  expect(await alone.stored()).toHaveLength(3)
})

test('a read that the stream rejects is kept, and stored when the stream has room', async () => {
  const manager = await server.app.jetstreamManager()
  const { state } = await manager.streams.info('READS')
  await manager.streams.update('READS', { max_msgs: state.messages + 2, discard: DiscardPolicy.New })
  const spool = join(server.folder, 'full')
  await using recognizer = startRecognizer(devices.full, spool, server.nats, '--rate', '10', '--count', '5')
  await recognizer.line(({ msg }) => msg.includes('acknowledged 2 · waiting 3') && msg.includes('was not stored'))
  await manager.streams.update('READS', { max_msgs: -1 })
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  const stored = (await server.stored()).filter(({ subject }) => subject.includes(devices.full.deviceId))
  expect(new Set(stored.map(({ read }) => read.readId)).size).toBe(5)
})
