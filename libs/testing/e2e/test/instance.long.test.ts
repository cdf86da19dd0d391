import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from '@kingcar/localstack/leashed-child'
import { expect, test } from 'vitest'
import { startInstance } from '../src/deployment/instance.ts'

/** Milliseconds after which a dead process would be restarted, were it not held. */
const startedBy = 1_000

test('an instance that is held at the end is not restarted', async () => {
  let starts = 0
  const start = async () => {
    starts += 1
    return startChild({ command: process.execPath, args: ['-e', 'setInterval(() => undefined, 60_000)'] })
  }
  const instance = await startInstance('sleeper', 'sleeper', start, () => undefined)
  instance.held = true
  await instance.kill()
  await wait(startedBy)
  await instance[Symbol.asyncDispose]()
  expect({ starts, running: instance.running }).toEqual({ starts: 1, running: false })
})
