import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Target = {
  url: string
  /** Shared out among the connections, each of which asks for its part over and over. */
  paths: readonly string[]
  headers?: Record<string, string>
}

export type Slice = {
  requestsPerSecond: number
  requests: number
  p50: number
  p99: number
  failures: number
  /** Those that were answered. */
  statuses: string[]
}

/** Loads a target from a process of its own, so that the generator's work is in nobody's figures. Latencies in ms. */
export async function load(target: Target, options: { connections: number; seconds: number }): Promise<Slice> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./load-process.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ ...target, ...options }))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`the load generator ended with ${code}`)
  return JSON.parse(output) as Slice
}
