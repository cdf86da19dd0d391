import { streams } from '@kingcar/bus/streams'
import { readConfig } from '@kingcar/runtime/config'
import { expect, test } from 'vitest'
import { SetupConfig, streamLimitsOf } from './setup-config.ts'

const required = {
  NATS_URL: '127.0.0.1:4222',
  NATS_PASSWORD: 'k1',
  DATABASE_PASSWORD_MEMBER: 'k2',
  DATABASE_PASSWORD_CATALOG: 'k3',
  DATABASE_PASSWORD_ORDERS: 'k4',
  DATABASE_PASSWORD_RECOGNITION: 'k5',
}
const read = (given: Record<string, string>) => readConfig(SetupConfig, { ...required, ...given })

test('every stream has a size that can be set, and nothing is changed without settings', () => {
  const { maxBytes, maxAge } = streamLimitsOf(read({}))
  expect(maxBytes).toEqual(Object.fromEntries(Object.entries(streams).map(([name, each]) => [name, each.maxBytes])))
  for (const [name, seconds] of Object.entries(maxAge)) expect(streams).toHaveProperty(`${name}.maxAge`, seconds)
  expect(streamLimitsOf({})).toEqual({ maxBytes, maxAge })
})

test('sizes are in MiB, ages in days', () => {
  const config = read({ STREAM_EVENTS_MIB: '72000', STREAM_IMAGES_MIB: '8192', STREAM_EVENTS_DAYS: '3' })
  const { maxBytes, maxAge } = streamLimitsOf(config)
  expect(maxBytes).toMatchObject({ EVENTS: 72_000 * 2 ** 20, OBJ_images: 8_192 * 2 ** 20 })
  expect(maxAge).toMatchObject({ EVENTS: 3 * 86_400, READS: streams.READS.maxAge })
})

test.each([
  ['STREAM_EVENTS_MIB', '0'],
  ['STREAM_EVENTS_MIB', '1GB'],
  ['STREAM_IMAGES_MIB', '16777217'],
  ['STREAM_READS_DAYS', '0'],
  ['STREAM_READS_DAYS', 'week'],
  ['STREAM_DEAD_LETTERS_DAYS', '3651'],
  ['STREAM_REPLICAS', '6'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name)
})
