import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@kingcar/testing/random'
import { median } from '@kingcar/testing/statistics'
import { type Deployment, openDeployment, type Process } from '../deployment/deployment.ts'
import { memoryOf } from '../process-memory.ts'
import { withoutLimits } from '../product.ts'
import { type Log, scenario } from '../scenario-runner.ts'
import { openCars } from './busy-day.ts'
import { drawFault } from './fault-injectors.ts'
import { openBalancer, startClients } from './steady-clients.ts'
import { becomesTrue, hasAll, openViewers, repeatEvenly } from './traffic.ts'

/*
 * Everything runs for a long time, with a fault every minute. In the first sixth any process may die; afterwards
 * KingCar's own processes stay alive. After the warm-up, a third of the total time, their memory must not grow any
 * more. Until shortly before that the load and the number of faults are higher than later, so that code which is
 * compiled because it runs often, or after a fault, is compiled before memory counts.
 */

export type SoakOptions = {
  minutes: number
  /** Seconds from one fault to the next. */
  every: number
  /** Per second; more requests during the warm-up. */
  requests: number
  cars: number
  /** Share of the time in which KingCar's own processes die, too. */
  mortal: number
  seed: number
}
export type Soak = {
  requests: number
  /** Requests with an unexpected response, other than 503 during a fault. */
  wrong: string[]
  refused: number
  /** Refusals long after the last fault; there are none while faults follow each other quickly. */
  late: string[]
  cars: number
  complete: number
  viewers: number
  /**
   * Growth of each process over the last two thirds in MiB, by its linear trend. Measured after a garbage collection
   * and without free memory of malloc: those depend on when garbage was last collected and on past bursts, and say
   * nothing about leaks.
   */
  growth: Record<string, number>
  /** Open files of each process: the median of the second half minus that of the first half. */
  files: Record<string, number>
  /** Measurements of each process in the last two thirds. */
  watched: Record<string, number>
  /** Maximum MiB of each process, garbage included. */
  most: Record<string, number>
  /** KingCar's processes that restarted after faults had stopped killing them. */
  restarted: string[]
  /** Log lines that a process writes when it dies by itself. */
  fatal: string[]
}

const requestsPerSecond = 40
/** Factors for more load during the warm-up, and for more faults once the processes stay alive. */
const warming = { requests: 3, strikes: 4 }
/** Share of the time after which the processes are warm, and share after which their memory is measured. */
const [warm, counting] = [0.3, 1 / 3]
/** Enough that the caches of every process are full before its memory counts. */
const carsPerSecond = 70
const viewerCount = 10
const minute = 60_000
/** Milliseconds after which everything has recovered, after any fault. */
const recovery = 15_000
/** Milliseconds between two checks of the responses. */
const look = 5_000
/** Milliseconds for a garbage collection on a busy machine. */
const collecting = 2_000
/** Measurements per minute. */
const looksAtMemory = 3

/** MiB. */
type Memory = { at: number; resident: number }
type Files = { at: number; files: number }
type Watched = { process: Process; memory: Memory[]; files: Files[] }

/** @param deployment without rate limits, whose processes collect garbage at SIGUSR2 */
export async function soak(deployment: Deployment, options: SoakOptions, log: Log): Promise<Soak> {
  const { minutes, every, requests, cars: perSecond, mortal, seed } = options
  await using stack = new AsyncDisposableStack()
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, viewerCount, stack, balancer.next)
  const [first] = viewers
  const cars = stack.use(await openCars(deployment, perSecond))
  if (first) first.onEvent = (text) => cars.seen(/"carNumber":"([^"]+)"/.exec(text)?.[1] ?? '')
  const coming = repeatEvenly(perSecond, cars.arrive)
  const clients = await startClients(deployment, balancer.next, warming.requests * requests)
  const random = createRandom(seed)
  const own = [...deployment.gateways, ...deployment.services]
  const watched = own.map((process): Watched => ({ process, memory: [], files: [] }))
  const notes = join(deployment.dataDir, 'memory')
  let starts: number[] | undefined
  const began = Date.now()
  const after = (share: number) => began + share * minutes * minute
  const [mayEnd, calm, end] = [after(mortal), after(warm), after(1)]
  const late: string[] = []
  let [wellFrom, lookedAt, seen, isCalm] = [began, began, 0, false]

  for (let next = began + every * 1_000; Date.now() < end; await wait(Math.min(look, every * 500))) {
    if (lookedAt > wellFrom) late.push(...clients.failed.slice(seen).filter(isRefusal))
    lookedAt = Date.now()
    if (lookedAt >= calm && !isCalm) clients.pace(requests)
    isCalm = lookedAt >= calm
    seen = clients.failed.length
    await Promise.all(watched.map(({ process, files }) => ifAlive(filesOf(process), files)))
    if (Date.now() < next) continue
    const isEarly = Date.now() < mayEnd
    next += (every * 1_000) / (isEarly || isCalm ? 1 : warming.strikes)
    const patience = Math.min(collecting, every * 100)
    await Promise.all(watched.map((each) => ifAlive(memoryWithoutGarbage(each.process, notes, patience), each.memory)))
    if (!isEarly) starts ??= own.map((process) => process.starts)
    const strike = drawUntil(deployment, random, isEarly)
    await strike.run()
    wellFrom = Date.now() + recovery
    log(
      `${Math.round((Date.now() - began) / minute)} min: ${strike.name}, ${clients.requests} requests, ${shown(watched)}`,
    )
  }
  await clients.stop()
  coming.stop()
  await becomesTrue(() => cars.waiting === 0 && viewers.every(hasAll(cars.sent)))
  const trends = watched.map((each) => [each.process.name, trendOf(each, after(counting))] as const)
  const restarted = own.filter((process, at) => starts && process.starts !== starts[at]).map(({ name }) => name)
  return {
    requests: clients.requests,
    wrong: clients.failed.filter((failure) => !isRefusal(failure)),
    refused: clients.failed.filter(isRefusal).length,
    late,
    cars: cars.sent,
    complete: viewers.filter(hasAll(cars.sent)).length,
    viewers: viewerCount,
    growth: Object.fromEntries(trends.map(([name, { memory }]) => [name, memory])),
    files: Object.fromEntries(trends.map(([name, { files }]) => [name, files])),
    watched: Object.fromEntries(trends.map(([name, { looks }]) => [name, looks])),
    most: Object.fromEntries(
      await Promise.all(
        own
          .filter(({ running }) => running)
          .map(async ({ name, pid }) => [name, Math.round((await memoryOf(pid)).most)] as const),
      ),
    ),
    restarted,
    fatal: await fatalLines(deployment),
  }
}

