import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { root } from '../src/paths.ts'
import { runCommand } from '../src/run-command.ts'

/** Takes the lock repeatedly and leaves it as a dead process would. Prints how often another process held it at the same time. */
const program = `
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tryLock } from ${JSON.stringify(pathToFileURL(join(root, 'libs/localstack/src/lock-file.ts')).href)}
const [file, times] = process.argv.slice(1)
let others = 0
for (let taken = 0; taken < Number(times); ) {
  if ('heldBy' in tryLock(file)) continue
  taken += 1
  try {
    closeSync(openSync(file + '.alone', 'wx'))
    rmSync(file + '.alone')
  } catch {
    others += 1
  }
  writeFileSync(file + '.dead.' + process.pid, '1\\nnobody\\n' + crypto.randomUUID())
  renameSync(file + '.dead.' + process.pid, file)
}
console.log(others)
`

test('exactly one of many processes takes over the lock of a dead holder', async () => {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'lock')
  const args = ['--input-type=module', '--eval', program, '--', file, '60']
  const runs = await Promise.all(Array.from({ length: 4 }, () => runCommand(process.execPath, args, {})))
  expect(runs.map(({ output }) => output.trim())).toEqual(['0', '0', '0', '0'])
})
