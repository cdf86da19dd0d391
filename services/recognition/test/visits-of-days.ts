import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { beforeAll, expect } from 'vitest'
import { readOf, type startBeforeAll } from './recognition.ts'

const dayMs = 86_400_000
/** Midnight in Seoul a week ago. */
const start = new Date(Math.floor((Date.now() + 9 * 3_600_000) / dayMs - 7) * dayMs - 9 * 3_600_000)

/** A time after the start of the visits. */
export const after = (hours: number, minutes = 0) =>
  new Date(start.getTime() + hours * 3_600_000 + minutes * 60_000).toISOString()
/** The date of a day, counted from the start. */
export const day = (number: number) =>
  new Date(start.getTime() + number * dayMs + 9 * 3_600_000).toISOString().slice(0, 10)

/** Stores visits of three plates at the store and at another one, whose id is returned; one of the plates is a member's. */
export function visitsOfDaysBeforeAll(recognition: ReturnType<typeof startBeforeAll>): string {
  const other = randomUUID()
  beforeAll(async () => {
    await recognition.tell('catalog.storeChanged', { storeId: other, name: '홍대점', version: 1 })
    await recognition.own('12가3456', randomUUID(), '홍길동')
    const { sql } = recognition.backend
    await waitFor(async () => expect(await sql`select from recognition.plates`).toHaveLength(1))
    const elsewhere = `recognition.read.${other}.${await recognition.addDevice(other)}`
    await recognition.publish(readOf('12가3456', { recognizedAt: after(-1) }), elsewhere)
    await recognition.publish(readOf('12가3456', { recognizedAt: after(0) }))
    await recognition.publish(readOf('34나5678', { recognizedAt: after(0, 59) }))
    await recognition.publish(readOf('34나5678', { recognizedAt: after(2, 30) }))
    for (const minutes of [0, 20, 10]) {
      await recognition.publish(readOf('56다7890', { recognizedAt: after(49, minutes) }))
      await recognition.settled() // the last one merges two visits
    }
  })
  return other
}
