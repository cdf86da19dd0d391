import { cpuOf } from '../cpu.ts'
import { writesOf } from '../proc.ts'
import type { Variant, Work } from '../rotate.ts'
import type { Reader, Reading } from './reader.ts'
import type { Sender } from './senders.ts'

/** A sender with its open sockets. */
export type OpenSender = Sender & { reader: Reader }
export type Slice = Reading &
  Work & {
    perSecond: number
    /** Deliveries per second of the sender's CPU time; per elapsed second if that cannot be measured. */
    perCpuSecond: number
    /** The share of one core that the sender used. */
    cpuShare: number
    /** Deliveries per write(2) of the sender, its other writes included. */
    perWrite: number | undefined
  }

/** At full rate, `burst` events per turn. */
export function atFullRate(way: OpenSender, burst: number, seconds: number): Variant<Slice> {
  const slice = () => measure(way, () => way.run(burst, seconds * 1_000, way.reader))
  return { name: way.name, processes: processesOf(way), warm: async () => void (await slice()), slice }
}

/** At a steady rate of deliveries per second, each with its age; undefined for a sender without a steady rate. */
export function atSteadyRate(way: OpenSender, perSecond: number, seconds: number): Variant<Slice> | undefined {
  const { steady, reader } = way
  if (!steady) return undefined
  const slice = async () => {
    await reader.timed()
    return measure(way, () => steady(perSecond / way.handshakes.length, seconds * 1_000))
  }
  return { name: way.name, processes: processesOf(way), warm: async () => void (await slice()), slice }
}

const processesOf = ({ pid, others, reader }: OpenSender) => ({ sender: pid, ...others, reader: reader.pid })

/** From the first event to the last one that a socket has read. */
async function measure({ name, pid, reader, handshakes }: OpenSender, send: () => Promise<number>): Promise<Slice> {
  const begin = performance.now()
  const cpuBefore = cpuOf(pid)
  const writesBefore = writesOf(pid)
  const events = await send()
  await reader.seen(events)
  const milliseconds = performance.now() - begin
  const cpu = cpuOf(pid) - cpuBefore
  const writes = (writesOf(pid) ?? 0) - (writesBefore ?? 0)
  const reading = await reader.report()
  const units = events * handshakes.length
  if (reading.deliveries !== units) throw new Error(`${name}: ${reading.deliveries} deliveries instead of ${units}`)
  return {
    ...reading,
    units,
    perSecond: (units * 1_000) / milliseconds,
    perCpuSecond: (units * 1_000) / (cpu || milliseconds),
    cpuShare: cpu / milliseconds,
    perWrite: writes > 0 ? units / writes : undefined,
  }
}
