import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { provisionStreams } from '@kingcar/bus'
import { migrate } from '@kingcar/db'
import { migrationsOf } from '@kingcar/deploy/migrations'
import { startProxy } from '@kingcar/testing/proxy'
import { median } from '@kingcar/testing/statistics'
import type { Sql } from 'postgres'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import { resultOf, signIn } from '../http.ts'
import { joinMembers } from '../member.ts'
import { openDatabase } from '../open-database.ts'
import { withoutLimits } from '../product.ts'
import { startRecognizer } from '../recognizer.ts'
import { type Log, nothingFound, scenario } from '../scenario-runner.ts'
import { type Call, everyCall, usualBound } from './repeated-calls.ts'
import { type Chain, statementChains } from './statement-chains.ts'
import { newPlates } from './traffic.ts'

/*
 * The product in one zone and its database, or its broker, in another: every call, a burst of reads with uses, the migrations or
 * the streams, and the jobs, with a delay of 1, 5 and 10 ms each way, compared with none. Everything finishes, and takes longer
 * by no more than the delay does.
 */

/** Milliseconds each way: none, another zone, another region nearby. */
export const delays = [0, 1, 5, 10] as const
export const distantServers = ['postgres', 'nats-server'] as const
export type DistantServer = (typeof distantServers)[number]

/** Milliseconds at each delay. */
type Times = number[]

export type DistanceOutcome = {
  server: DistantServer
  /** Of each call, the median. */
  calls: Record<string, Times>
  /** From the first read until every visit and every use is stored. */
  burst: Times
  /** Of all migrations of an empty database, or of the provisioning of the streams. */
  preparation: Times
  findings: Record<'a call failed' | 'a call took longer than two seconds' | 'a job failed', string[]>
}

type Options = {
  /** Reads of a burst, and those of them that use a product. */
  reads: number
  uses: number
  /** How often each call is made at each delay. */
  tries: number
  /** Seconds at each delay at least, so that every job runs. */
  seconds: number
}

const patience = 120_000

export async function distance(server: DistantServer, options: Options, log: Log): Promise<DistanceOutcome> {
  const { reads, uses, tries, seconds } = options
  await using deployment = await openDeployment({ environment: withoutLimits, instancesPerService: 1 })
  await using stack = new AsyncDisposableStack()
  const sql = await openDatabase(deployment)
  stack.defer(() => sql.end({ timeout: 1 }))
  const recognizer = stack.use(await startRecognizer(deployment.ready))
  const calls = await everyCall(deployment.ready, deployment.gateways)
  const cars = await registerCars(deployment, uses)
  const links = deployment.links.all.filter(({ to }) => (server === 'postgres') === (to === 'postgres'))
  const outcome: DistanceOutcome = {
    ...{ server, calls: {}, burst: [], preparation: [] },
    findings: { 'a call failed': [], 'a call took longer than two seconds': [], 'a job failed': [] },
  }
  const { findings } = outcome
  const plate = newPlates()
  for (const [turn, delay] of delays.entries()) {
    for (const { proxy } of links) proxy.delay = delay
    const until = Date.now() + seconds * 1_000
    for (const call of calls) {
      const { times, failures } = await timesOf(call, tries)
      outcome.calls[call.name] = [...(outcome.calls[call.name] ?? []), median(times)]
      findings['a call failed'].push(...failures.map((failure) => `${call.name}, ${delay} ms: ${failure}`))
      if (Math.max(...times) > usualBound)
        findings['a call took longer than two seconds'].push(`${call.name}, ${delay} ms`)
    }
    const plates = [
      ...cars.map((own) => own[turn] as string),
      ...Array.from({ length: reads - uses }, (_, at) => plate(turn * reads + at)),
    ]
    outcome.burst.push(await burst(plates, uses, recognizer.read, sql))
    outcome.preparation.push(await prepare(server, deployment, delay))
    await wait(Math.max(0, until - Date.now()))
    log(`${server} ${delay} ms away: ${reads} reads in ${outcome.burst.at(-1)} ms`)
  }
  findings['a job failed'].push(...(await failedJobs(deployment)))
  return outcome
}

/** Plates with them, and with numbers that differ by multiples of 111, cannot be misreadings of each other. */
const prefixes = ['80나', '91다', '12라', '23마']

/** For each of these members one car at each delay, and a product that every car uses. */
async function registerCars({ ready }: Deployment, members: number): Promise<string[][]> {
  const base = ready.http
  const { accessToken: admin } = await signIn(base, ready.email, ready.password)
  const product = { name: '세차 10회권', description: '', type: 'onetime', price: 90_000, useLimit: 10 }
  const made = await resultOf<{ id: string }>(base, 'POST', '/admin/api/products', { token: admin, body: product })
  const [brand] = await resultOf<{ id: string }[]>(base, 'GET', '/api/carBrands')
  return Promise.all(
    (await joinMembers(base, members)).map(async ({ id, accessToken: token }, at) => {
      const granted = { memberId: id, productId: made.id, reason: '부하 시험' }
      await resultOf(base, 'POST', '/admin/api/userProducts', { token: admin, body: granted })
      const plates = prefixes.map((prefix) => `${prefix}${1_000 + 111 * at}`)
      for (const carNumber of plates)
        await resultOf(base, 'POST', '/api/cars', {
          token,
          body: { carNumber, carBrandId: brand?.id, model: '아반떼' },
        })
      return plates
    }),
  )
}

