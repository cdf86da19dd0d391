import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@kingcar/deploy/temporary-folder'

export type Target = {
  url: string
  /** Shared out among the connections, which ask for their part over and over. */
  paths: readonly string[]
  headers?: Record<string, string>
}

export type Slice = {
  requestsPerSecond: number
  requests: number
  p50: number
  p99: number
  failures: number
}

type Size = { connections: number; seconds: number }

const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** wrk where it is installed: it shares the machine with what it loads, and takes a third of autocannon's CPU. */
export const generator = hasWrk ? 'wrk' : 'autocannon'

/** Loads a target from a process of its own, so that the generator's work is in nobody's figures. Latencies in ms. */
export const load = (target: Target, size: Size): Promise<Slice> =>
  hasWrk ? loadByWrk(target, size) : loadByAutocannon(target, size)

async function loadByWrk({ url, paths, headers = {} }: Target, { connections, seconds }: Size): Promise<Slice> {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'paths')
  await writeFile(file, paths.join('\n'))
  const output = await outputOf('wrk', [
    ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...['--script', fileURLToPath(new URL('./wrk.lua', import.meta.url)), url, '--', file],
  ])
  const { requests, microseconds, p50, p99, refused, broken } = JSON.parse(output.trim().split('\n').at(-1) as string)
  return { requestsPerSecond: requests / (microseconds / 1e6), requests, p50, p99, failures: refused + broken }
}

async function loadByAutocannon(target: Target, size: Size): Promise<Slice> {
  const script = fileURLToPath(new URL('./autocannon.ts', import.meta.url))
  return JSON.parse(await outputOf(process.execPath, [script], JSON.stringify({ ...target, ...size }))) as Slice
}

async function outputOf(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`)
  return output
}
