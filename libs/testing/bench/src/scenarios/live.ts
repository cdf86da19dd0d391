import { setTimeout as wait } from 'node:timers/promises'
import { build } from '@kingcar/deploy/build'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { findReaders } from '../live/reader.ts'
import { toReport } from '../live/report.ts'
import { atFullRate, atSteadyRate, type OpenSender, type Slice } from '../live/send-variants.ts'
import { startSenders } from '../live/senders.ts'
import { memoryOf } from '../proc.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate } from '../rotate.ts'

export type Size = {
  sockets: number
  rounds: number
  seconds: number
  /** Deliveries per second of the latency measurement. */
  steady: { perSecond: number; seconds: number; rounds: number }
  /** Seconds until memory is stable. */
  settling: number
}

export const full: Size = {
  sockets: 1_000,
  rounds: 6,
  seconds: 3,
  steady: { perSecond: 30_000, seconds: 5, rounds: 3 },
  settling: 15,
}
/** Long enough to show that nothing is lost, too short for a claim. */
export const smoke: Size = {
  sockets: 50,
  rounds: 1,
  seconds: 0.3,
  steady: { perSecond: 1_000, seconds: 0.5, rounds: 1 },
  settling: 0.2,
}

/** Events in one turn of the sender's event loop. */
const bursts = [1, 8] as const

/**
 * The same event to many sockets: the gateway, fed through VISITS, compared with a minimal C program, bare `ws` and
 * socket.io; at full rate with one and with eight events per turn of the event loop, then at a steady rate. One reader
 * process for all. A lost or duplicate event fails the run.
 */
export async function live(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  await build(progress)
  const folder = stack.use(temporaryFolder())
  progress('starting the product and the peers')
  const senders = await startSenders(folder.path, size.sockets, stack)
  const readers = findReaders(stack)
  await wait(size.settling * 1_000)
  progress(`opening ${size.sockets} sockets of each`)
  const before = new Map(senders.map(({ pid }) => [pid, memoryOf(pid)]))
  const ways: OpenSender[] = []
  for (const sender of senders) {
    ways.push({ ...sender, reader: await readers.open(sender.url, sender.handshakes, sender.greeting) })
  }
  await wait(size.settling * 1_000)
  const memory = new Map(ways.map(({ name, pid }) => [name, perSocket(before.get(pid), memoryOf(pid), size)]))

  const onRound = (round: number) => progress(`round ${round}`)
  progress('full rate')
  const turns = bursts.flatMap((burst) => ways.map((way) => ({ way, burst })))
  const measured = await rotate(
    turns.map(({ way, burst }) => atFullRate(way, burst, size.seconds)),
    { rounds: size.rounds, onRound },
  )
  const fullRate = turns.map(({ burst }, at) => ({ burst, ...(measured[at] as Measured<Slice>) }))
  progress(`${size.steady.perSecond} deliveries a second`)
  const steady = await rotate(
    ways.flatMap((way) => atSteadyRate(way, size.steady.perSecond, size.steady.seconds) ?? []),
    { rounds: size.steady.rounds, onRound },
  )
  const versions = { ws: versionOf('ws'), 'socket.io': versionOf('socket.io'), reader: readers.name }
  return { ...toReport(size, { fullRate, steady, memory }), machine: machine(versions) }
}

const perSocket = (before: number | undefined, now: number | undefined, { sockets }: Size) =>
  before === undefined || now === undefined ? undefined : (now - before) / sockets
