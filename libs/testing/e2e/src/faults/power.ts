import { type Log, trial, type Verdict } from '../scenario-runner.ts'
import { canMount, mounting, runApart } from './mount-namespace.ts'

/** What clients were told is stored, by kind, and what of it is not there after the cut. */
export type PowerOutcome = { told: Record<string, number>; lost: Record<string, number> }

export type PowerOptions = {
  /** Whether it lies on a disk whose power can be cut; the lesser form kills every process in one moment. */
  onDisk: boolean
  /** As the product runs; else with what nats-server and a fast PostgreSQL would do: write to the disk later. */
  safe: boolean
  /** Seconds of work before the cut; longer, up to a minute, until something of each kind is told to be stored. */
  seconds: number
  /** Milliseconds between two of whatever is written, where that is longer than usual. */
  pause?: number
}

/** Cuts after which something has to be missing with the usual settings: one may come just behind a write to the disk. */
const lazyCuts = 3

/**
 * Cuts the power of a product that is at work, and starts it again. Its data lies on a disk in a file; while all of its
 * processes stand still the file is copied, which has what was written to the disk, and not what the system was still to
 * write. The disk is mounted in a process of its own, where nobody else sees it, which `canMount` tells of.
 */
export async function cutPower(options: PowerOptions, log: Log): Promise<PowerOutcome> {
  return runApart<PowerOutcome>('power-cut.ts', options, log, options.onDisk ? mounting : [])
}

/** Cuts the power of servers that write to the disk later, until orders and reads are seen to be lost. */
export async function seeLoss(work: { seconds: number; pause?: number }, log: Log): Promise<PowerOutcome> {
  for (let cut = 1; ; cut++) {
    const outcome = await cutPower({ onDisk: true, safe: false, ...work }, log)
    if (isSeen(outcome) || cut === lazyCuts) return outcome
  }
}

const isSeen = ({ lost }: PowerOutcome) => (lost.orders ?? 0) > 0 && (lost.reads ?? 0) > 0

const wasMuch = (told: Record<string, number>) => Object.values(told).every((count) => count > 0)

export const powerTrial = trial({
  about:
    'the power is cut while everybody writes: nothing is lost, and something is with the usual settings of servers (root)',
  options: { rounds: 5 },
  async run({ options, log }) {
    if (!canMount()) throw new Error('to mount a disk of its own it needs root and a loop device')
    const verdicts: Verdict[] = []
    for (let round = 1; round <= options.rounds; round++) {
      const { told, lost } = await cutPower({ onDisk: true, safe: true, seconds: 2 + 2 * round }, log)
      const isWhole = Object.values(lost).every((count) => count <= 0)
      verdicts.push({
        name: `cut ${round}`,
        figures: { told, lost },
        claims: { 'nothing is lost': isWhole, 'much was told': wasMuch(told) },
      })
    }
    const lazy = await seeLoss({ seconds: 8 }, log)
    const claims = { 'it is seen what is lost': isSeen(lazy) }
    return [...verdicts, { name: 'cut with the usual settings', figures: lazy, claims }]
  },
})