/** Failures that a fault explains. */
const isRefusal = (failure: string) => / 503 |ECONN|fetch failed|other side closed/.test(failure)

/** While KingCar's processes must stay alive, only other faults are drawn. */
function drawUntil(deployment: Deployment, random: () => number, mayEnd: boolean) {
  for (;;) {
    const strike = drawFault(deployment, random)
    if (mayEnd || !/^(member|catalog|orders|recognition|gateway)-\d (killed|stopped)/.test(strike.name)) return strike
  }
}

/** Keeps a measurement, unless the process has died: that is claimed separately. */
async function ifAlive<T>(looking: Promise<T[]>, all: T[]): Promise<void> {
  try {
    all.push(...(await looking))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
}

const filesOf = async ({ pid }: Process): Promise<Files[]> => [
  { at: Date.now(), files: (await readdir(`/proc/${pid}/fd`)).length },
]

/**
 * The minimum of several measurements, of those that it wrote in time: work in progress at one of them has ended at the
 * next.
 */
async function memoryWithoutGarbage(process: Process, notes: string, patience: number): Promise<Memory[]> {
  const looks: Memory[] = []
  for (let count = 0; count < looksAtMemory; count++) {
    const asked = Date.now()
    process.signal('SIGUSR2')
    await wait(patience)
    const noted: Memory = JSON.parse(await readFile(join(notes, String(process.pid)), 'utf8'))
    if (noted.at >= asked) looks.push(noted)
  }
  return looks.toSorted((one, other) => one.resident - other.resident).slice(0, 1)
}

const shown = (watched: readonly Watched[]) =>
  watched
    .map(({ process: { name }, memory, files }) => {
      return `${name} ${memory.at(-1)?.resident.toFixed(1)} MiB ${files.at(-1)?.files} files`
    })
    .join(', ')

function trendOf({ memory, files }: Watched, from: number) {
  const later = memory.filter(({ at }) => at >= from)
  const rise = slopeOf(later.map(({ resident }) => resident)) * (later.length - 1)
  const laterFiles = files.filter(({ at }) => at >= from).map((look) => look.files)
  const half = Math.ceil(laterFiles.length / 2)
  return {
    memory: Math.round(rise * 100) / 100,
    files: half === 0 ? 0 : median(laterFiles.slice(-half)) - median(laterFiles.slice(0, half)),
    looks: later.length,
  }
}

/** By least squares, per step. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  return spread === 0 ? 0 : values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread
}

async function fatalLines({ dataDir }: Deployment): Promise<string[]> {
  const folder = join(dataDir, 'logs')
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return files.flatMap((text) => text.split('\n').filter((line) => /"level":60|unhandledRejection|uncaught/.test(line)))
}

export const soakScenario = scenario({
  about: 'half an hour of everything with a fault a minute, and the memory and files of each process',
  options: { minutes: 30 },
  async run({ seed, options, log }) {
    await using deployment = await openDeployment({ environment: withoutLimits, recordsMemory: true })
    const { wrong, fatal, late, ...figures } = await soak(
      deployment,
      { ...options, every: 60, requests: requestsPerSecond, cars: carsPerSecond, mortal: 1 / 6, seed },
      log,
    )
    const claims = {
      'every response is correct, or 503 during a fault': wrong.length === 0,
      'no call is refused 15 s after a fault': late.length === 0,
      'every screen was shown every car': figures.complete === figures.viewers,
      'no process grows by a MiB over the last two thirds': Object.values(figures.growth).every((more) => more < 1),
      'no process keeps more files open': Object.values(figures.files).every((more) => more < 5),
      'each process was measured in every minute of these': Object.values(figures.watched).every(
        (looks) => looks >= Math.floor((2 * options.minutes) / 3) - 1,
      ),
      'no process dies by itself': fatal.length === 0 && figures.restarted.length === 0,
    }
    return [{ name: 'soak', figures, claims, cases: [...wrong, ...late, ...fatal] }]
  },
})
