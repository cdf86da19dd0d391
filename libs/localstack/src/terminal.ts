import { UserFacingError } from './user-facing-error.ts'

const began = performance.now()

/** Prints a progress line with the seconds since the start, to standard error: standard output is for the result line. */
export function progress(line: string): void {
  process.stderr.write(`[${((performance.now() - began) / 1_000).toFixed(1).padStart(5)} s] ${line}\n`)
}

/**
 * The action of an operator after a failure of a server or of the machine, by the error code of PostgreSQL, nats.js or
 * Node.js.
 */
const advice: Readonly<Record<string, string>> = {
  '28P01':
    'PostgreSQL rejects the password. If it was changed, write the new one into "postgres" of secrets.json, or into DATABASE_URL',
  '53100': 'The disk of PostgreSQL is full. Free some space, then try again',
  ENOSPC: 'The disk is full. Free some space, then try again',
  EFBIG: 'The disk accepts no file of this size. Use another disk, or raise the limit of this process',
  EACCES: 'This user has no access to a file. Change its owner or its permissions, then try again',
  AUTHORIZATION_VIOLATION:
    'nats-server rejects the password. Restart it with the secrets of this installation, or correct NATS_PASSWORD',
  CERT_HAS_EXPIRED: 'The certificate of a server has expired. Renew it and restart the server',
}

/**
 * The text of an error for the terminal: the message of a problem that the user can fix, or what to do about it, else the stack.
 */
export function describeFailure(error: unknown): string {
  if (
    error instanceof UserFacingError ||
    (error instanceof Error && ['ConfigError', 'MigrationError', 'ProvisionError'].includes(error.name))
  )
    return error.message
  const known = error instanceof Error && 'code' in error ? advice[String(error.code)] : undefined
  if (known !== undefined) return `${known} (${(error as Error).message}).`
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
  // no signal reports the end of the parent, and nothing else would end the product
  setInterval(() => {
    if (process.ppid !== parent) stop('the parent process ended')
  }, 2_000).unref()
  return stopping.signal
}
