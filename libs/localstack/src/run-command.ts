import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from './leashed-child.ts'

/** Milliseconds to wait for the output after the exit. A daemon that the program has started may keep its streams open. */
const outputTime = 5_000

export type CommandResult = { ok: boolean; output: string }

/** Runs a program to its end and returns the output of both streams. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; onLine?: (line: string) => void; seconds?: number } = {},
): Promise<CommandResult> {
  const { cwd = process.cwd(), env = process.env, onLine, seconds = 600 } = options
  const lines: string[] = []
  await using child = startChild({
    command,
    args,
    cwd,
    env,
    grace: 2,
    onLine(line) {
      lines.push(line)
      onLine?.(line)
    },
  })
  const timer = setTimeout(() => child.signal('SIGKILL'), seconds * 1_000)
  const { code } = await child.exited
  clearTimeout(timer)
  const late = new AbortController()
  await Promise.race([child.outputEnded, wait(outputTime, undefined, { signal: late.signal }).catch(() => undefined)])
  late.abort()
  return { ok: code === 0, output: lines.join('\n') }
}
