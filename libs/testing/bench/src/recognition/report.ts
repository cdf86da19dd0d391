import { median, ratio } from '@kingcar/testing/statistics'
import type { Claim, Report } from '../report.ts'
import type { Measured } from '../rotate.ts'
import type { Latency } from './steady-rate.ts'

export type Backlog = { units: number; perSecond: number }
/** Results at one rate. */
export type Steady = { perSecond: number; measured: readonly Measured<Latency>[] }

type Conditions = {
  history: number
  plates: number
  rounds: number
  seconds: number
  steady: { rates: readonly number[]; seconds: number; rounds: number }
  /** Reads per second that nats-server stores, each as a message of its own. */
  stored: number
}

/** CPU microseconds per read, over all processes. */
const cpuLimit = { atMost: 110, aim: 70 }
/** p99 milliseconds from the publish of the first read of a car to its frame, by reads per second; other rates have no claim. */
const latencyLimits: Record<number, { atMost: number; aim: number }> = {
  1000: { atMost: 15, aim: 8 },
  4000: { atMost: 25, aim: 15 },
}

/** Milliseconds: the time for which later reads of a car are gathered, with a reserve for the batch before. */
const laterLimit = 1_100

/** @param backlogs of the product, of one read per transaction and of no database, in this order */
export function toReport(
  conditions: Conditions,
  backlogs: readonly Measured<Backlog>[],
  steady: readonly Steady[],
): Omit<Report, 'machine'> {
  const rates = backlogs.map(({ slices }) => slices.map(({ perSecond }) => perSecond))
  const [own, oneByOne, limit] = rates as [number[], number[], number[]]
  const [product] = backlogs as [Measured<Backlog>]
  return {
    scenario: 'recognition',
    how: howOf(conditions),
    rows: backlogs.map(({ name, cpu }, at) => ({
      variant: name,
      'reads/s': Math.round(median(rates[at] as number[])),
      'to one by one': ratio(rates[at] as number[], oneByOne).toFixed(1),
      'to no database': ratio(rates[at] as number[], limit).toFixed(2),
      'CPU µs a read': cpuText(cpu),
      ...Object.assign({}, ...steady.map((rate) => latencyColumns(rate, name))),
    })),
    claims: [
      { claim: 'to one read a transaction', measured: ratio(own, oneByOne), atLeast: 10, aim: 15 },
      { claim: 'to no database', measured: ratio(own, limit), atLeast: 0.6 },
      { claim: 'µs of CPU a read, over all processes', measured: sumOf(product.cpu), ...cpuLimit },
      ...steady.flatMap((rate) => latencyClaims(rate, product.name)),
    ],
  }
}

function howOf({ history, plates, rounds, seconds, steady, stored }: Conditions): string {
  const before = `${history} earlier visits, ${plates} plates, every fifth read begins a visit`
  const after = `${steady.rates.join(' and ')} reads a second, ${steady.rounds} rounds of ${steady.seconds} s`
  return `From READS to rows to the live socket: ${before}, ${rounds} rounds of about ${seconds} s in rotation; then ${after}. On this disk nats-server stores ${Math.round(stored)} single reads per second.`
}

const named = ({ measured }: Steady, name: string) => measured.find((each) => each.name === name)
const middle = ({ slices }: Measured<Latency>, value: (latency: Latency) => number) => median(slices.map(value))

function latencyColumns(steady: Steady, name: string): Record<string, string> {
  const at = `at ${steady.perSecond}/s`
  const measured = named(steady, name)
  const of = (value: (latency: Latency) => number) => (measured ? middle(measured, value).toFixed(1) : '')
  return {
    [`p50 ms ${at}`]: of(({ p50 }) => p50),
    [`p99 ms ${at}`]: of(({ p99 }) => p99),
    [`max ms ${at}`]: of(({ max }) => max),
    [`p99 ms of later reads ${at}`]: of(({ laterP99 }) => laterP99),
    [`refusals ${at}`]: of(({ refusals }) => refusals),
    [`CPU µs a read ${at}`]: measured ? cpuText(measured.cpu) : '',
  }
}

function latencyClaims(steady: Steady, name: string): Claim[] {
  const { perSecond } = steady
  const limit = latencyLimits[perSecond]
  const measured = named(steady, name)
  if (!limit || !measured) return []
  const claim = `p99 ms from publish to frame at ${perSecond} reads a second`
  return [
    { claim: `${claim}, of the first of a car`, measured: middle(measured, ({ p99 }) => p99), ...limit },
    { claim: `${claim}, of later ones`, measured: middle(measured, ({ laterP99 }) => laterP99), atMost: laterLimit },
  ]
}

const sumOf = (cpu: Record<string, number>) => Object.values(cpu).reduce((sum, microseconds) => sum + microseconds, 0)

const cpuText = (cpu: Record<string, number>) =>
  Object.entries(cpu)
    .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
    .join(', ')
