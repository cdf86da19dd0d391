import { startChild } from './leashed-child.ts'

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
  return { ok: code === 0, output: lines.join('\n') }
}
