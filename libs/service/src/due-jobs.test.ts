import { createLogger } from '@kingcar/runtime'
import { expect, test } from 'vitest'
import { startDueJobs } from './due-jobs.ts'

const log = createLogger('test', 'debug', { write: () => undefined })

test('all jobs run if nothing says which of them have work', async () => {
  const runs = { sweeping: 0, dusting: 0 }
  const run = (job: keyof typeof runs) => async () => {
    runs[job] += 1
  }
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const look = async () => {
    await started
    throw new Error('a slow query')
  }
  await using working = new AsyncDisposableStack()
  const jobs = { sweeping: run('sweeping'), dusting: run('dusting') }
  startDueJobs('due-work', { look, jobs }, { onCommit: () => undefined }, working, log)
  expect(runs).toEqual({ sweeping: 1, dusting: 1 }) // when they start
  resolve()
  await expect.poll(() => runs).toEqual({ sweeping: 2, dusting: 2 })
})
