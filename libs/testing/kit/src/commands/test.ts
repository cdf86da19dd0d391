import { once } from 'node:events'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { assertAsBuilt, build } from '@kingcar/deploy/build'
import { type Exit, startChild } from '@kingcar/localstack/child'
import { findChromium } from '@kingcar/localstack/chromium'
import { memoryFolder } from '@kingcar/localstack/memory-folder'
import { findNatsServer } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { explain, progress, stopSignal } from '@kingcar/localstack/terminal'
import { deadlineOf, measureSpeed } from '../deadline.ts'
import { type Cost, profileTable } from '../profile-table.ts'
import { assertFound, type Layer } from './layers.ts'

/*
 * `npm test [-- <part of a path>…] [--profile] [--rerun]` and `npm run test:long`: fetches what the tests need, builds, and
 * runs the tests of one layer. Further options go to Vitest.
 *
 * --profile prints the test files that take the most processor time.
 * --rerun   runs each failed file once more, alone. A file that passes then is appended to `reports/flaky.txt`, with both
 *           outputs beside it, and does not fail the run.
 */

const reports = join(root, 'reports')

type Result = { name: string; status: 'passed' | 'failed'; assertionResults: { status: string }[] }
/** Of Vitest's JSON reporter. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
  testResults: Result[]
}

type Run = { exit: Exit; report: Report | undefined }

const stopping = stopSignal()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { long: { type: 'boolean' }, profile: { type: 'boolean' }, rerun: { type: 'boolean' } },
})
const layer: Layer = values.long === true ? 'long' : 'test'
const forVitest = process.argv.slice(2).filter((word) => !['--long', '--profile', '--rerun'].includes(word))

try {
  assertFound(layer, positionals)
  const [nats, chromium] = await Promise.all([findNatsServer(progress), findChromium(progress), build(progress)])
  assertAsBuilt()
  progress(`tests run with ${nats} and ${chromium}`)
  const memory = process.env.TMPDIR || memoryFolder()
  if (memory === undefined)
    progress('/dev/shm has less than 4 GiB free: the servers write to the disk, which takes longer')
  const hasDocker = layer === 'long' && (await runCommand('docker', ['info'], { seconds: 10 })).ok
  if (layer === 'long' && !hasDocker) progress('Docker does not answer: the tests of docker-compose.yml are left out')
  const deadline = deadlineOf(measureSpeed())
  await using folder = temporaryFolder(memory)
  const costs = join(folder.path, 'costs.jsonl')
  let runs = 0

  async function runVitest(args: readonly string[], output?: string): Promise<Run> {
    const file = join(folder.path, `report-${++runs}.json`)
    await using tests = startChild({
      command: 'vitest',
      args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      cwd: root,
      env: {
        ...process.env,
        TMPDIR: folder.path, // Vitest leaves a folder behind, and a test that is killed its files
        FIRST_START_DIR: join(folder.path, 'first-start'),
        NATS_SERVER_BIN: nats,
        CHROMIUM_BIN: chromium,
        TEST_LAYER: layer,
        TEST_DEADLINE: String(deadline),
        TEST_DOCKER: hasDocker ? '1' : '',
        ...(values.profile === true ? { TEST_PROFILE: costs } : {}),
      },
      grace: 30,
      ...(output === undefined ? { inherit: true } : { onLine: (line) => appendFileSync(output, `${line}\n`) }),
    })
    const exit = await Promise.race([tests.heard, once(stopping, 'abort').then(() => ({ code: 1, signal: null }))])
    return { exit, report: existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined }
  }

  const { exit, report } = await runVitest(forVitest)
  const failed = report?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? []
  const isWhole = failed.length > 0 || exit.code === 0 // otherwise something beside the tests failed
  let flaky = 0
  if (values.rerun === true && isWhole && !stopping.aborted) for (const file of failed) flaky += await runAgain(file)
  if (existsSync(costs)) process.stdout.write(profileTable(readCosts(costs), 20))
  if (report) tell(report)
  process.exitCode = isWhole && failed.length === flaky && !stopping.aborted ? 0 : (exit.code ?? 1) || 1

  /** 1 if the file passes now, alone. */
  async function runAgain(file: string): Promise<0 | 1> {
    const path = relative(root, file)
    const name = path.replaceAll('/', '-')
    mkdirSync(reports, { recursive: true })
    copyFileSync(join(folder.path, 'report-1.json'), join(reports, `${name}.first.json`))
    progress(`running ${path} once more, alone`)
    const again = await runVitest([path], join(reports, `${name}.second.txt`))
    if (again.exit.code !== 0) return 0
    appendFileSync(join(reports, 'flaky.txt'), `${path}\n`)
    return 1
  }
} catch (error) {
  process.stderr.write(`\nkingcar: ${explain(error)}\n`)
  process.exitCode = 1
}
process.exit()

function readCosts(file: string): Cost[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Cost)
}

function tell({ numPassedTests, numFailedTests, numPendingTests }: Report): void {
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  process.stdout.write(`${layer}: ${numPassedTests} passed, ${numFailedTests} failed${skipped}\n`)
}
