import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DeviceCredential } from '@kingcar/contract'
import { compiled, type Logger, steadyNow } from '@kingcar/runtime'
import type { Devices, StreamMessage } from '../types.ts'

/** How long a rejection waits for pending changes of DEVICES, and how often it checks, in ms. */
const timeout = 1_000
const interval = 5

export type DevicesView = Devices & { apply(message: StreamMessage): void }

/**
 * Holds the devices of the stream DEVICES in memory.
 * @param lastSequence returns the end of that stream: no device is rejected before the changes up to it have arrived
 */
export function createDevices(lastSequence: () => Promise<number>, log: Logger): DevicesView {
  const known = new Map<string, DeviceCredential>()
  const listeners: (() => void)[] = []
  let seen = 0

  /** Waits for the changes up to the end of the stream; gives up if the stream is unreachable. */
  async function waitForChanges(): Promise<void> {
    try {
      const last = await lastSequence()
      for (const until = steadyNow() + timeout; seen < last && steadyNow() < until; ) await wait(interval)
    } catch (err) {
      log.warn({ err }, 'DEVICES unreachable, authenticating with known devices')
    }
  }

  /** Shares one wait among callers. A caller that arrives during a wait joins the next one, since newer changes may exist. */
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  function catchUp(): Promise<void> {
    next ??= current.then(() => {
      current = next as Promise<void>
      next = undefined
      return waitForChanges()
    })
    return next
  }

  const match = (deviceId: string, secret: string) => {
    const device = known.get(deviceId)
    return device?.secretHash && hasHash(device.secretHash, secret) ? device : undefined
  }

  return {
    find: (deviceId) => known.get(deviceId),
    async authenticate(deviceId, secret) {
      const found = match(deviceId, secret)
      if (found) return found
      await catchUp()
      return match(deviceId, secret)
    },
    onChange: (listener) => void listeners.push(listener),
    apply({ data, sequence }) {
      seen = sequence
      const device = compiled(DeviceCredential).Parse(JSON.parse(Buffer.from(data).toString())) as DeviceCredential
      if ((known.get(device.deviceId)?.version ?? 0) > device.version) return
      known.set(device.deviceId, device)
      for (const listener of listeners) listener()
    },
  }
}

/** True if a device is paused for misbehaviour, now or at another time (Unix ms). */
export const isPaused = ({ pausedUntil }: DeviceCredential, at = Date.now()): boolean =>
  pausedUntil !== undefined && Date.parse(pausedUntil) > at

function hasHash(secretHash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash, 'hex'), createHash('sha256').update(secret).digest())
}
