import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DeviceCredential } from '@kingcar/contract'
import { compiled, type Logger, steadyNow } from '@kingcar/runtime'
import type { Devices, StreamMessage } from '../types.ts'

/** How long a refusal waits for news that are on their way, in ms, and how often it looks. */
const patience = 1_000
const pause = 5

export type DevicesView = Devices & { apply(message: StreamMessage): void }

/**
 * The devices in memory, as the stream DEVICES has them.
 * @param lastSequence of that stream: nobody is refused before everything up to it was seen
 */
export function createDevices(lastSequence: () => Promise<number>, log: Logger): DevicesView {
  const known = new Map<string, DeviceCredential>()
  const listeners: (() => void)[] = []
  let seen = 0

  /** Gives up when the stream is away: then what is known has to do. */
  async function seeAll(): Promise<void> {
    try {
      const last = await lastSequence()
      for (const until = steadyNow() + patience; seen < last && steadyNow() < until; ) await wait(pause)
    } catch (err) {
      log.warn({ err }, 'devices may have changed unseen')
    }
  }

  /** One look at a time, however many ask; who comes during one waits for the next, since its news may be newer. */
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  function catchUp(): Promise<void> {
    next ??= current.then(() => {
      current = next as Promise<void>
      next = undefined
      return seeAll()
    })
    return next
  }

  const match = (deviceId: string, secret: string) => {
    const device = known.get(deviceId)
    return device?.secretHash && isSecretOf(device.secretHash, secret) ? device : undefined
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

/** Whether a device that does what it must not is kept out, at this moment or another (Unix ms). */
export const isPaused = ({ pausedUntil }: DeviceCredential, at = Date.now()): boolean =>
  pausedUntil !== undefined && Date.parse(pausedUntil) > at

function isSecretOf(secretHash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash, 'hex'), createHash('sha256').update(secret).digest())
}
