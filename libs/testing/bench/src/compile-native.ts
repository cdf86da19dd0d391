import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache } from './start-peer.ts'

/** `CC` names the compiler, as for make. */
const compiler = () => process.env.CC || 'cc'

/** The compiler's version line; undefined without a compiler or on a system that the sources do not support. */
export function compilerVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined // epoll exists only on Linux
  const { error, stdout } = spawnSync(compiler(), ['--version'], { encoding: 'utf8' })
  return error ? undefined : stdout.split('\n', 1)[0]
}

/**
 * Compiles `src/native/<name>.c` and returns the program's path.
 * @throws Error with the compiler's output
 */
export function compile(name: string): string {
  mkdirSync(cache, { recursive: true })
  const program = join(cache, name)
  const source = fileURLToPath(new URL(`./native/${name}.c`, import.meta.url))
  const { status, stderr } = spawnSync(compiler(), ['-O2', '-Wall', '-o', program, source], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name}.c did not compile:\n${stderr}`)
  return program
}
