import { randomBytes } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { type ObjectStore as ClientStore, type NatsConnection, StringCodec } from 'nats'
import { beforeAll, expect, test } from 'vitest'
import type { ObjectStore } from '../src/index.ts'
import { failure, startBroker } from './broker.ts'

let images: ObjectStore
let setup: NatsConnection
let client: ClientStore
const broker = startedBeforeAll(startBroker)
beforeAll(async () => {
  images = (await broker.open('catalog')).images
  setup = await broker.setup()
  client = await setup.jetstream().views.os('images')
})

const options = { contentType: 'image/png', limit: 2 ** 20 }
async function* parts(...content: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* content
}
const read = async (name: string) => {
  const found = await images.get(name)
  return found && Buffer.concat(await Array.fromAsync(found.content))
}
const names = async () => (await Array.fromAsync(images.list())).map(({ name }) => name)
/** All messages of the bucket. */
const messages = async () => (await (await setup.jetstreamManager()).streams.info('OBJ_images')).state.messages
const take = async (name: string, content: AsyncIterable<Uint8Array>, more = {}) =>
  images.put(name, content, { ...options, ...more })

test.each([0, 1, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1, 2 ** 20])(
  'a file of %i bytes is read back unchanged',
  async (size) => {
    const content = randomBytes(size)
    const name = `a/b ${size}>*/한`
    const stored = await take(name, parts(content.subarray(0, 7), content.subarray(7)))
    expect(stored).toMatchObject({ name, bytes: size, contentType: 'image/png' })
    expect((await read(name))?.equals(content)).toBe(true)
    expect(await images.get(name)).toMatchObject({ object: { ...stored, storedAt: expect.any(Number) } })
    expect(await names()).toEqual([name])
    await images.delete(name)
    await images.delete(name)
    expect(await images.get(name)).toBeUndefined()
    expect(await messages()).toBe(0)
  },
)

test('NATS tools can read its files, and it can read those of NATS tools', async () => {
  const content = randomBytes(300_000)
  await take('ours', parts(content))
  expect(Buffer.from((await client.getBlob('ours')) ?? []).equals(content)).toBe(true)
  await client.putBlob({ name: 'theirs' }, StringCodec().encode('text'))
  expect(String(await read('theirs'))).toBe('text')
  for (const name of await names()) await images.delete(name)
  expect(await messages()).toBe(0)
})

test('a file that is too long, breaks off or is aborted leaves nothing behind', async () => {
  const large = randomBytes(600_000)
  const tooLong = await failure(take('long', parts(large, large)))
  expect(tooLong.code).toBe('PAYLOAD_TOO_LARGE')
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield large
    throw new AppError('CONFLICT')
  }
  expect((await failure(take('broken', broken()))).code).toBe('CONFLICT')
  const abort = new AbortController()
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield large
    abort.abort(new AppError('FORBIDDEN'))
    yield large
  }
  expect((await failure(take('aborted', endless(), { signal: abort.signal, limit: 2 ** 30 }))).code).toBe('FORBIDDEN')
  expect(await messages()).toBe(0)
})

test('a name can be used once; while its file is being written it is listed and removable, not readable', async () => {
  await take('once', parts(Buffer.from('first')))
  expect((await failure(take('once', parts(Buffer.from('second'))))).code).toBe('CONFLICT')
  expect(String(await read('once'))).toBe('first')
  const { promise: half, resolve: halfWritten } = Promise.withResolvers<void>()
  const { promise: rest, resolve: goOn } = Promise.withResolvers<void>()
  async function* slow(): AsyncGenerator<Uint8Array> {
    yield randomBytes(300_000)
    halfWritten()
    await rest
  }
  const writing = take('slow', slow())
  await half
  expect(await images.get('slow')).toBeUndefined()
  expect(await names()).toEqual(['once', 'slow'])
  await images.delete('slow')
  expect(await messages()).toBe(2)
  goOn()
  await writing
  for (const name of await names()) await images.delete(name)
})

test('it returns its fill level', async () => {
  expect(await images.fillLevel()).toBe(0)
  await take('some', parts(randomBytes(2 ** 20)))
  const { config, state } = await (await setup.jetstreamManager()).streams.info('OBJ_images')
  expect(await images.fillLevel()).toBe(state.bytes / config.max_bytes)
  expect(state.bytes).toBeGreaterThan(2 ** 20)
  await images.delete('some')
})

test('a server that stops responding during a file fails as fast as a call, and nothing is left behind', async () => {
  async function* silenced() {
    yield randomBytes(300_000)
    await broker.nats.freeze()
    yield randomBytes(300_000)
  }
  const { code, ms } = await failure(take('silent', silenced()))
  await broker.nats.thaw()
  expect(code).toBe('UNAVAILABLE')
  expect(ms).toBeLessThan(2_000)
  await expect.poll(async () => (await names()).length).toBeLessThanOrEqual(1) // the sweep removes what could not be removed immediately
  await images.delete('silent')
  await expect.poll(messages).toBe(0)
})

test('a full bucket and a server without a response fail with UNAVAILABLE', async () => {
  const manager = await setup.jetstreamManager()
  const { config } = await manager.streams.info('OBJ_images')
  await manager.streams.update('OBJ_images', { ...config, max_bytes: 100_000 })
  expect((await failure(take('much', parts(randomBytes(200_000))))).code).toBe('UNAVAILABLE')
  await manager.streams.update('OBJ_images', config)
  await expect.poll(messages).toBe(0)
  await broker.nats.stop()
  for (const call of [
    take('x', parts(Buffer.from('x'))),
    images.get('x'),
    images.delete('x'),
    names(),
    images.fillLevel(),
  ]) {
    const { code, ms } = await failure(call)
    expect(code).toBe('UNAVAILABLE')
    expect(ms).toBeLessThan(2_000)
  }
})
