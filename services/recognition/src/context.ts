import type { BusRpc, BusSignals, BusStreams, Devices, Settings } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { JudgeClock } from './device/clock.ts'
import type { TakeEvent } from './device/event-budget.ts'
import type { Presence } from './device/presence.ts'
import type { RegisteredDevices } from './device/registered-devices.ts'
import type { Metrics } from './metrics.ts'
import type { Rehearsals } from './rehearsal/rehearsals.ts'
import type { PublishVisits } from './visit/publish.ts'

/** What handlers and consumers can use. Each function takes a `Pick` of it. */
export type Ctx = {
  readonly db: Database
  readonly bus: Pick<BusRpc, 'call'> & Pick<BusStreams, 'append'> & Pick<BusSignals, 'send'>
  readonly settings: Settings
  readonly idempotencySecret: string
  readonly devices: Devices
  readonly registeredDevices: RegisteredDevices
  readonly presence: Presence
  /** Counts a message of a device against its rate limit; `storedAt` is Unix milliseconds. */
  readonly countMessage: (deviceId: string, storedAt: number) => void
  /** Judges a device's clock by its reads. */
  readonly judgeClock: JudgeClock
  readonly takeEvent: TakeEvent
  readonly publishVisits: PublishVisits
  readonly rehearsals: Rehearsals
  /** Time up to which all reads are processed, as known a few seconds ago: Unix milliseconds. */
  readonly readsDoneUntil: () => number
  /** Share of the storage of the streams that is filled, or of READS if that is more; undefined while it is unknown. */
  readonly storageFilling: () => number | undefined
  readonly metrics: Metrics
  readonly log: Logger
  /** Aborted when the service stops; this ends waits for the database or a stream. */
  readonly stopping: AbortSignal
}
