import { UserFacingError } from './user-facing-error.ts'

const began = performance.now()

/** Prints a progress line with the seconds since the start, to standard error: standard output is for the result line. */
export function progress(line: string): void {
  process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s] ${line}\n`)
}

/** The text of an error for the terminal: the message of a problem that the user can fix, else the stack. */
export function describeFailure(error: unknown): string {
  if (
    error instanceof UserFacingError ||
    (error instanceof Error && ['ConfigError', 'MigrationError', 'ProvisionError'].includes(error.name))
  )
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Aborts when this process has to stop: Ctrl-C, SIGTERM, SIGHUP, or the end of its parent, which sends no signal. A second
 * Ctrl-C exits immediately; leashes then end the children.
 */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  const stop = (reason: string) => {
    if (stopping.signal.aborted && reason === 'SIGINT') process.exit(130)
    stopping.abort(reason)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal))
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop('the parent process ended')
  }, 250).unref()
  return stopping.signal
}
