import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { assertAsBuilt, build } from '../local/build.ts'

test('an image has the same files that are tested and that npm start runs', async () => {
  await build(() => undefined)
  assertAsBuilt()
  await using folder = temporaryFolder()
  const app = join(folder.path, 'app')
  const { ok, output } = await runCommand(process.execPath, ['deploy/container/assemble.ts', app], { cwd: root })
  expect([ok, output]).toEqual([true, ''])
  const args = ['--check', '--ignore-missing', 'dist/SHA256SUMS']
  const checked = execFileSync('sha256sum', args, { cwd: app, encoding: 'utf8' }).trim().split('\n')
  expect(checked.filter((line) => !line.endsWith(': OK'))).toEqual([])
  const programs = ['catalog', 'gateway', 'member', 'orders', 'portone-simulator', 'recognition', 'load']
  expect(checked).toEqual(expect.arrayContaining(programs.map((name) => `dist/${name}.mjs: OK`)))
  expect(checked).toContain('web-admin/dist/index.html: OK')
  // The rest of the image's programs is made for it alone.
  const made = readdirSync(join(app, 'dist')).filter((name) => !checked.includes(`dist/${name}: OK`))
  expect(
    made.filter(
      (name) =>
        !/^((setup|secrets|backup|restore|demo)\..+|(run|health)\.mjs|setup-licenses\.txt|.+\.webp|SHA256SUMS)$/.test(
          name,
        ),
    ),
  ).toEqual([])
})
