import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import { type Product, startProduct } from '@kingcar/e2e/product'
import { connectAsSetup } from '@kingcar/e2e/secrets'
import { startPostgres } from '@kingcar/localstack/postgres'
import { withChildren } from '@kingcar/localstack/process-table'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { WebSocket } from 'ws'
import { memoryOf } from '../proc.ts'
import { fillReads, processBacklog } from '../recognition/backlog.ts'
import { fillDatabase, postgresVersion } from '../recognition/create-database.ts'
import { type Live, openLive } from '../recognition/live-socket.ts'
import { allowBatches } from '../recognition/pipeline.ts'
import { createWorkload, readsOfStay } from '../recognition/workload.ts'
import { machine, type Report, versionOf } from '../report.ts'

export type Size = {
  plates: number
  /** Past visits in the database. */
  history: number
  /** Number of backlogs, and reads of each. */
  rounds: number
  reads: number
  /** Live sockets besides the one that checks the visits; each receives every visit. */
  sockets: number
  /** Seconds of rest after the run. */
  rest: number
}

export const full: Size = { plates: 10_000, history: 100_000, rounds: 5, reads: 30_000, sockets: 20, rest: 30 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { plates: 200, history: 200, rounds: 1, reads: 500, sockets: 10, rest: 0 }

/** MiB that the five KingCar processes may use together. */
const budget = 450
const ours = ['gateway', 'member', 'catalog', 'orders', 'recognition'] as const
const socketsOfSession = 5

type Memory = Record<string, number>

/**
 * Memory of `npm start` after backlogs of reads were worked off at full rate while every socket received every visit:
 * proportional set sizes, by process.
 */
export async function memory(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const folder = stack.use(temporaryFolder())
  const postgres = stack.use(await startPostgres({ dataDir: folder.path, password: randomBytes(12).toString('hex') }))
  const product = stack.use(await startProduct({ DATABASE_URL: postgres.url }, ['npm', 'start']))
  stack.defer(() => stopWithNpm(product))
  const workload = createWorkload(size.plates)
  await fillDatabase(postgres.url, workload, size.history)
  const setup = stack.adopt(await connectAsSetup(product), (connection) => connection.close())
  await allowBatches(setup)
  const start = await memories(product, postgres.pid)
  const live = await openSockets(product, size.sockets, stack)

  const stays = (round: number) => workload.stays((round * size.reads) / readsOfStay, size.reads / readsOfStay)
  const rates: number[] = []
  for (let round = 0; round < size.rounds; round++) {
    progress(`round ${round + 1} of ${size.rounds}`)
    await fillReads({ setup }, stays(round))
    rates.push(await processBacklog({ setup, live }, stays(round), ((round + 1) * size.reads) / readsOfStay))
  }
  const end = await memories(product, postgres.pid)
  await wait(size.rest * 1_000)
  const rested = await memories(product, postgres.pid)
  const versions = { 'nats-server': setup.info?.version ?? '', PostgreSQL: await postgresVersion(postgres.url) }
  return {
    scenario: 'memory',
    how: `${size.rounds} backlogs of ${size.reads} reads, worked off at up to ${Math.round(Math.max(...rates))} per second, each visit sent to ${size.sockets + 1} sockets. MiB of proportional set size.`,
    machine: machine({ ...versions, nats: versionOf('nats') }),
    rows: Object.keys(end).map((process) => ({
      process,
      'at the start': Math.round(start[process] ?? 0),
      'after the run': Math.round(end[process] ?? 0),
      [`${size.rest} s later`]: Math.round(rested[process] ?? 0),
    })),
    claims: [{ claim: 'MiB of gateway and services after the run', measured: sumOfOurs(end), atMost: budget }],
  }
}

/** npm ignores SIGINT, because a terminal sends it to its children, too; at SIGTERM it exits, and they follow. */
async function stopWithNpm(product: Product): Promise<void> {
  await product.stop('SIGTERM')
  while ((await product.survivors()).length > 0) await wait(50)
}

const sumOfOurs = (memory: Memory) => ours.reduce((sum, name) => sum + (memory[name] as number), 0)

/** By name: first KingCar's processes and their sum, then the servers and the starter. */
async function memories(product: Product, postgresPid: number): Promise<Memory> {
  const own: Memory = {}
  for (const name of ours) own[name] = mebibytes(await product.pid(name))
  const all = await product.processes()
  const of = (command: RegExp) =>
    all.filter((entry) => command.test(entry.command)).reduce((sum, { pid }) => sum + mebibytes(pid), 0)
  return {
    ...own,
    'these five': sumOfOurs(own),
    'nats-server': of(/^\S*nats-server\S* /),
    PostgreSQL: memoryOfPostgres(postgresPid),
    supervisor: of(/deploy\/local\/start\.ts/),
    npm: of(/^npm /),
  }
}

/** @throws Error if it cannot be read: only Linux has /proc */
function mebibytes(pid: number): number {
  const kibibytes = memoryOf(pid)
  if (kibibytes === undefined) throw new Error(`The memory of process ${pid} cannot be read.`)
  return kibibytes / 1_024
}

/** The server and its backends. */
const memoryOfPostgres = (pid: number) => withChildren(pid).reduce((sum, each) => sum + mebibytes(each), 0)

/** Opens sockets that receive everything, and one that checks it. */
async function openSockets({ ready }: Product, count: number, stack: AsyncDisposableStack): Promise<Live> {
  const newToken = async () => (await signIn(ready.http, ready.email, ready.password)).accessToken
  let token = ''
  for (let opened = 0; opened < count; opened++) {
    if (opened % socketsOfSession === 0) token = await newToken()
    const socket = new WebSocket(`${ready.http.replace('http', 'ws')}/admin/api/live`, [
      'kingcar.live.v1',
      `bearer.${token}`,
    ])
    await once(socket, 'open')
    socket.on('message', () => undefined)
    stack.defer(() => socket.terminate())
  }
  return stack.use(await openLive(ready.http, await newToken()))
}
