import { createLogger } from '@kingcar/runtime'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { createEventBudget } from './event-budget.ts'

const hour = 3_600_000

test('a transaction that is tried again takes nothing, a backlog is spent by its hours, and drops are counted and logged once', async () => {
  const lines: string[] = []
  const register = new Registry()
  const log = createLogger('test', 'debug', { write: (line: string) => void lines.push(line) })
  const take = createEventBudget(createMetrics(register), log)
  const ends = (name: string, at: number) =>
    Array.from({ length: 1_200 }, (_, n) => take('visitEnd', 'a', `${name} ${n}`, at)).filter((isTaken) => isTaken)
      .length
  const now = Date.now()
  for (let attempt = 0; attempt < 3; attempt++) expect(ends('5 hours ago', now - 5 * hour)).toBe(1_200)
  expect(ends('4 hours ago', now - 4 * hour)).toBe(1_200)
  expect(lines).toEqual([])
  expect(ends('as long ago', now - 4 * hour)).toBe(0)
  expect(take('visitEnd', 'b', '1', now)).toBe(true)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ kind: 'visitEnd', deviceId: 'a' }])
  expect(await register.getSingleMetricAsString('kingcar_recognition_events_dropped_total')).toContain(
    '{kind="visitEnd"} 1200',
  )
})
