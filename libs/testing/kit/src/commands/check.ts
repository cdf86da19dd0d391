import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { stopSignal } from '@kingcar/localstack/terminal'

/** `npm run check`: every check that needs no server, in seconds. */
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'ci', '--colors=off', '--error-on-warnings'],
  ['types', 'tsc', '--pretty', 'false'], // all but the console as one program: the contract's types are expensive, so they are checked once
  ['types of the console', 'turbo', 'run', 'typecheck', '--filter=@kingcar/web-admin', '--output-logs=errors-only'],
  ['unused code', 'knip', '--no-progress'],
  ['architecture', 'vitest', 'run', '--config', 'vitest.check.config.ts'],
]

/** Biome exits with 0 when one of its threads overflows its stack, which happens on some spreads of inferred types. */
const crashed = (output: string) => output.includes('has overflowed its stack')

stopSignal().addEventListener('abort', () => process.exit(1)) // the leashes end what still runs
const began = performance.now()
const folder = temporaryFolder() // vitest leaves a folder behind
const env = { ...process.env, TMPDIR: folder.path }
const results = await Promise.all(
  checks.map(async ([name, command, ...args]) => {
    const { ok: succeeded, output } = await runCommand(command, args, { cwd: root, env })
    const ok = succeeded && !crashed(output)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)\n${ok ? '' : `${output}\n`}`)
    return ok
  }),
)
await folder[Symbol.asyncDispose]()
process.exit(results.every(Boolean) ? 0 : 1)
