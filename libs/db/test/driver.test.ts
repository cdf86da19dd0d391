import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startServer } from './test-server.ts'

// Without patches/postgres+3.4.9.patch: 18 uncaught exceptions and 33 statements that never end.
test('the patched driver survives backends that terminate at any moment', async () => {
  await using server = await startServer()
  const storm = fileURLToPath(new URL('terminate-backends.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [storm, server.postgres.url])
  expect(JSON.parse(stdout)).toEqual({ uncaught: 0, hung: 0 })
})
