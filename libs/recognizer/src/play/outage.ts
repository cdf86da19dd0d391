import { setTimeout as wait } from 'node:timers/promises'
import type { Device } from '../device/device.ts'

/** A device is offline for the last `seconds` of every `every` seconds. */
export type Outage = { every: number; seconds: number }

/** Disconnects and reconnects a device periodically until the signal aborts. */
export async function playOutages(device: Device, { every, seconds }: Outage, signal: AbortSignal): Promise<void> {
  const pause = (length: number) => wait(length * 1_000, undefined, { signal }).catch(() => undefined)
  while (!signal.aborted) {
    await pause(every - seconds)
    if (signal.aborted) return
    await device.disconnect()
    await pause(seconds)
    device.connect()
  }
}
