import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * A program that takes commands, one per line, and replies to each with a line. It ends when its input ends, which this
 * process's end causes in any case.
 */
export type Program = AsyncDisposable & {
  readonly pid: number
  /** The next line. @throws if it exits, or prints nothing for `patience` milliseconds */
  next(patience?: number): Promise<string>
  /** Sends a command and returns the reply. @throws as `next` */
  order(line: string, patience?: number): Promise<string>
  /** Sends input that has no reply of its own. */
  feed(text: string): void
}

/** Milliseconds. */
const usualPatience = 30_000

/** Starts a program; its stderr goes to this process's. */
export function startProgram(command: string, args: readonly string[], env = process.env): Program {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const name = [command, ...args.slice(0, 1)].join(' ')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = once(child, 'close')
  child.stdin.on('error', () => undefined) // it exited, which `next` reports

  async function next(patience = usualPatience): Promise<string> {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    const { value, done } = await lines.next().finally(() => clearTimeout(timer))
    if (!done) return value
    await exited
    throw new Error(`${name} exited: ${child.signalCode ?? `exit code ${child.exitCode}`}`)
  }
  return {
    pid: child.pid as number,
    next,
    order(line, patience) {
      child.stdin.write(`${line}\n`)
      return next(patience)
    },
    feed: (text) => void child.stdin.write(text),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
