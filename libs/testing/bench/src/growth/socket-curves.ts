import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { median } from '@kingcar/testing/statistics'
import { cpuOf } from '../cpu.ts'
import { findReaders, type Readers } from '../live/reader.ts'
import { atFullRate, type OpenSender } from '../live/send-variants.ts'
import { type Sender, startProduct } from '../live/senders.ts'
import { memoryOf } from '../proc.ts'
import { type Curve, count } from './curve.ts'

export type SocketsSize = {
  /** Sockets of each gateway, ascending. */
  sizes: readonly number[]
  rounds: number
  /** Seconds of a slice at full rate. */
  seconds: number
  /** Events per round whose delivery to the last socket is timed, one after the other. */
  events: number
  /** Seconds until memory is stable. */
  settling: number
  from: number
}

type Round = { cpuOfDelivery: number; lastMs: number }
type SocketVariant = {
  way: OpenSender
  sockets: number
  perSecond: number
  cpuOfOpening: number
  kib: number
  rounds: Round[]
}

/** Cost of sockets for the gateway, at the largest number that was open. */
export type SocketCosts = { kib: number; cpuOfDelivery: number; openFiles: number; refused?: string }

/** Curves over open live sockets: one gateway per size, all running, measured in rotation. */
export async function socketsCurves(
  size: SocketsSize,
  folder: string,
  progress: (line: string) => void,
): Promise<{ curves: Curve[]; costs: SocketCosts }> {
  await using stack = new AsyncDisposableStack()
  const stages: SocketVariant[] = []
  const refusals: { n: number; because: string }[] = []
  for (const sockets of size.sizes) {
    progress(`opening ${count(sockets)} sockets`)
    const { refused, ...stage } = await openMost(sockets, size, folder, stack)
    if (refused !== undefined) refusals.push({ n: sockets, because: refused })
    stages.push(stage)
  }
  const slices = stages.map(({ way }) => atFullRate(way, 1, size.seconds))
  progress('warming')
  for (const slice of slices) await slice.warm()
  for (let round = 1; round <= size.rounds; round++) {
    progress(`sockets, round ${round} of ${size.rounds}`)
    for (const [at, { way, rounds }] of stages.entries()) {
      const full = await slices[at]?.slice()
      const lastMs = await msToLast(way, size.events)
      rounds.push({ cpuOfDelivery: 1e6 / (full?.perCpuSecond ?? Number.NaN), lastMs })
    }
  }
  return { curves: toCurves(size, stages, refusals), costs: costsOf(stages, refusals) }
}

/** Starts a gateway and opens the sockets; if they are refused, tries another gateway with half as many. */
async function openMost(
  most: number,
  size: SocketsSize,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<SocketVariant & { refused?: string }> {
  let refused: string | undefined
  for (let sockets = most; sockets >= 1; sockets = Math.floor(sockets / 2)) {
    await using own = new AsyncDisposableStack()
    const settings = { LIVE_SOCKETS: String(2 * sockets) } // an account has half of them
    const sender = await startProduct(join(folder, `sockets-${most}-${sockets}`), sockets, own, settings)
    const files = openFilesOf(sender.pid)
    if (sockets > files - spareFiles) {
      refused ??= `${count(files)} open files are allowed here`
      continue
    }
    try {
      const stage = await openAll(sender, findReaders(own), size.settling)
      stack.use(own.move())
      return { ...stage, ...(refused === undefined ? {} : { refused }) }
    } catch {
      refused ??= 'refused by the gateway'
    }
  }
  throw new Error(`no socket was opened: ${refused}`)
}

async function openAll(sender: Sender, readers: Readers, settling: number): Promise<SocketVariant> {
  const sockets = sender.handshakes.length
  await wait(settling * 1_000)
  const memory = memoryOf(sender.pid) ?? Number.NaN
  const [began, cpu] = [performance.now(), cpuOf(sender.pid)]
  const reader = await readers.open(sender.url, sender.handshakes)
  const perSecond = (sockets * 1_000) / (performance.now() - began)
  const cpuOfOpening = ((cpuOf(sender.pid) - cpu) * 1_000) / sockets
  await wait(settling * 1_000)
  const kib = ((memoryOf(sender.pid) ?? Number.NaN) - memory) / sockets
  return { way: { ...sender, reader }, sockets, perSecond, cpuOfOpening, kib, rounds: [] }
}

/** With fewer sockets the gateway's own changes of memory are larger than the sockets' memory. */
const fewestToWeigh = 1_000

/** Open files of a process besides its sockets. */
const spareFiles = 100
/** Node raises its soft limit to the hard limit itself, and so does the reader. */
const openFilesOf = (pid: number) =>
  Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'latin1'))?.[1] ?? Number.NaN)

/** Time from the publish of an event until the last socket has received it: the median of several events. */
async function msToLast({ reader, steady }: OpenSender, events: number): Promise<number> {
  const times: number[] = []
  for (let event = 0; event < events; event++) {
    await reader.timed()
    await reader.seen((await steady?.(1, 1)) ?? 0)
    times.push((await reader.report()).max)
  }
  return median(times)
}

function toCurves({ from }: SocketsSize, stages: readonly SocketVariant[], missing: Curve['missing'] = []): Curve[] {
  const of = (costs: (stage: SocketVariant) => readonly number[]) =>
    stages.map((stage) => ({ n: stage.sockets, costs: costs(stage) }))
  const curves: (Omit<Curve, 'over' | 'from'> & { from?: number })[] = [
    {
      cost: 'a delivery',
      unit: 'CPU µs of the gateway',
      points: of(({ rounds }) => rounds.map(({ cpuOfDelivery }) => cpuOfDelivery)),
      atMost: 0.15,
      why: 'one write per socket, of bytes that are made once',
    },
    {
      cost: 'an event until the last socket has it',
      unit: 'ms',
      points: of(({ rounds }) => rounds.map(({ lastMs }) => lastMs)),
      atMost: 1.05,
      why: 'not flat: the sockets are written one after the other',
    },
    {
      cost: 'memory of a socket',
      from: fewestToWeigh,
      unit: 'KiB (PSS) of the gateway',
      points: of(({ kib }) => [kib]),
      atMost: 0.1,
      why: 'a position in the ring, no queue',
    },
    {
      cost: 'opening a socket',
      unit: 'ms, one after the other',
      points: of(({ perSecond }) => [1_000 / perSecond]),
      why: 'not quite flat: each open socket is checked for the same session',
    },
    {
      cost: 'opening a socket, handshake and token',
      unit: 'CPU µs of the gateway',
      points: of(({ cpuOfOpening }) => [cpuOfOpening]),
      atMost: 0.15,
      why: 'the same work for each',
    },
  ]
  return curves.map((curve) => ({ from, ...curve, over: 'open sockets', missing }))
}

function costsOf(stages: readonly SocketVariant[], refusals: readonly { because: string }[]): SocketCosts {
  const largest = stages.at(-1)
  if (!largest) throw new Error('no socket was opened')
  const refused = refusals.at(-1)?.because
  return {
    kib: largest.kib,
    cpuOfDelivery: median(largest.rounds.map(({ cpuOfDelivery }) => cpuOfDelivery)),
    openFiles: openFilesOf(largest.way.pid),
    ...(refused === undefined ? {} : { refused }),
  }
}
