import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'

/** One request. `[<id>]` in its path or in one of its own headers is replaced by a new value each time it is sent. */
export type LoadRequest = {
  /** Default GET. */
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  /** JSON. */
  body?: string
}

export type Target = {
  url: string
  /** Divided among the connections; each repeats its part. */
  requests: readonly LoadRequest[]
  /** Headers of every request. */
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

/** wrk if it is installed: it shares the machine with the system under test, and takes a third of autocannon's CPU. */
export const generator = hasWrk ? 'wrk' : 'autocannon'

/** GET requests of these paths. */
export const reads = (paths: readonly string[]): LoadRequest[] => paths.map((path) => ({ path }))

/** Loads a target from a separate process, so that the generator's work is not measured. Latencies in ms. */
export const load = (target: Target, size: Size): Promise<Slice> =>
  hasWrk ? loadByWrk(target, size) : loadByAutocannon(target, size)

async function loadByWrk({ url, requests: asked, headers = {} }: Target, size: Size): Promise<Slice> {
  await using folder = temporaryFolder()
  const file = join(folder.path, 'requests')
  const { host } = new URL(url)
  const texts = asked.map((request) => Buffer.from(textOf(request, { host, ...headers })))
  await writeFile(file, Buffer.concat(texts.flatMap((text) => [Buffer.from(`${text.length}\n`), text])))
  const output = await outputOf('wrk', [
    ...['--threads', '1', '--connections', String(size.connections), '--duration', `${Math.ceil(size.seconds)}s`],
    ...['--script', fileURLToPath(new URL('./wrk.lua', import.meta.url)), url, '--', file, randomUUID()],
  ])
  const { requests, microseconds, p50, p99, refused, broken } = JSON.parse(output.trim().split('\n').at(-1) as string)
  return { requestsPerSecond: requests / (microseconds / 1e6), requests, p50, p99, failures: refused + broken }
}

/** The raw request text: wrk only sends prepared texts. */
function textOf({ method = 'GET', path, headers, body }: LoadRequest, common: Record<string, string>): string {
  const content = body === undefined ? {} : { ...json, 'content-length': String(Buffer.byteLength(body)) }
  const fields = Object.entries({ ...common, ...headers, ...content }).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${path} HTTP/1.1`, ...fields].join('\r\n')}\r\n\r\n${body ?? ''}`
}

const json = { 'content-type': 'application/json' }

async function loadByAutocannon({ url, requests, headers }: Target, size: Size): Promise<Slice> {
  const script = fileURLToPath(new URL('./autocannon.ts', import.meta.url))
  const all = requests.map(({ method = 'GET', ...request }) => ({
    ...request,
    method,
    headers: { ...headers, ...request.headers, ...(request.body === undefined ? {} : json) },
  }))
  return JSON.parse(
    await outputOf(process.execPath, [script], JSON.stringify({ url, requests: all, ...size })),
  ) as Slice
}

async function outputOf(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command} exited with ${code}: ${output}`)
  return output
}
