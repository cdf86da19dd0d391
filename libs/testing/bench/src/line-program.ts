import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program that takes orders, a line each, and answers each with a line. It ends when its input does, however we end. */
export type Program = AsyncDisposable & {
  readonly pid: number
  /** What it says next. @throws when it ends, or says nothing for so many milliseconds */
  next(patience?: number): Promise<string>
  /** Gives an order, and what it answers. @throws as `next` */
  order(line: string, patience?: number): Promise<string>
  /** Gives it input that is not answered by itself. */
  feed(text: string): void
}

/** Milliseconds. */
const usualPatience = 30_000

/** Starts a program whose errors go where ours do. */
export function startProgram(command: string, args: readonly string[], env = process.env): Program {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const name = [command, ...args.slice(0, 1)].join(' ')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const exited = once(child, 'close')
  child.stdin.on('error', () => undefined) // it has ended, which its next line tells

  async function next(patience = usualPatience): Promise<string> {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    const { value, done } = await lines.next().finally(() => clearTimeout(timer))
    if (!done) return value
    await exited
    throw new Error(`${name} ended: ${child.signalCode ?? `exit code ${child.exitCode}`}`)
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