async function timesOf({ ask, prepare, expected }: Call, tries: number) {
  const [times, failures]: [number[], string[]] = [[], []]
  for (let count = 0; count < tries; count++) {
    await prepare?.()
    const began = performance.now()
    const { status, text } = await ask()
    times.push(performance.now() - began)
    if (status !== expected) failures.push(`${status} ${text.slice(0, 200)}`)
  }
  return { times, failures }
}

/** Milliseconds until all reads are visits, and the uses of the first are stored. */
async function burst(
  plates: string[],
  uses: number,
  read: (plate: string) => Promise<unknown>,
  sql: Sql,
): Promise<number> {
  const began = performance.now()
  await Promise.all(plates.map((plate) => read(plate)))
  for (;;) {
    const [count] = await sql<{ visits: number; uses: number }[]>`select
      (select count(*)::integer from recognition.visits where car_number = any(${plates})) as visits,
      (select count(*)::integer from orders.use_logs where car_number = any(${plates})) as uses`
    const took = performance.now() - began
    if (count?.visits === plates.length && count.uses === uses) return Math.round(took)
    if (took > patience)
      throw new Error(`${count?.visits} visits and ${count?.uses} uses of ${plates.length} and ${uses}`)
    await wait(10)
  }
}

/** Milliseconds of what runs before a start. */
async function prepare(server: DistantServer, deployment: Deployment, delay: number): Promise<number> {
  const { secrets, ready } = deployment
  const target = server === 'postgres' ? new URL(await deployment.databaseUrl()).host : ready.nats
  await using proxy = await startProxy(target.replace(/^\w+:\/\//, ''))
  proxy.delay = delay
  const began = performance.now()
  if (server === 'nats-server') {
    await provisionStreams({ url: proxy.url, user: 'setup', password: secrets.nats.setup, replicas: 1 })
  } else {
    const url = new URL(await deployment.databaseUrl())
    url.pathname = `/distance_${delay}`
    const sql = await openDatabase(deployment)
    await sql.unsafe(`create database distance_${delay}`)
    await sql.end()
    url.host = proxy.url
    await migrate({ url: url.href, services: migrationsOf(secrets), log: () => undefined })
  }
  return Math.round(performance.now() - began)
}

/** Lines of the logs about jobs that ended with an error. */
async function failedJobs({ dataDir }: Deployment): Promise<string[]> {
  const folder = join(dataDir, 'logs')
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  return files.flatMap((text) => text.split('\n').filter((line) => line.includes('background job failed')))
}

/** Growth from 5 to 10 ms may be this many times the growth from 0 to 5 ms, and this many milliseconds more. */
const proportion = { factor: 1.3, more: 400 }

const grewInProportion = (times: Times) => {
  const [none = 0, , five = 0, ten = 0] = times
  return ten - none <= 2 * proportion.factor * Math.max(0, five - none) + proportion.more
}

/** Round trips that follow one another, by the time that 10 ms each way add. */
const roundTripsOf = ([none = 0, , , ten = 0]: Times) => Math.round(((ten - none) / 20) * 10) / 10

/** The claims about an outcome, and its table of calls, the most round trips first. */
export function verdictOf({ server, calls, burst, preparation, findings }: DistanceOutcome) {
  const table = Object.entries(calls)
    .map(([name, times]) => ({ name, ms: times.map(Math.round), roundTrips: roundTripsOf(times) }))
    .toSorted((one, other) => other.roundTrips - one.roundTrips)
  const { claims, cases = [] } = nothingFound(findings)
  const shown = table.map(({ name, ms, roundTrips }) => `${roundTrips} round trips, ${ms.join(', ')} ms: ${name}`)
  return {
    name: `distance to ${server}`,
    figures: { delays, burst, preparation, calls: shown },
    claims: {
      ...claims,
      'a burst takes longer at most in proportion': grewInProportion(burst),
      'so does what runs before a start': grewInProportion(preparation),
    },
    cases,
  }
}

/** Requests after which every operation was traced with success. */
const tracedRequests = 6_000

export const distanceScenario = scenario({
  about: 'every call, a burst of reads, migrations and jobs with 1, 5 and 10 ms to the database and to the broker',
  options: { reads: 512, uses: 64, tries: 5, seconds: 60, requests: tracedRequests },
  async run({ seed, options, log }) {
    const { requests, ...own } = options
    const outcomes: DistanceOutcome[] = []
    for (const server of distantServers) outcomes.push(await distance(server, own, log))
    const chains = await statementChains(requests, seed, log)
    return [...outcomes.map(verdictOf), chainVerdict(chains)]
  },
})

/** The longest chain that one unit of work may have. */
const longestChain = 30

const chainVerdict = (chains: readonly Chain[]) => ({
  name: 'statements in sequence',
  figures: Object.fromEntries(chains.slice(0, 25).map(({ work, statements }) => [work, statements])),
  claims: {
    [`nothing needs more than ${longestChain} statements one after another`]:
      (chains[0]?.statements ?? 0) <= longestChain,
    'statements were traced': chains.length > 0,
  },
})
