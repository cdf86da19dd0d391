import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Product, ProductProcess } from './product.ts'

export type SecondInstance = AsyncDisposable & {
  /** True if it was killed. */
  readonly dead: boolean
  kill(signal: NodeJS.Signals): void
}

/**
 * Starts a second process of a kind on the product's own bus and database, and waits until it is ready; or until it is
 * dead, if it is meant to die at its first work.
 */
export async function startSecondInstance(
  product: Product,
  name: Exclude<ProductProcess, 'simulator'>,
  changes: Record<string, string>,
): Promise<SecondInstance> {
  const like = await product.pid(name)
  const environment = await readFile(`/proc/${like}/environ`, 'utf8')
  const env = Object.fromEntries(environment.split('\0').map((pair) => splitAt(pair, pair.indexOf('='))))
  const child = spawn(process.execPath, [`dist/${name}.mjs`], {
    cwd: `/proc/${like}/cwd`,
    env: { ...env, ...changes },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (!(await isReady(child))) await exited
  if (child.exitCode !== null) throw new Error('it exited before it was ready')
  child.stdout?.resume()
  return {
    get dead() {
      return child.signalCode !== null
    },
    kill: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const splitAt = (text: string, at: number): [string, string] => [text.slice(0, at), text.slice(at + 1)]

/** False if its output ended before. */
async function isReady({ stdout }: ChildProcess): Promise<boolean> {
  if (!stdout) throw new Error('no output to read')
  for await (const line of createInterface({ input: stdout })) if (line.includes('"msg":"ready"')) return true
  return false
}
