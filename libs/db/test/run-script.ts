import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Runs a script of this folder as a process of its own. */
export function startProcess(script: string, args: string[], env: Record<string, string> = {}) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
  const ended = new Promise((resolve) => output.once('close', resolve))
  const exited = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => ended.then(() => resolve(signal ?? code ?? -1)))
  })
  return { lines, exited }
}
