import { UserFacingError } from './user-facing-error.ts'

const began = performance.now()

/** A step of the way, with the seconds since the beginning. Standard output belongs to the last line. */
export function progress(line: string): void {
  process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s] ${line}\n`)
}

/** What kept us from starting: one sentence where a person can mend it, all of it where not. */
export function describeFailure(error: unknown): string {
  if (
    error instanceof UserFacingError ||
    (error instanceof Error && ['ConfigError', 'MigrationError'].includes(error.name))
  )
    return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/**
 * Aborts when this process is to stop: Ctrl-C, SIGTERM, SIGHUP, or the death of the parent, which tells nobody. A second
 * Ctrl-C ends it at once; the children's leashes do the rest.
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
    if (process.ppid !== parent) stop('its parent ended')
  }, 250).unref()
  return stopping.signal
}
