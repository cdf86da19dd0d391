import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { copyTree } from '../tree-copy.ts'
import { type Area, areas } from './areas.ts'

/*
 * `npm run mutation [-- <area>… --only=<part of a path>]`: puts mutants one by one into the code of an area, in a copy
 * of this tree, and runs the area's tests; with `--only`, into files whose path has that part. Prints the share of
 * mutants that the tests killed, and each that survived. Exits with 1 if an area has less than 80 of 100 (Stryker's
 * threshold for "high"), and with 2 if there is no such area or file.
 */

const minimumScore = 80

type Mutant = { status: string; mutatorName: string; replacement?: string; location: { start: { line: number } } }
type Report = { files: Record<string, { source: string; mutants: Mutant[] }> }

/** Test files run in one process, as with `npm test`: a process per file would be started for each mutant. */
const testConfig = ({ tests }: Area) => `
import { defineConfig } from 'vitest/config'
export default defineConfig({
  test: { include: ${JSON.stringify(tests)}, testTimeout: 10_000, hookTimeout: 20_000, expect: { poll: { timeout: 5_000 } } },
})
`

async function mutate(name: string, area: Area): Promise<boolean> {
  await using copy = copyTree()
  const report = join(copy.path, 'mutation.json')
  mkdirSync(join(copy.path, 'stryker'))
  writeFileSync(join(copy.path, 'vitest.config.ts'), testConfig(area))
  process.chdir(copy.path) // Stryker works in the current directory
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vitest.config.ts', related: false },
    mutate: [...area.mutate],
    inPlace: true, // a copy may be changed
    coverageAnalysis: 'perTest',
    concurrency: 2,
    reporters: ['json'],
    jsonReporter: { fileName: report },
    tempDirName: 'stryker',
  })
  await stryker.runMutationTest()
  return printScore(name, JSON.parse(readFileSync(report, 'utf8')) as Report)
}

function printScore(name: string, { files }: Report): boolean {
  const all = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ file, line: source.split('\n')[mutant.location.start.line - 1]?.trim(), ...mutant })),
  )
  const noticed = all.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  const missed = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const score = (100 * noticed.length) / (noticed.length + missed.length)
  for (const { file, line, location, mutatorName, replacement } of missed)
    console.log(`  ${file}:${location.start.line} ${mutatorName}: ${line} -> ${replacement}`)
  console.log(
    `${name}: ${score.toFixed(1)} of 100, ${noticed.length} of ${noticed.length + missed.length} mutants killed`,
  )
  return score >= minimumScore
}

const { values, positionals: wanted } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const unknown = wanted.filter((name) => !Object.hasOwn(areas, name))
if (unknown.length > 0) {
  console.error(`Unknown area: ${unknown.join(', ')}. Known: ${Object.keys(areas).join(', ')}`)
  process.exitCode = 2
} else
  await mutateAll(
    Object.entries(areas)
      .filter(([name]) => wanted.length === 0 || wanted.includes(name))
      .map(([name, area]) => [
        name,
        { ...area, mutate: area.mutate.filter((path) => path.includes(values.only ?? '')) },
      ]),
  )

async function mutateAll(chosen: readonly (readonly [string, Area])[]): Promise<void> {
  const some = chosen.filter(([, { mutate }]) => mutate.length > 0)
  if (some.length === 0) console.error(`No file of the areas has ${values.only} in its path`)
  process.exitCode = some.length === 0 ? 2 : 0
  for (const [name, area] of some) if (!(await mutate(name, area))) process.exitCode = 1
}
