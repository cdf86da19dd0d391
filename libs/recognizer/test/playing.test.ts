import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import type { Credentials } from '../src/link/message.ts'
import type { RecordedRead } from '../src/play/recording.ts'
import { newDevice, startRecognizer } from './recognizer.ts'
import { type Stored, startDeviceServer } from './server.ts'

const devices = Array.from({ length: 4 }, newDevice) as [Credentials, Credentials, Credentials, Credentials]
const server = startedBeforeAll(() => startDeviceServer(devices))

async function storedOf({ deviceId }: Credentials): Promise<Stored[]> {
  return (await server.stored()).filter(({ subject }) => subject.endsWith(deviceId))
}

async function play(device: Credentials, ...what: readonly string[]) {
  await using recognizer = startRecognizer(device, join(server.folder, device.deviceId), server.nats, ...what)
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  return recognizer.output()
}

const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): RecordedRead => JSON.parse(line))

test('a device stays within its rate, by the server’s times', async () => {
  await play(devices[0], '--rate', '1000', '--count', '50')
  const times = (await storedOf(devices[0])).map(({ time }) => time)
  expect(times).toHaveLength(50)
  for (const from of times) expect(times.filter((time) => time >= from && time < from + 1_000).length).toBeLessThan(25)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan((49 / 20) * 1_000)
})

test('reads made offline arrive after the reconnect, with their original times', async () => {
  const output = await play(devices[1], '--rate', '10', '--count', '30', '--outage', '3:2')
  expect(output).toContain('offline, Disconnected.')
  const stored = await storedOf(devices[1])
  expect(new Set(stored.map(({ read }) => read.readId)).size).toBe(30)
  const ages = stored.map(({ time, read }) => time - Date.parse(read.recognizedAt))
  expect(Math.max(...ages)).toBeGreaterThan(1_500)
  expect(Math.min(...ages)).toBeLessThan(1_000)
})

test('a recording is replayed at another speed with new times, and repetitions stay repetitions', async () => {
  const record = join(server.folder, 'record')
  const again = join(server.folder, 'again')
  await play(devices[2], '--rate', '2', '--count', '8', '--duplicates', '0.5', '--seed', 'x', '--record', record)
  const recorded = lines(record)
  const span = (all: RecordedRead[]) => Date.parse(all.at(-1)?.at ?? '') - Date.parse(all[0]?.at ?? '')
  const ids = (all: RecordedRead[]) => all.map(({ read }) => all.findIndex((each) => each.read.readId === read.readId))
  expect(new Set(ids(recorded)).size).toBe(8)
  expect(recorded.length).toBeGreaterThan(8)

  await play(devices[3], '--replay', record, '--speed', '10', '--record', again)
  const replayed = lines(again)
  expect(ids(replayed)).toEqual(ids(recorded))
  expect(replayed.map(({ read }) => read.carNumber)).toEqual(recorded.map(({ read }) => read.carNumber))
  expect(span(replayed)).toBeLessThan(span(recorded) / 5)
  const texts = new Map(replayed.map(({ read }) => [read.readId, JSON.stringify(read)]))
  for (const { at, read } of replayed) {
    expect(recorded.map((each) => each.read.readId)).not.toContain(read.readId)
    expect(texts.get(read.readId)).toBe(JSON.stringify(read))
    expect(Math.abs(Date.parse(at) - Date.parse(read.recognizedAt))).toBeLessThan(1_000)
  }
})

test('a recording is replayed with its original times and ids at full speed', async () => {
  const record = join(server.folder, 'record')
  const before = (await storedOf(devices[3])).length
  await play(devices[3], '--replay', record, '--speed', '0', '--keep-times')
  const stored = (await storedOf(devices[3])).slice(before)
  const reads = new Map(stored.map(({ read }) => [read.readId, read]))
  expect(reads).toEqual(new Map(lines(record).map(({ read }) => [read.readId, read])))
})
