import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError, DeviceCredential } from '@kingcar/contract'
import { compiled, type Logger } from '@kingcar/runtime'
import { createNewestStates } from '../stores/newest-states.ts'
import type { Devices, StreamMessage } from '../types.ts'

export type DevicesView = Devices & { apply(message: StreamMessage): void }

/**
 * Holds the devices of the stream DEVICES in memory.
 * @param lastSequence returns the end of that stream: no device is rejected before the changes up to it have arrived
 * @param isCurrent whether all changes have arrived that were stored when the current connection began: without them an
 * old secret could be accepted
 */
export function createDevices(lastSequence: () => Promise<number>, isCurrent: () => boolean, log: Logger): DevicesView {
  const { find, catchUp, onChange, apply } = createNewestStates(
    {
      name: 'DEVICES',
      parse: (data) => compiled(DeviceCredential).Parse(data) as DeviceCredential,
      keyOf: ({ deviceId }) => deviceId,
      lastSequence,
    },
    log,
  )

  const match = (deviceId: string, secret: string) => {
    const device = find(deviceId)
    return device?.secretHash && hasHash(device.secretHash, secret) ? device : undefined
  }

  return {
    find,
    async authenticate(deviceId, secret) {
      const found = isCurrent() ? match(deviceId, secret) : undefined
      if (found) return found
      const isKnown = await catchUp()
      if (!isKnown && !isCurrent()) throw new AppError('UNAVAILABLE')
      return match(deviceId, secret)
    },
    onChange,
    apply,
  }
}

/** True if a device is paused for misbehaviour, now or at another time (Unix ms). */
export const isPaused = ({ pausedUntil }: DeviceCredential, at = Date.now()): boolean =>
  pausedUntil !== undefined && Date.parse(pausedUntil) > at

function hasHash(secretHash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash, 'hex'), createHash('sha256').update(secret).digest())
}
