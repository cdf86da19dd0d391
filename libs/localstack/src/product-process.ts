import { basename } from 'node:path'
import { type Child, startChild } from './leashed-child.ts'
import { UserFacingError } from './user-facing-error.ts'

export type ProcessOptions = {
  script: string
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
}

/** Milliseconds from the start to the log line `ready`, enough for a busy machine. */
const deadline = 60_000

/**
 * MiB of a semi-space of V8's young generation. V8's default grows to 64 MiB, which takes more memory than everything
 * else and makes a service no faster. The gateway has a larger one: objects of its calls outlive a small semi-space,
 * and copying them takes a tenth of its CPU.
 */
const youngGeneration = (script: string) =>
  script.endsWith('gateway.mjs')
    ? ['--min-semi-space-size=16', '--max-semi-space-size=32']
    : ['--max-semi-space-size=8']
/** MALLOC_ARENA_MAX: by default glibc creates an arena for each thread and never returns its memory. */
const arenas = '2'

/** Node's compile cache, passed on from this process. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** pino's level `fatal`. */
const fatal = 60

/**
 * Starts a process of the product and waits until it is ready.
 * @throws UserFacingError with the message of a configuration error, or Error with its last lines, when it does not become ready
 */
export async function startProductProcess({ script, env, onLine }: ProcessOptions): Promise<Child> {
  const tail: string[] = []
  const { promise: ready, resolve } = Promise.withResolvers<'ready'>()
  const child = startChild({
    command: process.execPath,
    args: [...youngGeneration(script), script],
    env: { ...compileCache, MALLOC_ARENA_MAX: arenas, ...env },
    orphanGrace: script.endsWith('gateway.mjs') ? 0 : 2.5,
    onLine(line) {
      tail.push(line)
      if (tail.length > 20) tail.shift()
      onLine(line)
      if (messageOf(line)?.msg === 'ready') resolve('ready')
    },
  })
  const timer = setTimeout(() => child.signal('SIGKILL'), deadline)
  const outcome = await Promise.race([ready, child.outputEnded]) // not `exited`: the last lines of the output are needed
  clearTimeout(timer)
  if (outcome === 'ready') return child
  const refusal = tail.map(messageOf).findLast((message) => message?.level === fatal)
  if (refusal && !refusal.err)
    throw new UserFacingError(`The ${basename(script, '.mjs')} does not start: ${refusal.msg}.`)
  throw new Error(
    `${script} ended (${outcome.signal ?? `exit code ${outcome.code}`}) before it was ready:\n${tail.join('\n')}`,
  )
}

/** A line of a process's log, with the fields that belong to its message. */
export type LogMessage = {
  level: number
  msg: string
  err?: { message?: string; code?: string }
  [field: string]: unknown
}

/** Parses a line of a process's log; undefined for other output. */
export function messageOf(line: string): LogMessage | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && 'level' in message && 'msg' in message
      ? (message as LogMessage)
      : undefined
  } catch {
    return undefined // Node's own output is not JSON
  }
}
