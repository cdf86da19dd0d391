import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import type { Credentials } from '../src/link/message.ts'
import { formatLine } from '../src/spool/line.ts'
import { newDevice, startRecognizer } from './recognizer.ts'
import { startDeviceServer } from './server.ts'

const devices = Array.from({ length: 5 }, newDevice) as [
  Credentials,
  Credentials,
  Credentials,
  Credentials,
  Credentials,
]
const server = startedBeforeAll(() => startDeviceServer(devices))

const newRead = (readId: string, more = {}) => ({
  readId,
  carNumber: '12가3456',
  confidence: 0.9,
  recognizedAt: new Date().toISOString(),
  ...more,
})
const large = { candidates: Array.from({ length: 10 }, () => ({ carNumber: '12거3456', confidence: 0.1 })) }

/** Writes a spool as a previous process may have left it; returns its folder. */
function leftBehind({ deviceId }: Credentials, content: string): string {
  const spool = join(server.folder, 'spool')
  mkdirSync(join(spool, deviceId), { recursive: true })
  writeFileSync(join(spool, deviceId, '0000000000000000.reads'), content)
  return spool
}

const entries = (reads: object[]) =>
  reads.map((each, number) => formatLine({ number, text: JSON.stringify(each) })).join('')

async function arrivedFrom({ deviceId }: Credentials): Promise<string[]> {
  const stored = (await server.stored()).filter(({ subject }) => subject.endsWith(deviceId))
  return stored.map(({ read }) => read.readId)
}

test('lines that are not reads are reported, and the other reads are sent', async () => {
  const notReads = ['null', '5', '"x"', '[]', '{}', '{"readId":5}']
  const lines = notReads.map((text, number) => formatLine({ number, text })).join('')
  const spool = leftBehind(devices[0], `null\n${lines}`)
  await using recognizer = startRecognizer(devices[0], spool, server.nats, '--rate', '10', '--count', '3')
  await recognizer.line(({ msg }) => msg.includes('7 lines on the disk are damaged'))
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  expect(await arrivedFrom(devices[0])).toHaveLength(3)
})

test('a read that cannot be sent does not block the reads after it, and is kept', async () => {
  const good = Array.from({ length: 20 }, () => crypto.randomUUID())
  const bad = ['not\na header', 'nor\rthis']
  const spool = leftBehind(devices[1], entries([...bad, ...good].map((id) => newRead(id))))
  await using recognizer = startRecognizer(devices[1], spool, server.nats, '--rate', '0.001', '--count', '1')
  await recognizer.line(({ msg }) => msg.includes('22 reads are waiting from the last run'))
  await recognizer.line(({ msg }) => msg.includes('waiting 2 ·'))
  expect((await arrivedFrom(devices[1])).slice(0, 20).sort()).toEqual(good.sort())
})

test('a read that the server rejects does not block the reads after it, and is sent when the server accepts it', async () => {
  const manager = await server.app.jetstreamManager()
  await manager.streams.update('READS', { max_msg_size: 400 })
  const refused = crypto.randomUUID()
  const good = Array.from({ length: 20 }, () => crypto.randomUUID())
  const spool = leftBehind(devices[2], entries([newRead(refused, large), ...good.map((id) => newRead(id))]))
  await using recognizer = startRecognizer(devices[2], spool, server.nats, '--rate', '0.5', '--count', '3')
  await recognizer.line(({ msg }) => msg.includes('waiting 1 ·'))
  expect((await arrivedFrom(devices[2])).slice(0, 20)).toEqual(good)
  await manager.streams.update('READS', { max_msg_size: -1 })
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  expect((await arrivedFrom(devices[2])).filter((id) => id === refused)).toHaveLength(1)
})

test.each([
  ['the oldest', devices[3], 0],
  ['the newest', devices[4], 1],
] as const)('a read that ends the connection does not delay other reads: %s', async (_which, device, place) => {
  const good = newRead(crypto.randomUUID())
  const fatal = newRead(crypto.randomUUID(), { firmware: 'x'.repeat(65 * 1_024) })
  const spool = leftBehind(device, entries([good].toSpliced(place, 0, fatal)))
  await using recognizer = startRecognizer(device, spool, server.mqtt, '--rate', '0.001', '--count', '1')
  await recognizer.line(({ msg }) => msg.includes('2 reads are waiting from the last run'))
  await recognizer.line(({ msg }) => msg.includes('waiting 1 ·'))
  expect(await arrivedFrom(device)).toContain(good.readId)
})
