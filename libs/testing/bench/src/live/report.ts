import { median, ratio } from '@kingcar/testing/statistics'
import type { Claim, Report } from '../report.ts'
import type { Measured } from '../rotate.ts'
import type { Slice } from './send-variants.ts'
import { limitName, productName, socketIoName } from './senders.ts'

type FullRate = Measured<Slice> & { burst: number }

export type Results = {
  fullRate: readonly FullRate[]
  steady: readonly Measured<Slice>[]
  /** KiB per connection, by the sender's name. */
  memory: ReadonlyMap<string, number | undefined>
}

type Conditions = {
  sockets: number
  rounds: number
  seconds: number
  steady: { perSecond: number }
}

/** Claims about the product's rate, relative to a peer's. */
const claims = [
  { burst: 1, peer: limitName, atLeast: 0.85 },
  { burst: 8, peer: limitName, atLeast: 0.7 },
  { burst: 1, peer: socketIoName, atLeast: 1.4 },
  { burst: 8, peer: socketIoName, atLeast: 6 },
]

/** Maximum memory of a connection, relative to a peer's. */
const mostMemory = 0.6

export function toReport(conditions: Conditions, results: Results): Omit<Report, 'machine'> {
  const { sockets, rounds, seconds, steady } = conditions
  return {
    scenario: 'live',
    how: `${sockets} sockets; at full rate one event a turn of the event loop and eight, ${rounds} rounds of ${seconds} s in rotation; then ${steady.perSecond} deliveries a second.`,
    rows: results.fullRate.map((measured) => ({
      ...rateColumns(measured, results),
      'KiB a connection': results.memory.get(measured.name)?.toFixed(1) ?? '',
      [`p50, p99 ms at ${steady.perSecond}/s`]: latencyText(results.steady.find(({ name }) => name === measured.name)),
    })),
    claims: [...claims.flatMap((claim) => judge(claim, results)), ...judgeMemory(results)],
  }
}

function rateColumns(measured: FullRate, { fullRate }: Results) {
  const { name, burst, slices, cpu } = measured
  const of = (value: (slice: Slice) => number) => median(slices.map(value))
  const ratiosTo = (peerName: string) => {
    const peer = find(fullRate, peerName, burst)
    return peer
      ? `${ratioOf(measured, peer, perCpuSecond).toFixed(2)}, ${ratioOf(measured, peer, perSecond).toFixed(2)}`
      : ''
  }
  return {
    variant: name,
    'events a turn': burst,
    'deliveries/s': Math.round(of(perSecond)),
    "sender's CPU": `${Math.round(100 * of(({ cpuShare }) => cpuShare))} %`,
    'deliveries/s of CPU': Math.round(of(perCpuSecond)),
    'to C: of CPU, by the clock': ratiosTo(limitName),
    'to socket.io': ratiosTo(socketIoName),
    'CPU µs a delivery': Object.entries(cpu)
      .map(([role, microseconds]) => `${role} ${microseconds.toFixed(2)}`)
      .join(', '),
    'events a write': name === limitName ? burst : of(({ perWrite = 0 }) => perWrite).toFixed(2), // only write(2) is counted
    'bytes an event': Math.round(of(({ payloadBytes, deliveries }) => payloadBytes / deliveries)),
  }
}

/** Uses CPU time instead of elapsed time, because other load on the machine slows slices unevenly. */
function judge({ burst, peer: peerName, atLeast }: (typeof claims)[number], { fullRate }: Results): Claim[] {
  const product = find(fullRate, productName, burst)
  const peer = find(fullRate, peerName, burst)
  if (!product || !peer) return []
  const claim = `${burst} ${burst === 1 ? 'event' : 'events'} a turn, to ${peerName}`
  return [{ claim, measured: ratioOf(product, peer, perCpuSecond), atLeast }]
}

/** Nothing if memory cannot be read, or if it is too little for a meaningful ratio. */
function judgeMemory({ memory }: Results): Claim[] {
  const [product = 0, peer = 0] = [memory.get(productName), memory.get(socketIoName)]
  if (product <= 0 || peer <= 0) return []
  return [{ claim: `memory a connection, to ${socketIoName}'s`, measured: product / peer, atMost: mostMemory }]
}

const find = (fullRate: readonly FullRate[], name: string, burst: number) =>
  fullRate.find((measured) => measured.name === name && measured.burst === burst)

const ratioOf = (of: FullRate, to: FullRate, rate: (slice: Slice) => number) =>
  ratio(of.slices.map(rate), to.slices.map(rate))

const perSecond = (slice: Slice) => slice.perSecond
const perCpuSecond = (slice: Slice) => slice.perCpuSecond

function latencyText(measured: Measured<Slice> | undefined): string {
  if (!measured) return ''
  const of = (value: (slice: Slice) => number) => median(measured.slices.map(value)).toFixed(1)
  return `${of(({ p50 }) => p50)}, ${of(({ p99 }) => p99)}`
}
