import { parseArgs } from 'node:util'
import { failingSeeds } from './failing-seeds.ts'

/** The result of one scenario: its figures, and its claims. */
export type Verdict = {
  name: string
  figures: object
  claims: Record<string, boolean>
  /** Cases that violate a claim; the first few are printed. */
  cases?: readonly unknown[]
}

export type Log = (line: string) => void
/** Options `--name=value` and their defaults; a number is an integer above 0. */
type Options = Readonly<Record<string, number | string>>
type RunContext<O extends Options> = {
  /** The same seed gives the same run, as far as processes on a busy machine allow. */
  seed: number
  log: Log
  options: O
}
export type Scenario<O extends Options = never> = {
  about: string
  options?: O
  /** Options with which a seed that once failed is repeated; `runs` is 1 then anyway. */
  again?: Partial<O>
  run(conditions: RunContext<O>): Promise<Verdict[]>
}

/** A scenario with options. */
export const scenario = <O extends Options>(own: Scenario<O>): Scenario => own as unknown as Scenario

/** Claims that each of these lists is empty. */
export function nothingFound(
  findings: Readonly<Record<string, readonly unknown[]>>,
): Pick<Verdict, 'claims' | 'cases'> {
  const claims = Object.entries(findings).map(([name, found]) => [`${name}: ${found.length}`, found.length === 0])
  const cases = Object.entries(findings).flatMap(([name, found]) => found.slice(0, 5).map((each) => [name, each]))
  return { claims: Object.fromEntries(claims), cases }
}

/**
 * Parses `[<word>…] [<seed>] [--<option>=<value>…]`.
 * @param usual the options, and their defaults
 * @param others options of other scenarios, which are also accepted
 * @throws TypeError for an unknown option or an invalid number
 */
export function parseArguments<O extends Options>(words: readonly string[], usual: O, others: Options = {}) {
  const names = [...Object.keys(usual), ...Object.keys(others)]
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values, positionals } = parseArgs({ args: [...words], options: known, allowPositionals: true })
  const options = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => {
      const text = values[name]
      if (text === undefined) return [name, value]
      if (typeof value === 'string') return [name, text]
      if (!/^[1-9]\d*$/.test(String(text))) throw new TypeError(`--${name} needs an integer above 0`)
      return [name, Number(text)]
    }),
  ) as O
  const seed = positionals.find((word) => /^\d+$/.test(word))
  return {
    options,
    named: positionals.filter((word) => word !== seed),
    isDrawn: seed === undefined,
    seed: Number(seed ?? Date.now() % 1_000_000),
  }
}

/**
 * Runs the scenarios that the command line names, or all: `[<name>…] [<seed>] [--<option>=<value>…]`. Prints the result
 * of each. Exits with 1 if a claim fails or nothing was tried, and with 2 for an unknown scenario or option.
 */
export async function runScenarios(
  scenarios: Readonly<Record<string, Scenario>>,
  words: readonly string[],
): Promise<void> {
  const wanted = choose(scenarios, words)
  if (!wanted) return
  // at its exit the process reverts what a scenario changed on the machine
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  for (const { name, run, options, again, seed, isDrawn } of wanted) {
    const once = { ...(Object.hasOwn(options, 'runs') && { runs: 1 }), ...again }
    const tries = [
      ...(isDrawn ? (failingSeeds[name] ?? []) : []).map((failed) => [failed, { ...options, ...once }] as const),
      [seed, options] as const,
    ]
    for (const [each, own] of tries) {
      console.error(`${name}, seed ${each}`)
      const verdicts = await run({ seed: each, options: own as never, log: console.error })
      for (const verdict of verdicts) print(verdict, each)
      if (verdicts.length === 0) print({ name, figures: {}, claims: { 'something was tried': false } }, each)
    }
  }
}

function choose(scenarios: Readonly<Record<string, Scenario>>, words: readonly string[]) {
  const all = Object.entries(scenarios)
  const named = all.filter(([name]) => words.includes(name))
  const chosen = named.length > 0 ? named : all
  try {
    const others: Options = Object.assign({}, ...chosen.map(([, { options }]) => options ?? {}))
    // each with its own defaults: option names are shared
    const read = chosen.map(([name, { run, options = {}, again }]) => ({
      name,
      run,
      again: again as Options | undefined,
      ...parseArguments(words, options, others),
    }))
    const unknown = read[0]?.named.filter((name) => !Object.hasOwn(scenarios, name)) ?? []
    if (unknown.length > 0) throw new TypeError(`Unknown: ${unknown.join(', ')}`)
    return read
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    console.error(`${cause.message}. Scenarios:`)
    for (const [name, { about, options = {} }] of all) console.error(`  ${name}: ${about}${listed(options)}`)
    process.exitCode = 2
    return undefined
  }
}

const listed = (options: Options) =>
  Object.entries(options)
    .map(([name, value]) => ` --${name}=${value}`)
    .join('')

function print({ name, figures, claims, cases = [] }: Verdict, seed: number): void {
  console.log(`${name}: ${JSON.stringify({ seed, ...figures })}`)
  for (const [claim, holds] of Object.entries(claims)) {
    console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${claim}`)
    if (!holds) process.exitCode = 1
  }
  for (const each of cases.slice(0, 20)) console.log('  ', each)
}
