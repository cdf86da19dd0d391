import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { processorSeconds } from '@kingcar/localstack/process-table'
import { afterAll, expect } from 'vitest'
import type { Cost } from './profile-table.ts'

/** Before each test file: records its cost for `npm test -- --profile`, without the shared PostgreSQL. */
const file = process.env.TEST_PROFILE
if (file !== undefined) {
  const began = performance.now()
  const before = processorSeconds(process.pid)
  afterAll(() => {
    const cost: Cost = {
      file: relative(root, expect.getState().testPath ?? ''),
      processor: processorSeconds(process.pid) - before,
      seconds: (performance.now() - began) / 1_000,
    }
    appendFileSync(file, `${JSON.stringify(cost)}\n`)
  })
}
