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
