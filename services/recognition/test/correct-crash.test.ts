import { contract } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { administratorOf } from './administrator.ts'
import { startCrashingProcess } from './crashing-process.ts'
import { ago, readOf, startTestRecognition } from './recognition.ts'

const { correctVisit } = contract.recognition
const [right, wrong] = ['12가3456', '12거3456']

// Concurrent, because one waits for the server's redelivery.
test.concurrent.each([
  ['recognition.correcting', false, 0],
  ['outbox.beforePublish', true, 0],
  ['outbox.published', true, 2], // consumers may handle the event before the outbox marks it published
  ['recognition.sendingAgain', true, 0],
])(
  'killed at %s: a correction is done whole and sent, or not at all; %s',
  async (at, committed, sentAtMost) => {
    await using recognition = await startTestRecognition()
    const { sql } = recognition.backend
    const admin = await administratorOf(recognition)
    const first = await recognition.start()
    await recognition.handle(readOf(right, { recognizedAt: ago(300) }), readOf(wrong, { recognizedAt: ago(100) }))
    await first[Symbol.asyncDispose]()
    // The outbox of the next process has the correction alone: no event that the device came online.
    await sql`update recognition.devices set online = true where last_seen_at is not null`
    const [[there], [misread]] = [recognition.visits(right), recognition.visits(wrong)]
    const id = misread?.id ?? ''

    await using doomed = await startCrashingProcess(recognition, at)
    await doomed.line('ready')
    const called = admin.call(correctVisit, { id, carNumber: right, reason: '오인식' })
    called.catch(() => undefined) // the process may crash before or after its response
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(doomed.output()).not.toMatch(/\p{Script=Hangul}3456|오인식/u)
    const moved = await sql`select from recognition.visits where id = ${id} and car_number = ${right}`
    expect(moved).toHaveLength(committed ? 1 : 0)
    expect(recognition.published.length).toBeLessThanOrEqual(2 + sentAtMost)

    await using _again = await recognition.start()
    if (!committed) await admin.call(correctVisit, { id, carNumber: right, reason: '오인식' })
    await waitFor(() => {
      expect(recognition.visits(right)).toMatchObject([
        { id: there?.id, reads: 2, visitCount: 1 },
        { id, mergedInto: there?.id },
      ])
      expect(admin.audited(id)).toHaveLength(1)
    })
    expect(await sql`select car_number, visits from recognition.plates order by 1`).toEqual([
      { car_number: right, visits: 1 },
      { car_number: wrong, visits: 0 },
    ])
  },
  60_000,
)

test.concurrent('killed before a visit is published with its product: the redelivered event publishes it', async ({
  expect, // the global `expect` has no `poll` in a concurrent test
}) => {
  await using recognition = await startTestRecognition()
  const productUsed = { productName: '월 4회 세차 구독', remainingUses: 3 }
  const first = await recognition.start()
  await recognition.handle(readOf('12가3456'))
  await first[Symbol.asyncDispose]()
  const [visit] = recognition.visits('12가3456')
  await recognition.tell('orders.visitUsed', { visitId: visit?.id ?? '', productUsed, version: 1 })
  await using doomed = await startCrashingProcess(recognition, 'recognition.sendingAgain')
  expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
  expect(await recognition.backend.sql`select from recognition.visits where used_version = 1`).toHaveLength(1)
  expect(recognition.published).toHaveLength(1)
  await using _again = await recognition.start()
  await expect.poll(() => recognition.visits('12가3456')).toMatchObject([{ productUsed, revision: 2 }])
  expect(recognition.published).toHaveLength(2)
})

test('while VISITS is full a correction succeeds; it is published afterwards', async () => {
  await using recognition = await startTestRecognition()
  const admin = await administratorOf(recognition)
  await using _service = await recognition.start()
  await recognition.handle(readOf(wrong))
  const [misread] = recognition.visits(wrong)
  const id = misread?.id ?? ''
  const empty = await recognition.fillVisits()
  expect(await admin.call(correctVisit, { id, carNumber: right, reason: '오인식' })).toMatchObject({ carNumber: right })
  await expect.poll(() => admin.audited(id)).toHaveLength(1)
  expect(recognition.visits(right)).toEqual([])
  await empty()
  await expect.poll(() => recognition.visits(right)).toMatchObject([{ id }])
})
