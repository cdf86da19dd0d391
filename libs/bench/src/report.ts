import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'

/** A claim: the middle of per-round ratios of two variants, and what it should be at least; `aim` is what it may become. */
export type Claim = { claim: string; ratio: number; atLeast: number; aim?: number }

export type Report = {
  scenario: string
  /** What was done, in a sentence: load, rounds, rows. */
  how: string
  machine: Record<string, string>
  rows: Record<string, string | number>[]
  claims: Claim[]
}

/** What the figures were measured on and with. */
export const machine = (versions: Record<string, string>): Record<string, string> => ({
  processor: `${cpus()[0]?.model ?? 'unknown'} × ${cpus().length}`,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.versions.node,
  ...versions,
})

/** Version of an installed package. */
export function versionOf(name: string): string {
  const file = new URL(`../../../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

export function toMarkdown({ scenario, how, machine, rows, claims }: Report): string {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [
    `# ${scenario}`,
    how,
    Object.entries(machine)
      .map(([name, value]) => `${name} ${value}`)
      .join(' · '),
    [
      line(columns),
      line(columns.map(() => '---')),
      ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
    ].join('\n'),
    [
      line(['claim', 'measured', 'at least', 'aim', '']),
      line(['---', '---', '---', '---', '---']),
      ...claims.map(({ claim, ratio, atLeast, aim }) =>
        line([
          claim,
          ratio.toFixed(2),
          atLeast.toFixed(2),
          aim?.toFixed(2) ?? '',
          ratio >= atLeast ? 'reached' : 'missed',
        ]),
      ),
    ].join('\n'),
  ].join('\n\n')
}

/** Writes `<scenario>.md` and `<scenario>.json` into `folder`. */
export async function save(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/${report.scenario}.md`, `${toMarkdown(report)}\n`)
  await writeFile(`${folder}/${report.scenario}.json`, `${JSON.stringify(report, null, 2)}\n`)
}
