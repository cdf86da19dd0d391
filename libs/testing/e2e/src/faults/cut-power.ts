import { type Log, scenario, type Verdict } from '../scenario-runner.ts'
import { canMount, runInNamespace, unshareMounts } from './mount-namespace.ts'

/** Acknowledged writes by kind, and how many of them are missing after the cut. */
export type PowerOutcome = { told: Record<string, number>; lost: Record<string, number> }

export type PowerOptions = {
  /** True if the data is on a disk whose power can be cut; otherwise every process is killed at the same time. */
  onDisk: boolean
  /**
   * True for the product's settings; false for the defaults of nats-server and asynchronous commits of PostgreSQL,
   * which write to the disk later.
   */
  safe: boolean
  /** Seconds of work before the cut; extended up to a minute until a write of each kind is acknowledged. */
  seconds: number
  /** Milliseconds between two writes of a kind, if longer than usual. */
  pause?: number
}

/**
 * Cuts within which data must be lost with the default settings: a single cut may come just after a write to the disk.
 */
const lazyCuts = 3

/**
 * Cuts the power of a working product, and starts it again. Its data is on a disk in a file. While all of its processes
 * are frozen the file is copied: the copy has what was written to the disk, and not what the kernel had still cached.
 * The disk is mounted in a process with a private mount namespace, if `canMount`.
 */
export async function cutPower(options: PowerOptions, log: Log): Promise<PowerOutcome> {
  return runInNamespace<PowerOutcome>('power-cut.ts', options, log, options.onDisk ? unshareMounts : [])
}

/** Cuts the power of servers that write to the disk later, until lost orders and reads are observed. */
export async function cutPowerUntilLoss(work: { seconds: number; pause?: number }, log: Log): Promise<PowerOutcome> {
  for (let cut = 1; ; cut++) {
    const outcome = await cutPower({ onDisk: true, safe: false, ...work }, log)
    if (isSeen(outcome) || cut === lazyCuts) return outcome
  }
}

const isSeen = ({ lost }: PowerOutcome) => (lost.orders ?? 0) > 0 && (lost.reads ?? 0) > 0

const wasMuch = (told: Record<string, number>) => Object.values(told).every((count) => count > 0)

export const powerScenario = scenario({
  about: "the power is cut under writes: nothing is lost, while the servers' default settings lose data (root)",
  options: { rounds: 5 },
  async run({ options, log }) {
    if (!canMount()) throw new Error('mounting its own disk needs root and a loop device')
    const verdicts: Verdict[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const { told, lost } = await cutPower({ onDisk: true, safe: true, seconds: 2 + 2 * round }, log)
      const isWhole = Object.values(lost).every((count) => count <= 0)
      verdicts.push({
        name: `cut ${round}`,
        figures: { told, lost },
        claims: { 'nothing is lost': isWhole, 'writes of each kind were acknowledged': wasMuch(told) },
      })
    }
    const lazy = await cutPowerUntilLoss({ seconds: 8 }, log)
    const claims = { 'lost data is observed': isSeen(lazy) }
    return [...verdicts, { name: 'cut with default settings', figures: lazy, claims }]
  },
})
