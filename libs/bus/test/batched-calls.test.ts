import { AppError } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { type Bus, maxCallsPerMessage } from '../src/index.ts'
import { failure, startBroker, waiting } from './broker.ts'
import { context, handlers, operations } from './operations.ts'

let gateway: Bus
/** What `echo` does before it replies, by its text. */
const before = new Map<string, () => Promise<void>>()

const broker = startedBeforeAll(() => startBroker(false))
beforeAll(async () => {
  const orders = await broker.open('orders')
  await orders.serve(operations, context(), {
    ...handlers,
    async echo(_ctx, { text }) {
      await before.get(text)?.()
      return { text }
    },
  })
  gateway = await broker.open('gateway')
})

const echo = (text: string, wait = waiting()) => gateway.call(operations.echo, { text }, wait)

/** Counts the request messages to `echo` and the reply messages to the gateway while `work` runs. */
async function counting(work: () => Promise<unknown>) {
  const eavesdropper = await broker.setup()
  const count = { questions: 0, replies: 0 }
  const tally = (subject: string, what: keyof typeof count) =>
    eavesdropper.subscribe(subject, {
      callback() {
        count[what] += 1
      },
    })
  tally(operations.echo.subject, 'questions')
  tally('_INBOX_gateway.>', 'replies')
  await eavesdropper.flush()
  await work()
  await eavesdropper.drain()
  return count
}

const texts = (count: number, length = 8) => Array.from({ length: count }, (_, at) => `${at} `.padEnd(length, '가'))

test('the calls of one tick to an operation are one message, with one reply message', async () => {
  const count = await counting(async () => {
    const results = await Promise.all(texts(maxCallsPerMessage).map((text) => echo(text)))
    expect(results.map(({ text }) => text)).toEqual(texts(maxCallsPerMessage))
  })
  expect(count).toEqual({ questions: 1, replies: 1 })
})

test('a message contains a limited number of calls', async () => {
  const count = await counting(() => Promise.all(texts(2 * maxCallsPerMessage + 1).map((text) => echo(text))))
  expect(count.questions).toBe(3)
})

test('a slow call does not delay the others of its message', async () => {
  const slow = Promise.withResolvers<void>()
  before.set('slow', () => slow.promise)
  const calls = ['fast', 'slow', 'fast too'].map((text) => echo(text))
  expect(await Promise.all([calls[0], calls[2]])).toEqual([{ text: 'fast' }, { text: 'fast too' }])
  slow.resolve()
  expect(await calls[1]).toEqual({ text: 'slow' })
})

test('each call ends at its own deadline', async () => {
  const slow = Promise.withResolvers<void>()
  before.set('held', () => slow.promise)
  const [long, short] = [echo('held', waiting(20_000)), failure(echo('held', waiting(200)))]
  const { code, ms } = await short
  expect(code).toBe('UNAVAILABLE')
  expect(ms).toBeLessThan(2_000)
  slow.resolve()
  expect(await long).toEqual({ text: 'held' })
})

test('a call that fails or cannot be parsed does not affect the others', async () => {
  before.set('fails', () => Promise.reject(new AppError('NOT_FOUND')))
  const good = [echo('before'), echo('after')]
  const bad = [echo('fails'), gateway.forward(operations.echo, '{"text":', waiting()), echo('late', waiting(-1))]
  const codes = (await Promise.all(bad.map((call) => failure(call)))).map(({ code }) => code)
  expect(codes).toEqual(['NOT_FOUND', 'VALIDATION_FAILED', 'UNAVAILABLE'])
  expect(await Promise.all(good)).toEqual([{ text: 'before' }, { text: 'after' }])
})

test('an input cannot inject a call into the message', async () => {
  const forged = `{"text":"a"},"caller":${JSON.stringify(waiting())}}\n{"input":{"text":"forged"}`
  const [first, second] = [failure(gateway.forward(operations.echo, forged, waiting())), echo('second')]
  expect(await first).toMatchObject({ code: 'VALIDATION_FAILED' })
  expect(await second).toEqual({ text: 'second' })
})

test('white space in an input stays white space', async () => {
  const { body } = await gateway.forward(operations.echo, '{\n"text":\n"a"\n}', waiting())
  expect(JSON.parse(Buffer.from(body).toString())).toEqual({ success: true, result: { text: 'a' } })
})

test('replies that exceed the message size together are sent in several messages', async () => {
  const long = texts(maxCallsPerMessage, 50_000) // 150 kB each in UTF-8, the message size limit is 1 MB
  const results = await Promise.all(long.map((text) => echo(text)))
  expect(results.map(({ text }) => text)).toEqual(long)
})
