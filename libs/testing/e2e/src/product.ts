import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { fillFromFirstStart, hasDefaultFirstStart } from '@kingcar/testing/first-start'

const root = resolve(fileURLToPath(new URL('../../../..', import.meta.url)))

/** The last line that `npm start` prints. */
export type Ready = {
  http: string
  nats: string
  mqtt: string
  email: string
  password: string
  recognizer: { storeId: string; deviceId: string }
  stores: { id: string; name: string }[]
}

/** For scenarios in which one address sends more requests than in production, and a token is used for longer. */
export const withoutLimits = { RATE_LIMIT: '0', ACCESS_TOKEN_SECONDS: '86400', OPEN_ORDERS_LIMIT: '100000' }

/** Processes that have an operations port and serve the product itself. */
export const productProcesses = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const

/** KingCar's own processes. */
export type ProductProcess = 'member' | 'catalog' | 'orders' | 'recognition' | 'gateway' | 'simulator'
export type ProcessName = ProductProcess | 'nats-server' | 'postgres'

/** How a process is recognised in the process list. */
const commandOf: Record<ProcessName, RegExp> = {
  member: /dist\/member\.mjs/,
  catalog: /dist\/catalog\.mjs/,
  orders: /dist\/orders\.mjs/,
  recognition: /dist\/recognition\.mjs/,
  gateway: /dist\/gateway\.mjs/,
  simulator: /dist\/portone-simulator\.mjs/,
  'nats-server': /^\S*nats-server\S* /,
  postgres: /^\S*\/postgres -D/,
}

export type Product = AsyncDisposable & {
  ready: Ready
  dataDir: string
  /** Everything printed so far, on both streams. */
  output(): string
  pid(name: ProcessName): Promise<number>
  kill(name: ProcessName, signal?: NodeJS.Signals): Promise<void>
  /** URL of a process's operations port, from the last `ready` line of its log. */
  operations(name: ProductProcess): Promise<string>
  /** URL of its database for the superuser, for data that the API does not have. */
  databaseUrl(): Promise<string>
  /** Stops it like Ctrl-C, and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** The starter and all its descendants. */
  processes(): Promise<{ pid: number; command: string }[]>
  /** Processes of this start that are still alive. */
  survivors(): Promise<number[]>
}

/** Ports that each run picks, so that several run side by side. */
const freePorts = { PORT: '0', NATS_PORT: '0', MQTT_PORT: '0', METRICS_PORT: '0' }
/** Tests count what they made, and do not wait for a history. */
const demo = { DEMO: 'small' }

/**
 * Starts the product as `npm start` does, on free ports and in its own data folder.
 * @param starter the command line, for example `npm start` itself
 */
export async function startProduct(
  environment: Record<string, string> = {},
  [command, ...args]: readonly [string, ...string[]] = [process.execPath, 'deploy/local/start.ts'],
): Promise<Product> {
  const dataDir = environment.DATA_DIR ?? (await newDataFolder(environment))
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', ...freePorts, ...demo, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ready = await readyLine(child, () => output)
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const pid = async (name: ProcessName) => {
    for (let tries = 0; tries < 100; tries++) {
      const found = (await family(child.pid as number)).find(({ command }) => commandOf[name].test(command))
      if (found) return found.pid
      await wait(50)
    }
    throw new Error(`no process ${name} in:\n${output}`)
  }
  const all = await family(child.pid as number)
  return {
    ready,
    dataDir,
    output: () => output,
    pid,
    kill: async (name, signal = 'SIGKILL') => void process.kill(await pid(name), signal),
    operations: async (name) => {
      const log = await readFile(join(dataDir, 'logs', `${name}.log`), 'utf8')
      const line = log.split('\n').findLast((text) => text.includes('"msg":"ready"'))
      if (!line) throw new Error(`${name} was never ready:\n${log}`)
      return `http://127.0.0.1:${(JSON.parse(line) as { operations: number }).operations}`
    },
    async databaseUrl() {
      const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { postgres: string }
      const port = /PostgreSQL is running on port (\d+)/.exec(output)?.[1]
      return `postgres://postgres:${secrets.postgres}@127.0.0.1:${port}/postgres`
    },
    stop,
    processes: () => family(child.pid as number),
    survivors: async () => {
      const alive = new Set((await processes()).map((entry) => entry.pid))
      return all.map((entry) => entry.pid).filter((entry) => alive.has(entry))
    },
    async [Symbol.asyncDispose]() {
      await stop()
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<Product> | undefined

/**
 * The product that the test files of this process share: for tests that stop no part of it, need no settings of their
 * own and only count what they created themselves. It ends with the process.
 */
export async function sharedProduct(): Promise<Product> {
  shared ??= startProduct()
  const product = await shared
  // Its supervisor starts the gateway again. A restart that no test asked for has to be explained, so its output is shown.
  for (let tries = 0; !(await responds(product)); tries++) {
    const last = () => product.output().split('\n').slice(-20).join('\n')
    if (tries === 0) process.stderr.write(`the shared product does not respond:\n${last()}\n`)
    if (tries === 150) throw new Error(`the shared product did not come back:\n${last()}`)
    await wait(200)
  }
  return product
}

const responds = ({ ready }: Product): Promise<boolean> =>
  fetch(`${ready.http}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

async function newDataFolder(environment: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kingcar-e2e-'))
  if (hasDefaultFirstStart(environment)) await fillFromSharedStart(folder)
  return folder
}

/** Fills a data folder from the first start that tests share, if they share one. */
export const fillFromSharedStart = (folder: string): Promise<void> =>
  fillFromFirstStart(folder, async (dataDir) => (await startProduct({ DATA_DIR: dataDir })).stop())

async function readyLine(child: ChildProcess, output: () => string): Promise<Ready> {
  while (child.exitCode === null) {
    const line = /^ready (\{.*\})$/m.exec(output())?.[1]
    if (line) return JSON.parse(line) as Ready
    await wait(20)
  }
  throw new Error(`the product exited with ${child.exitCode}:\n${output()}`)
}

type Entry = { pid: number; parent: number; command: string }

/** Every process of this machine, read from /proc. */
async function processes(): Promise<Entry[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const entries = await Promise.all(ids.map(readProcess))
  return entries.filter((entry) => entry !== undefined)
}

async function readProcess(pid: number): Promise<Entry | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return undefined
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
    return { pid, parent: Number(parent), command }
  } catch {
    return undefined // it exited while the list was read
  }
}

/** A process and all its descendants. */
async function family(pid: number): Promise<Entry[]> {
  const all = await processes()
  const members = new Set([pid])
  for (let before = 0; before !== members.size; ) {
    before = members.size
    for (const entry of all) if (members.has(entry.parent)) members.add(entry.pid)
  }
  return all.filter((entry) => members.has(entry.pid))
}
