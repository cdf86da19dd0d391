import { isPaused } from '@kingcar/bus'
import type { Ctx } from '../context.ts'
import { emitCredential } from './credentials.ts'
import { throttleMs } from './message-rate.ts'
import { lockDevice } from './queries.ts'

/** The error that administrators see, and the duration in milliseconds. */
export type ThrottleReason = { error: 'rate' | 'listening'; ms: number }
export const rateExceeded: ThrottleReason = { error: 'rate', ms: throttleMs }
/**
 * A standard client never subscribes to subjects of other devices by accident; the maker of the device notices a block
 * of an hour.
 */
export const foreignSubscription: ThrottleReason = { error: 'listening', ms: 3_600_000 }

/**
 * Blocks a device for some time: its connections end, and it cannot sign in. Messages that it already sent count; it
 * keeps unsent ones, as during a network outage. The block is published like every credential, under the device's lock:
 * otherwise it could overwrite a concurrent new secret or removal with the old secret.
 */
export async function throttleDevice(
  { db, devices, presence, log }: Pick<Ctx, 'db' | 'devices' | 'log' | 'presence'>,
  deviceId: string,
  { error, ms }: ThrottleReason,
): Promise<void> {
  const known = devices.find(deviceId)
  if (known && isPaused(known, Date.now() + ms)) return // already blocked for at least as long
  log.warn({ deviceId, error, ms }, 'device throttled')
  presence.note(deviceId, { seenAt: Date.now(), error })
  await db.transaction(async (tx) => {
    const device = await lockDevice(tx, deviceId)
    const pausedUntil = new Date(Date.now() + ms).toISOString()
    await emitCredential(tx, device, { pausedUntil })
  })
}
