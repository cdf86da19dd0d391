import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache } from './start-peer.ts'

/** `CC` names the compiler, as it does to make. */
const compiler = () => process.env.CC || 'cc'

/** What it calls itself; undefined where there is none, or where the system is not the one that the sources are for. */
export function compilerVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined // epoll is Linux's
  const { error, stdout } = spawnSync(compiler(), ['--version'], { encoding: 'utf8' })
  return error ? undefined : stdout.split('\n', 1)[0]
}

/**
 * Compiles `src/native/<name>.c` and gives the program's path.
 * @throws Error with what the compiler said
 */
export function compile(name: string): string {
  mkdirSync(cache, { recursive: true })
  const program = join(cache, name)
  const source = fileURLToPath(new URL(`./native/${name}.c`, import.meta.url))
  const { status, stderr } = spawnSync(compiler(), ['-O2', '-Wall', '-o', program, source], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}.c was not compiled:\n${stderr}`)
  return program
}
