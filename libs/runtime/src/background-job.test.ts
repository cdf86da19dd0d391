import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBackgroundJob } from './background-job.ts'
import { createLogger } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const lines: string[] = []
const log = createLogger('test', 'debug', { write: (line: string) => void lines.push(line) })

test('a job runs now and at each interval, also after a failure, which is logged', async () => {
  let done = 0
  const work = async () => {
    done += 1
    if (done === 2) throw new Error('away')
  }
  await using _repeated = startBackgroundJob({ name: 'dusting', everyMs: 1_000, work }, log)
  expect(done).toBe(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(done).toBe(3)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ job: 'dusting', err: { message: 'away' } }])
})

test('a job that takes longer than its interval does not overlap, and disposal waits for it', async () => {
  const steps: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = async (signal: AbortSignal) => {
    steps.push('begun')
    await promise
    steps.push(signal.aborted ? 'told to end' : 'ended')
  }
  const repeated = startBackgroundJob({ name: 'dusting', everyMs: 1_000, work }, log)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(steps).toEqual(['begun'])
  const disposed = repeated[Symbol.asyncDispose]().then(() => steps.push('disposed'))
  resolve()
  await disposed
  await vi.advanceTimersByTimeAsync(5_000)
  expect(steps).toEqual(['begun', 'told to end', 'disposed'])
})

test('a job runs when its work is due, and within a second after reports, however many come', async () => {
  let done = 0
  let due: number | undefined = 3_000
  const work = async () => {
    done += 1
  }
  await using job = startBackgroundJob({ name: 'dusting', everyMs: 10_000, work, next: () => due }, log)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(done).toBe(1)
  due = undefined
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toBe(2)
  for (let reports = 0; reports < 5; reports++) job.soon()
  await vi.advanceTimersByTimeAsync(999)
  expect(done).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toBe(3)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(done).toBe(3)
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toBe(4)
})

test('a failed job is repeated after a second, and later each time, until its interval', async () => {
  const runs: number[] = []
  const work = async () => {
    runs.push(Date.now())
    throw new Error('away')
  }
  await using _repeated = startBackgroundJob({ name: 'dusting', everyMs: 5_000, work }, log)
  await vi.advanceTimersByTimeAsync(17_000)
  expect(runs.map((at) => at - (runs[0] ?? 0))).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000])
})

test('a job that throws synchronously runs again', async () => {
  let runs = 0
  const work = () => {
    runs += 1
    throw new Error('away')
  }
  await using _repeated = startBackgroundJob({ name: 'dusting', everyMs: 1_000, work }, log)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(runs).toBe(3)
})
