import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import { copyTree } from '@kingcar/testing/tree-copy'
import { applyPatch, parsePatch } from 'diff'
import { forEachConcurrently } from '../raw-http.ts'
import { type Log, scenario } from '../scenario-runner.ts'

/*
 * Measures whether the attacks find bugs: each planted bug is put into a copy of this tree, and the copy attacks
 * itself. The first twenty bugs were written without knowledge of the attacks.
 */

const folder = fileURLToPath(new URL('../../planted-bugs/', import.meta.url))
export const plantedBugs: readonly string[] = globSync('*.patch', { cwd: folder }).toSorted()

const unusable = '"claim":"the product can be used"'

/** One attacked copy: its bugs and the findings. */
export type BugHunt = { bugs: readonly string[]; findings: string[]; output: string; seconds: number }
export type HuntOptions = {
  requests: number
  sequences: number
  seed: number
  /** Stops at the first finding. */
  untilFound: boolean
}

/** Attacks a copy of this tree that contains these bugs. */
async function hunt(bugs: readonly string[], { requests, sequences, seed, untilFound }: HuntOptions): Promise<BugHunt> {
  await using copy = copyTree()
  plant(bugs, copy.path)
  const began = performance.now()
  const lines: string[] = []
  const attack = startChild({
    command: process.execPath,
    args: [
      join(copy.path, 'libs/testing/e2e/src/attacks/in-process.ts'),
      ...[`--requests=${requests}`, `--sequences=${sequences}`, String(seed)],
      ...(untilFound ? ['--until=found'] : []),
    ],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    onLine: (line) => lines.push(line),
  })
  await attack.outputEnded
  return {
    bugs,
    findings: lines.filter((line) => line.startsWith('{') && line.includes('"claim":')),
    output: lines.join('\n'),
    seconds: Math.round((performance.now() - began) / 1_000),
  }
}

/** Attacks one copy per group of bugs, two at a time. */
export async function huntAll(
  groups: readonly (readonly string[])[],
  options: HuntOptions,
  log: Log,
): Promise<BugHunt[]> {
  const hunts: BugHunt[] = []
  await forEachConcurrently(groups, 2, async (bugs) => {
    const found = await hunt(bugs, options)
    log(`${bugs.join(', ')}: ${found.findings.length} findings after ${found.seconds} s`)
    hunts.push(found)
  })
  return hunts
}

function plant(bugs: readonly string[], copy: string): void {
  for (const bug of bugs) for (const { path, text } of changesOf(bug, copy)) writeFileSync(path, text)
}

/** The files of a tree with a bug in them. @throws Error if the code around it has changed */
export function changesOf(bug: string, tree: string): { path: string; text: string }[] {
  return parsePatch(readFileSync(join(folder, bug), 'utf8')).map((patch) => {
    const path = join(tree, patch.newFileName?.replace(/^b\//, '') ?? '')
    const text = applyPatch(readFileSync(path, 'utf8'), patch, { fuzzFactor: 0 })
    if (text === false)
      throw new Error(`${bug} no longer applies; libs/testing/e2e/planted-bugs/README.md says how to refresh it`)
    return { path, text }
  })
}

/** `--only=<prefix>` attacks with the one bug whose name begins so. */
export const planted = scenario({
  about:
    'twenty bugs, planted by two authors who had not seen the attacks, and two of missing rights, each in a copy of this tree that attacks itself',
  options: { only: '' },
  async run({ seed, options, log }) {
    const bugs = plantedBugs.filter((bug) => bug.startsWith(options.only)).map((bug) => [bug])
    const hunts = await huntAll(bugs, { requests: 20_000, sequences: 30, seed, untilFound: true }, log)
    // a copy that does not start is broken: its bug was not detected
    const isFound = ({ findings }: BugHunt) => findings.some((each) => !each.includes(unusable))
    const claims = Object.fromEntries(hunts.map((hunt) => [`found: ${hunt.bugs}`, isFound(hunt)]))
    const cases = hunts.flatMap(({ findings }) => findings.slice(0, 1))
    return [{ name: 'planted', figures: { bugs: hunts.length }, claims, cases }]
  },
})
