import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import { type Exit, startChild } from '@kingcar/localstack/leashed-child'
import { root } from '@kingcar/localstack/paths'
import { deadline } from './deadline.ts'

/** A line of a process's log. */
export type LogLine = { msg: string; [key: string]: unknown }

export type ProcessOptions = {
  /** A source or built file; Node runs both. */
  script: string
  /** Options of Node. */
  options?: readonly string[]
  args?: readonly string[]
  /** Added to PATH, HOME and the compile cache; nothing else is inherited. */
  env?: Record<string, string>
}

export type TestProcess = AsyncDisposable & {
  pid: number
  /** Log lines so far; other output is a line with its text as `msg`. */
  lines: readonly LogLine[]
  output(): string
  /** The first line with this message or that satisfies the predicate, earlier lines included. */
  line(wanted: string | ((line: LogLine) => boolean)): Promise<LogLine>
  /** Its `ready` line, with the operations port. */
  ready(): Promise<LogLine>
  /** SIGKILL, and waits. */
  kill(): Promise<Exit>
  /** Stops it gracefully, and waits. */
  stop(signal?: NodeJS.Signals): Promise<Exit>
  freeze(): void
  thaw(): void
  exited: Promise<Exit>
}

/** Starts the bundle `dist/<name>.mjs`, which is built first if its sources have changed. */
export async function startBundle(name: string, env: Record<string, string>): Promise<TestProcess> {
  await build(() => undefined)
  return startProcess({ script: join(root, 'dist', `${name}.mjs`), env })
}

/** Starts one process of the product as the product itself does. It ends with the test, however the test ends. */
export function startProcess(options: ProcessOptions): TestProcess {
  const { script, options: nodeOptions = [], args = [], env = {} } = options
  const lines: LogLine[] = []
  const waiting = new Set<() => void>()
  const child = startChild({
    command: process.execPath,
    args: [...nodeOptions, script, ...args],
    env: { ...inherited(), OPERATIONS_PORT: '0', ...env },
    onLine(text) {
      lines.push(parse(text))
      for (const check of waiting) check()
    },
  })
  const output = () => lines.map((line) => JSON.stringify(line)).join('\n')

  const line = (wanted: string | ((line: LogLine) => boolean)) => {
    const passes = typeof wanted === 'string' ? ({ msg }: LogLine) => msg === wanted : wanted
    return new Promise<LogLine>((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        waiting.delete(check)
        settle()
      }
      const fail = (why: string) => end(() => reject(new Error(`${script} ${why}:\n${output()}`)))
      const check = () => {
        const found = lines.find(passes)
        if (found) end(() => resolve(found))
      }
      const timer = setTimeout(() => fail(`did not write the expected line within ${deadline} ms`), deadline)
      waiting.add(check)
      check()
      void child.exited.then(() => setImmediate(fail, 'ended'))
    })
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.signal('SIGCONT')
    child.signal(signal)
    return child.exited
  }
  return {
    pid: child.pid,
    lines,
    output,
    line,
    ready: () => line('ready'),
    kill: () => stop('SIGKILL'),
    stop,
    freeze: () => child.signal('SIGSTOP'),
    thaw: () => child.signal('SIGCONT'),
    exited: child.exited,
    async [Symbol.asyncDispose]() {
      child.signal('SIGCONT')
      await child.stop()
    },
  }
}

function inherited(): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

function parse(text: string): LogLine {
  try {
    const line: unknown = JSON.parse(text)
    if (typeof line === 'object' && line !== null && 'msg' in line && typeof line.msg === 'string')
      return line as LogLine
  } catch {
    // plain text, as Node prints it when a program cannot be loaded
  }
  return { msg: text }
}
