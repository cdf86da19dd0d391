import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'

/**
 * A claim: a median ratio of two variants with its minimum, or a time, memory or exponent with its maximum; `aim` is a
 * stricter goal. NaN if it could not be measured.
 */
export type Claim = { claim: string; measured: number; aim?: number } & ({ atLeast: number } | { atMost: number })

type Row = Record<string, string | number>

export type Report = {
  scenario: string
  /** What was done, in one sentence: load, rounds, rows. */
  how: string
  machine: Record<string, string>
  rows: Row[]
  /** Further tables, each with a title. */
  tables?: { title: string; rows: Row[] }[]
  claims: Claim[]
}

/** How many times worse than its target: at most 1 if it is reached, NaN if it was not measured. */
export const shortfall = (claim: Claim): number =>
  'atLeast' in claim ? claim.atLeast / claim.measured : claim.measured / claim.atMost

export const isReached = (claim: Claim): boolean => shortfall(claim) <= 1

/** Hardware and versions of the measurement. */
export const machine = (versions: Record<string, string>): Record<string, string> => ({
  processor: `${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.versions.node,
  ...versions,
})

/** Version of a package, as installed for the benchmarks or else for the product. */
export function versionOf(name: string): string {
  const own = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  const file = existsSync(own) ? own : join(root, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

export function toMarkdown({ scenario, how, machine, rows, tables = [], claims }: Report): string {
  return [
    `# ${scenario}`,
    how,
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(' · '),
    tableOf(rows),
    ...tables.flatMap((table) => [`## ${table.title}`, tableOf(table.rows)]),
    ...(tables.length > 0 ? ['## Claims'] : []),
    [
      line(['claim', 'measured', 'target', 'aim', '']),
      line(['---', '---', '---', '---', '---']),
      ...claims.map((claim) =>
        line([
          claim.claim,
          measuredOf(claim),
          targetOf(claim),
          claim.aim?.toFixed(2) ?? '',
          isReached(claim) ? 'reached' : 'missed',
        ]),
      ),
    ].join('\n'),
  ].join('\n\n')
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

function tableOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? '')))
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n')
}

const measuredOf = ({ measured }: Claim) => (Number.isNaN(measured) ? 'not measured' : measured.toFixed(2))
const targetOf = (claim: Claim) =>
  'atLeast' in claim ? `at least ${claim.atLeast.toFixed(2)}` : `at most ${claim.atMost.toFixed(2)}`

/** Writes `<scenario>.md` and `<scenario>.json` into `folder`. */
export async function save(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${report.scenario}.md`, `${toMarkdown(report)}\n`)
  await writeFile(`${folder}/${report.scenario}.json`, `${JSON.stringify(report, null, 2)}\n`)
}
