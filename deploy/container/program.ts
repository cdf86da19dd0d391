import { describeFailure } from '@kingcar/localstack/terminal'

/** Runs a program that comes to an end: exits with 1, and one sentence where a person can mend it, when it fails. */
export function program(work: (args: readonly string[]) => Promise<void>): void {
  work(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`kingcar: ${describeFailure(error)}\n`)
    process.exitCode = 1
  })
}
