import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('npm test leaves no temporary file behind', async () => {
  await using folder = temporaryFolder()
  const env = { ...process.env, TMPDIR: folder.path }
  const args = ['libs/testing/kit/src/commands/test.ts', 'libs/runtime/src/config.test.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  expect(stdout).toContain('1 passed')
  expect(readdirSync(folder.path)).toEqual([])
})
