import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { startCrashingProcess } from './crashing-process.ts'
import { ago, readOf, startTestRecognition } from './recognition.ts'

const plate = '12가3456'

// Concurrent, because each waits for the server's redelivery.
test.concurrent.each(['recognition.beforeCommit', 'recognition.afterCommit', 'recognition.afterPublish'])(
  'killed at %s: each visit is there once and published',
  async (at) => {
    await using recognition = await startTestRecognition()
    const { sql } = recognition.backend
    // Two visits to be merged: the test also notices if only the survivor is published again.
    const first = await recognition.start()
    await recognition.handle(readOf(plate, { recognizedAt: ago(1_000) }), readOf(plate, { recognizedAt: ago(100) }))
    await first[Symbol.asyncDispose]()
    const [earlier, later] = recognition.visits(plate)

    await recognition.publish(readOf(plate, { recognizedAt: ago(550) }))
    await recognition.publish(readOf('34나5678'))
    await using doomed = await startCrashingProcess(recognition, at)
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(doomed.output()).not.toMatch(/\p{Script=Hangul}(3456|5678)/u)
    const { length } = await sql`select from recognition.reads`
    if (at === 'recognition.beforeCommit') expect(length).toBe(2)
    else expect(length).toBeGreaterThan(2) // the other lane may not have finished

    await using _again = await recognition.start()
    await recognition.settled()
    expect(recognition.visits(plate)).toMatchObject([
      { id: earlier?.id, reads: 3, mergedInto: null },
      { id: later?.id, reads: 1, mergedInto: earlier?.id },
    ])
    expect(recognition.visits('34나5678')).toMatchObject([{ reads: 1, visitCount: 1 }])
    expect(await sql`select from recognition.visits where merged_into is null`).toHaveLength(2)
    expect(await sql`select car_number, visits from recognition.plates order by 1`).toEqual([
      { car_number: plate, visits: 1 },
      { car_number: '34나5678', visits: 1 },
    ])
    expect(new Set(recognition.published.map((visit) => JSON.stringify(visit))).size).toBe(5)
    expect(recognition.published).toHaveLength(5)
    expect(await recognition.deadLetters()).toEqual([])
  },
  60_000,
)

test.concurrent.each(['recognition.beforeCommit', 'recognition.afterCommit', 'recognition.afterPublish'])(
  'killed at %s: a better reading of a car moves its read once, and both visits are published',
  async (at) => {
    await using recognition = await startTestRecognition()
    const { sql } = recognition.backend
    const [wrong, right] = ['12거3456', '12가3456']
    const misread = readOf(wrong, { recognizedAt: ago(100), trackId: 'car', confidence: 0.91 })
    const first = await recognition.start()
    await recognition.handle(readOf(wrong, { recognizedAt: ago(200) }), misread)
    await first[Symbol.asyncDispose]()
    const [visit] = recognition.visits(wrong)

    await recognition.publish(readOf(right, { recognizedAt: ago(90), trackId: 'car', confidence: 0.95 }))
    await using doomed = await startCrashingProcess(recognition, at)
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(doomed.output()).not.toMatch(/\p{Script=Hangul}3456/u)

    await using _again = await recognition.start()
    await recognition.publish(misread)
    await recognition.settled()
    await waitFor(() => {
      expect(recognition.visits(wrong)).toMatchObject([{ id: visit?.id, reads: 1, visitCount: 1 }])
      expect(recognition.visits(right)).toMatchObject([{ reads: 2, visitCount: 1, recognizedAt: misread.recognizedAt }])
    })
    expect(await sql`select car_number, visits from recognition.plates order by 1`).toEqual([
      { car_number: right, visits: 1 },
      { car_number: wrong, visits: 1 },
    ])
    expect(await sql`select car_number from recognition.reads order by recognized_at`).toEqual(
      [wrong, right, right].map((car_number) => ({ car_number })),
    )
    expect(await recognition.deadLetters()).toEqual([])
  },
  60_000,
)
