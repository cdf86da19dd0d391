import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '@kingcar/testing/statistics'
import { type Deployment, openDeployment, type Process } from '../deployment/deployment.ts'
import { memoryOf } from '../memory.ts'
import { withoutLimits } from '../product.ts'
import { createRandom } from '../random.ts'
import { type Log, trial } from '../scenario-runner.ts'
import { openCars } from './busy-day.ts'
import { openBalancer, startClients } from './clients.ts'
import { drawStrike } from './fault-injectors.ts'
import { comesTrue, evenly, hasAll, openViewers } from './traffic.ts'

/*
 * Everything goes on for a long time, and something happens every minute. In the first sixth whoever it hits dies; then our own
 * processes live on. Once they have warmed up, a third of the time after the beginning, what they take may not grow any more.
 * Until shortly before that more is asked, and happens, than later, so that whatever is compiled because it is used often, or
 * after a fault, is compiled before it counts.
 */

export type SoakOptions = {
  minutes: number
  /** Seconds from one strike to the next. */
  every: number
  /** A second; of requests more while processes warm up. */
  requests: number
  cars: number
  /** The share of the time in which our own processes die, too. */
  mortal: number
  seed: number
}
export type Soak = {
  requests: number
  /** Requests that were answered with anything else than they should be, or with 503 while something was away. */
  wrong: string[]
  refused: number
  /** Refusals while nothing had happened for a while; while things happen in quick succession there are none such. */
  late: string[]
  cars: number
  complete: number
  viewers: number
  /**
   * MiB by which each process took more at the end of the last two thirds than at their beginning, by its trend, each time without
   * its garbage and what malloc holds free: how much of that there is says when it was collected last, and how large a burst was
   * once, and nothing of what is kept.
   */
  growth: Record<string, number>
  /** By how many files each had more open most of the second half of that time than of the first. */
  files: Record<string, number>
  /** How often each process was looked at in the last two thirds. */
  watched: Record<string, number>
  /** MiB that each took at most, garbage and all. */
  most: Record<string, number>
  /** Processes of our own that began anew once none is ended any more. */
  restarted: string[]
  /** Lines of the log that a process writes when it dies of itself. */
  fatal: string[]
}

const requestsPerSecond = 40
/** How much more is asked while processes warm up, and how much more happens once they live on. */
const warming = { requests: 3, strikes: 4 }
/** The shares of the time after which they are warm, and after which it counts what they take. */
const [warm, counting] = [0.3, 1 / 3]
/** So many that every process remembers as many of them as it ever does before it counts what it takes. */
const carsPerSecond = 70
const viewerCount = 10
const minute = 60_000
/** Milliseconds after which all is well again, whatever happened. */
const recovery = 15_000
/** Milliseconds between two looks at what was answered. */
const look = 5_000
/** Milliseconds in which a process has collected its garbage, however busy the machine is. */
const collecting = 2_000
/** How often one looks in a minute. */
const looksAtMemory = 3

/** MiB. */
type Memory = { at: number; resident: number }
type Files = { at: number; files: number }
type Watched = { process: Process; memory: Memory[]; files: Files[] }

/** @param deployment without limits, whose processes collect their garbage when they are told to */
export async function soak(deployment: Deployment, options: SoakOptions, log: Log): Promise<Soak> {
  const { minutes, every, requests, cars: perSecond, mortal, seed } = options
  await using stack = new AsyncDisposableStack()
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, viewerCount, stack, balancer.next)
  const [first] = viewers
  const cars = stack.use(await openCars(deployment, perSecond))
  if (first) first.onEvent = (text) => cars.seen(/"carNumber":"([^"]+)"/.exec(text)?.[1] ?? '')
  const coming = evenly(perSecond, cars.come)
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
  await comesTrue(() => cars.waiting === 0 && viewers.every(hasAll(cars.sent)))
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

/** What was away while something happened. */
const isRefusal = (failure: string) => / 503 |ECONN|fetch failed|other side closed/.test(failure)

/** Where it may not be, none of our own processes is ended. */
function drawUntil(deployment: Deployment, random: () => number, mayEnd: boolean) {
  for (;;) {
    const strike = drawStrike(deployment, random)
    if (mayEnd || !/^(member|catalog|orders|recognition|gateway)-\d (killed|stopped)/.test(strike.name)) return strike
  }
}

/** Keeps what was seen, unless the process has died: that is claimed by itself. */
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

/** The least of some looks, of those that it noted in time: what is under way at one of them is over at the next. */
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

/** By least squares, a step. */
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

export const soakTrial = trial({
  about: 'half an hour of everything with a fault a minute, and what it takes',
  options: { minutes: 30 },
  async run({ seed, options, log }) {
    await using deployment = await openDeployment({ environment: withoutLimits, collects: true })
    const { wrong, fatal, late, ...figures } = await soak(
      deployment,
      { ...options, every: 60, requests: requestsPerSecond, cars: carsPerSecond, mortal: 1 / 6, seed },
      log,
    )
    const claims = {
      'every answer is right, or says that something is away': wrong.length === 0,
      'nothing is refused any more 15 s after something happened': late.length === 0,
      'every screen was shown every car': figures.complete === figures.viewers,
      'no process takes a MiB more over the last two thirds': Object.values(figures.growth).every((more) => more < 1),
      'nor keeps more files open': Object.values(figures.files).every((more) => more < 5),
      'each was looked at in every minute of these': Object.values(figures.watched).every(
        (looks) => looks >= Math.floor((2 * options.minutes) / 3) - 1,
      ),
      'none dies of itself': fatal.length === 0 && figures.restarted.length === 0,
    }
    return [{ name: 'soak', figures, claims, cases: [...wrong, ...late, ...fatal] }]
  },
})
