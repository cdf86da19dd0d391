import { describeFailure } from '@kingcar/localstack/terminal'

/** Runs a command. On failure it prints the error, without a stack if the user can fix it, and exits with 1. */
export function program(work: (args: readonly string[]) => Promise<void>): void {
  work(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`kingcar: ${describeFailure(error)}\n`)
    process.exitCode = 1
  })
}
