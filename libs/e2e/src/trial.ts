/** What one trial found: its figures, and what is to hold. */
export type Verdict = {
  name: string
  figures: object
  claims: Record<string, boolean>
  /** Cases of what does not hold, for a look; the first few are printed. */
  cases?: readonly unknown[]
}

export type Log = (line: string) => void
export type Conditions = {
  /** The same seed does the same again, as far as processes on a busy machine can. */
  seed: number
  log: Log
  /** What was asked for as `--name=value`. */
  options: Readonly<Record<string, string>>
}
export type Trial = { about: string; run(conditions: Conditions): Promise<Verdict[]> }

/** Claims that each of these lists is empty. */
export function nothingFound(
  findings: Readonly<Record<string, readonly unknown[]>>,
): Pick<Verdict, 'claims' | 'cases'> {
  const claims = Object.entries(findings).map(([name, found]) => [`${name}: ${found.length}`, found.length === 0])
  const cases = Object.entries(findings).flatMap(([name, found]) => found.slice(0, 5).map((each) => [name, each]))
  return { claims: Object.fromEntries(claims), cases }
}

/**
 * Runs the trials that the command line names, all where it names none: `[<name>…] [<seed>] [--<option>=<value>…]`. Prints
 * what each found. The process ends with 1 where something does not hold, and with 2 where there is no such trial.
 */
export async function runTrials(trials: Readonly<Record<string, Trial>>, words: readonly string[]): Promise<void> {
  const options = Object.fromEntries(
    words.filter((word) => word.startsWith('--')).map((word) => word.slice(2).split('=', 2)),
  )
  const named = words.filter((word) => !/^\d+$|^--/.test(word))
  const seed = Number(words.find((word) => /^\d+$/.test(word)) ?? Date.now() % 1_000_000)
  const unknown = named.filter((name) => !Object.hasOwn(trials, name))
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}, but:`)
    for (const [name, { about }] of Object.entries(trials)) console.error(`  ${name}: ${about}`)
    process.exitCode = 2
    return
  }
  for (const [name, trial] of Object.entries(trials)) {
    if (named.length > 0 && !named.includes(name)) continue
    console.error(`${name}, seed ${seed}`)
    for (const verdict of await trial.run({ seed, options, log: console.error })) print(verdict, seed)
  }
}

function print({ name, figures, claims, cases = [] }: Verdict, seed: number): void {
  console.log(`${name}: ${JSON.stringify({ seed, ...figures })}`)
  for (const [claim, holds] of Object.entries(claims)) {
    console.log(`  ${holds ? 'ok    ' : 'FAILED'} ${claim}`)
    if (!holds) process.exitCode = 1
  }
  for (const each of cases.slice(0, 20)) console.log('  ', each)
}
