import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RecordedRead } from '../src/play/recording.ts'
import { newDevice, startRecognizer } from './recognizer.ts'
import { type DeviceServer, startDeviceServer } from './server.ts'

/** Ids of the reads in a recording. */
function recordedIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => (JSON.parse(line) as RecordedRead).read.readId)
}

const arrived = async (server: DeviceServer) => new Set((await server.stored()).map(({ read }) => read.readId))
const some = (server: DeviceServer) => expect.poll(async () => (await server.stored()).length).toBeGreaterThan(5)

test.each(['nats', 'mqtt'] as const)('no read over %s is lost when the server hangs and dies', async (via) => {
  const device = newDevice()
  await using server = await startDeviceServer([device])
  const record = join(server.folder, 'record')
  const what = ['--rate', '15', '--count', '90', '--record', record]
  await using recognizer = startRecognizer(device, join(server.folder, 'spool'), server[via], ...what)
  await some(server)
  server.freeze()
  const before = recordedIn(record).length
  await expect.poll(() => recordedIn(record).length).toBeGreaterThan(before + 10) // in flight, while the server hangs
  await server.kill()
  await recognizer.line(({ msg }) => msg.includes(': offline'))
  await server.start()
  expect(await recognizer.exited).toEqual({ code: 0, signal: null })
  const taken = recordedIn(record)
  expect(taken).toHaveLength(90)
  const there = await arrived(server)
  expect(taken.filter((id) => !there.has(id))).toEqual([])
})

test.each(['nats', 'mqtt'] as const)(
  'no read is lost when the recognizer is killed while it sends over %s',
  async (via) => {
    const device = newDevice()
    await using server = await startDeviceServer([device])
    const [spool, record] = [join(server.folder, 'spool'), join(server.folder, 'record')]
    {
      await using first = startRecognizer(
        device,
        spool,
        server[via],
        '--rate',
        '200',
        '--count',
        '400',
        '--record',
        record,
      )
      await some(server)
      await first.kill()
    }
    const taken = recordedIn(record)
    const before = await arrived(server)
    expect(taken.filter((id) => !before.has(id)).length).toBeGreaterThan(0)
    await using second = startRecognizer(device, spool, server[via], '--rate', '0.001', '--count', '1')
    await expect.poll(async () => (await arrived(server)).isSupersetOf(new Set(taken))).toBe(true)
    expect(await second.stop()).toEqual({ code: 0, signal: null })
  },
)
