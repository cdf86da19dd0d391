import { basename } from 'node:path'
import { type Child, startChild } from './leashed-child.ts'
import { UserFacingError } from './user-facing-error.ts'

export type ProcessOptions = {
  script: string
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
}

/** Milliseconds from start to the line `ready`, with patience for a busy machine. */
const deadline = 60_000

/**
 * MiB of each half of V8's young generation. Its own choice, up to 64, costs more memory than all else, and brings a
 * service no speed. In the gateway what is in flight outlives a small one, and to copy it takes a tenth of its CPU.
 */
const youngGeneration = (script: string) =>
  script.endsWith('gateway.mjs')
    ? ['--min-semi-space-size=16', '--max-semi-space-size=32']
    : ['--max-semi-space-size=8']
/** Of glibc's malloc: it makes one for each thread otherwise, and gives nothing of them back. */
const arenas = '2'

/** Where Node keeps what it has compiled: as for this process, where that is told. */
const { NODE_COMPILE_CACHE } = process.env
const compileCache = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }

/** The level of pino's last words. */
const fatal = 60

/**
 * Starts one of the product's processes and waits until it is ready.
 * @throws UserFacingError with its own one about what it refuses, and else with its last words, when it does not get there
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
  const outcome = await Promise.race([ready, child.outputEnded]) // with its last words
  clearTimeout(timer)
  if (outcome === 'ready') return child
  const refusal = tail.map(messageOf).findLast((message) => message?.level === fatal)
  if (refusal && !refusal.err)
    throw new UserFacingError(`The ${basename(script, '.mjs')} does not start: ${refusal.msg}.`)
  throw new Error(
    `${script} ended (${outcome.signal ?? `exit code ${outcome.code}`}) before it was ready:\n${tail.join('\n')}`,
  )
}

type Message = { level: number; msg: string; err?: { message?: string } }

/** A line of a process's own log; undefined for other output. */
export function messageOf(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null && 'level' in message && 'msg' in message
      ? (message as Message)
      : undefined
  } catch {
    return undefined // what Node itself prints is no JSON
  }
}
