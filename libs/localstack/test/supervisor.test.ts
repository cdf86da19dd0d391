import { expect, test } from 'vitest'
import { type Child, startChild } from '../src/leashed-child.ts'
import { supervise } from '../src/supervisor.ts'

const sleeper = () => startChild({ command: 'sleep', args: ['60'] })

test('a process that ends is restarted, also after a failed attempt', async () => {
  const started: Child[] = []
  const warnings: string[] = []
  let failures = 1
  await using _supervised = await supervise(
    'sleeper',
    async () => {
      if (started.length === 1 && failures-- > 0) throw new Error('not yet')
      const child = sleeper()
      started.push(child)
      return child
    },
    (line) => warnings.push(line),
  )
  started[0]?.signal('SIGKILL')
  await expect.poll(() => started.length).toBe(2)
  expect(warnings).toEqual(['sleeper ended (SIGKILL), restarting', 'sleeper failed to start, retrying: not yet'])
  expect(started[1]?.running).toBe(true)
})

test('a failed first start is thrown and not retried', async () => {
  let starts = 0
  const fails = () => {
    starts++
    return Promise.reject<Child>(new Error('no'))
  }
  await expect(supervise('thing', fails, () => undefined)).rejects.toThrow('no')
  expect(starts).toBe(1)
})

test('disposal stops the process, and cancels a pending restart', async () => {
  const started: Child[] = []
  const supervised = await supervise(
    'sleeper',
    async () => {
      const child = sleeper()
      started.push(child)
      return child
    },
    () => undefined,
  )
  started[0]?.signal('SIGKILL')
  await started[0]?.exited
  await supervised[Symbol.asyncDispose]()
  expect(started).toHaveLength(1)
})

test('after an exit with 0 each restart has the first, shortest pause', async () => {
  let starts = 0
  const ends = async () => {
    starts += 1
    return startChild({ command: 'true', args: [] })
  }
  await using _supervised = await supervise('one', ends, () => undefined)
  // five pauses of half a second; with doubling they would take fifteen seconds
  await expect.poll(() => starts).toBeGreaterThanOrEqual(6)
})
