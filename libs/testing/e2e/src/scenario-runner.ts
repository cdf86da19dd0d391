import { parseArgs } from 'node:util'
import { failingSeeds } from './failing-seeds.ts'

/** What one trial found: its figures, and what is to hold. */
export type Verdict = {
  name: string
  figures: object
  claims: Record<string, boolean>
  /** Cases of what does not hold, for a look; the first few are printed. */
  cases?: readonly unknown[]
}

export type Log = (line: string) => void
/** What may be said as `--name=value`, and the usual values; a number is a whole one above 0. */
type Options = Readonly<Record<string, number | string>>
type Conditions<O extends Options> = {
  /** The same seed does the same again, as far as processes on a busy machine can. */
  seed: number
  log: Log
  options: O
}
export type Trial<O extends Options = never> = {
  about: string
  options?: O
  run(conditions: Conditions<O>): Promise<Verdict[]>
}

/** A trial with options. */
export const trial = <O extends Options>(own: Trial<O>): Trial => own as unknown as Trial

/** Claims that each of these lists is empty. */
export function nothingFound(
  findings: Readonly<Record<string, readonly unknown[]>>,
): Pick<Verdict, 'claims' | 'cases'> {
  const claims = Object.entries(findings).map(([name, found]) => [`${name}: ${found.length}`, found.length === 0])
  const cases = Object.entries(findings).flatMap(([name, found]) => found.slice(0, 5).map((each) => [name, each]))
  return { claims: Object.fromEntries(claims), cases }
}

/**
 * Reads `[<word>…] [<seed>] [--<option>=<value>…]`.
 * @param usual the options that are read, and their usual values
 * @param others what may be said beside them, to others
 * @throws TypeError for what is none of these, or a number that is none
 */
export function readWords<O extends Options>(words: readonly string[], usual: O, others: Options = {}) {
  const names = [...Object.keys(usual), ...Object.keys(others)]
  const known = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values, positionals } = parseArgs({ args: [...words], options: known, allowPositionals: true })
  const options = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => {
      const text = values[name]
      if (text === undefined) return [name, value]
      if (typeof value === 'string') return [name, text]
      if (!/^[1-9]\d*$/.test(String(text))) throw new TypeError(`--${name} takes a whole number above 0`)
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
 * Runs the trials that the command line names, all where it names none: `[<name>…] [<seed>] [--<option>=<value>…]`. Prints
 * what each found. The process ends with 1 where something does not hold or nothing was tried, and with 2 where there is no
 * such trial or option.
 */
export async function runTrials(trials: Readonly<Record<string, Trial>>, words: readonly string[]): Promise<void> {
  const wanted = choose(trials, words)
  if (!wanted) return
  // what a trial has changed of the machine it takes back at its exit
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  for (const { name, run, options, seed, isDrawn } of wanted) {
    const once = Object.hasOwn(options, 'runs') ? { runs: 1 } : {}
    const tries = [
      ...(isDrawn ? (failingSeeds[name] ?? []) : []).map((again) => [again, { ...options, ...once }] as const),
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

function choose(trials: Readonly<Record<string, Trial>>, words: readonly string[]) {
  const all = Object.entries(trials)
  const named = all.filter(([name]) => words.includes(name))
  const chosen = named.length > 0 ? named : all
  try {
    const others: Options = Object.assign({}, ...chosen.map(([, { options }]) => options ?? {}))
    // each with the values that are usual for itself: names are shared
    const read = chosen.map(([name, { run, options = {} }]) => ({ name, run, ...readWords(words, options, others) }))
    const unknown = read[0]?.named.filter((name) => !Object.hasOwn(trials, name)) ?? []
    if (unknown.length > 0) throw new TypeError(`There is no ${unknown.join(', ')}`)
    return read
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    console.error(`${cause.message}. There are:`)
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
