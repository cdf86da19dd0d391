import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { assertAsBuilt, build } from '@kingcar/deploy/build'
import { findChromium } from '@kingcar/localstack/chromium'
import { type Exit, startChild } from '@kingcar/localstack/leashed-child'
import { memoryFolder } from '@kingcar/localstack/memory-folder'
import { findNatsServer } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { describeFailure, progress, stopSignal } from '@kingcar/localstack/terminal'
import { deadlineOf, measureSpeed } from '../deadline.ts'
import { type Cost, profileTable } from '../profile-table.ts'
import type { RunReport } from '../run-reporter.ts'
import { assertTestFiles, type Layer } from './layers.ts'

/*
 * `npm test [-- <part of a path>…] [--profile] [--rerun]` and `npm run test:long`: downloads what the tests need,
 * builds, and runs the tests of one layer. Further options go to Vitest.
 *
 * --profile prints the test files that take the most processor time.
 * --rerun   runs each failed file once more, alone. A file that passes then is appended to `reports/flaky.txt`, with
 * both
 *           outputs next to it, and does not fail the run.
 */

const reports = join(root, 'reports')
const reporter = join(root, 'libs/testing/kit/src/run-reporter.ts')

/** `report` is undefined if Vitest exited early. */
type Run = { exit: Exit; report: RunReport | undefined }

const stopping = stopSignal()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { long: { type: 'boolean' }, profile: { type: 'boolean' }, rerun: { type: 'boolean' } },
})
const layer: Layer = values.long === true ? 'long' : 'test'
const forVitest = process.argv.slice(2).filter((word) => !['--long', '--profile', '--rerun'].includes(word))

try {
  assertTestFiles(layer, positionals)
  const [nats, chromium] = await Promise.all([findNatsServer(progress), findChromium(progress), build(progress)])
  assertAsBuilt()
  progress(`tests run with ${nats} and ${chromium}`)
  const memory = process.env.TMPDIR || memoryFolder()
  if (memory === undefined)
    progress('/dev/shm has less than 4 GiB free: the servers write to the disk, which is slower')
  const hasDocker = layer === 'long' && (await runCommand('docker', ['info'], { seconds: 10 })).ok
  if (layer === 'long' && !hasDocker) progress('Docker does not respond: skipping the tests of docker-compose.yml')
  const deadline = deadlineOf(measureSpeed())
  await using folder = temporaryFolder(memory)
  const costs = join(folder.path, 'costs.jsonl')
  let runs = 0

  async function runVitest(args: readonly string[], output?: string): Promise<Run> {
    const file = join(folder.path, `report-${++runs}.json`)
    await using tests = startChild({
      command: 'vitest',
      args: ['run', '--reporter=default', `--reporter=${reporter}`, ...args],
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder.path, // Vitest leaves a folder behind, and a killed test its files
        FIRST_START_DIR: join(folder.path, 'first-start'),
        NATS_SERVER_BIN: nats,
        CHROMIUM_BIN: chromium,
        TEST_LAYER: layer,
        TEST_REPORT: file,
        TEST_DEADLINE: String(deadline),
        TEST_DOCKER: hasDocker ? '1' : '',
        ...(values.profile === true ? { TEST_PROFILE: costs } : {}),
      },
      grace: 30,
      ...(output === undefined ? { inherit: true } : { onLine: (line) => appendFileSync(output, `${line}\n`) }),
    })
    const exit = await Promise.race([
      tests.outputEnded,
      once(stopping, 'abort').then(() => ({ code: 1, signal: null })),
    ])
    return { exit, report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : undefined }
  }

  const { exit, report } = await runVitest(forVitest)
  const failed = report?.failedFiles ?? []
  let stillFailing = failed.length
  if (values.rerun === true)
    for (const file of failed) if (!stopping.aborted && (await passesAlone(file))) stillFailing -= 1
  if (existsSync(costs)) process.stdout.write(profileTable(readCosts(costs), 20))
  if (report) printSummary(report)
  const otherwiseFailed =
    report === undefined || report.otherErrors.length > 0 || (exit.code !== 0 && failed.length === 0)
  process.exitCode = stillFailing > 0 || otherwiseFailed || stopping.aborted ? 1 : 0

  async function passesAlone({ path, errors }: RunReport['failedFiles'][number]): Promise<boolean> {
    const name = path.replaceAll('/', '-')
    mkdirSync(reports, { recursive: true })
    writeFileSync(join(reports, `${name}.first.txt`), errors.join('\n\n'))
    progress(`running ${path} once more, alone`)
    const again = await runVitest([path], join(reports, `${name}.second.txt`))
    if (again.exit.code !== 0) return false
    appendFileSync(join(reports, 'flaky.txt'), `${path}\n`)
    return true
  }
} catch (error) {
  process.stderr.write(`\nkingcar: ${describeFailure(error)}\n`)
  process.exitCode = 1
}
process.exit()

function readCosts(file: string): Cost[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Cost)
}

function printSummary({ passed, failed, skipped }: RunReport): void {
  process.stdout.write(`${layer}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
}
