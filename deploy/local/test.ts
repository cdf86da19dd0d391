import { once } from 'node:events'
import { join } from 'node:path'
import { startChild } from '@kingcar/localstack/child'
import { findChromium } from '@kingcar/localstack/chromium'
import { memoryFolder } from '@kingcar/localstack/memory-folder'
import { findNatsServer } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { explain, progress, stopSignal } from '@kingcar/localstack/terminal'
import { build } from './build.ts'

/** `npm test [-- arguments of vitest]`: fetches what the tests need, builds, and runs them all. */
const stopping = stopSignal()
try {
  const [nats, chromium] = await Promise.all([findNatsServer(progress), findChromium(progress), build(progress)])
  progress(`tests run with ${nats} and ${chromium}`)
  // vitest leaves a folder behind, and a test that is killed its files
  await using folder = temporaryFolder(process.env.TMPDIR || memoryFolder())
  await using tests = startChild({
    command: 'vitest',
    args: ['run', ...process.argv.slice(2)],
    cwd: root,
    env: {
      ...process.env,
      TMPDIR: folder.path,
      FIRST_START_DIR: join(folder.path, 'first-start'),
      NATS_SERVER_BIN: nats,
      CHROMIUM_BIN: chromium,
    },
    inherit: true,
    grace: 30,
  })
  const exit = await Promise.race([tests.exited, once(stopping, 'abort').then(() => undefined)])
  process.exitCode = exit?.code ?? 1
} catch (error) {
  process.stderr.write(`\nkingcar: ${explain(error)}\n`)
  process.exitCode = 1
}
process.exit()
