import type { Log } from '../trial.ts'
import { runApart } from './apart.ts'

/** What clients were told is stored, by kind, and what of it is not there after the cut. */
export type PowerOutcome = { told: Record<string, number>; lost: Record<string, number> }

export type PowerOptions = {
  /** Whether it lies on a disk whose power can be cut; the lesser form kills every process in one moment. */
  onDisk: boolean
  /** As the product runs; else with what nats-server and a fast PostgreSQL would do: write to the disk later. */
  safe: boolean
  /** Seconds of work before the cut. */
  seconds: number
}

/**
 * Cuts the power of a product that is at work, and starts it again. Its data lies on a disk in a file; while all of its
 * processes stand still the file is copied, which has what was written to the disk, and not what the system was still to
 * write. The disk is mounted in a process of its own, where nobody else sees it, which `canMount` tells of.
 */
export async function cutPower(options: PowerOptions, log: Log): Promise<PowerOutcome> {
  return runApart<PowerOutcome>('power-cut.ts', options, options.onDisk, log)
}
