import { isPaused } from '@kingcar/bus'
import { emitDevice } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { credentialOf } from './credentials.ts'
import { throttleMs } from './message-rate.ts'
import { lockDevice } from './queries.ts'

/** Why, as its administrator is shown, and for how many milliseconds. */
export type ThrottleReason = { error: 'rate' | 'listening'; ms: number }
export const rateExceeded: ThrottleReason = { error: 'rate', ms: throttleMs }
/** No stock client does it: by mistake it is found when its maker looks. */
export const foreignSubscription: ThrottleReason = { error: 'listening', ms: 3_600_000 }

/**
 * Keeps a device out for a while: its connections end, and it is not let in until then. What it sent counts; what it has
 * not sent yet it keeps, as it does while the network is away. It goes the way of every credential, behind the device's
 * lock: told beside a new secret or a removal, it could bring the old secret back.
 */
export async function throttleDevice(
  { db, devices, presence, log }: Pick<Ctx, 'db' | 'devices' | 'log' | 'presence'>,
  deviceId: string,
  { error, ms }: ThrottleReason,
): Promise<void> {
  const known = devices.find(deviceId)
  if (known && isPaused(known, Date.now() + ms)) return // for longer
  log.warn({ deviceId, error, ms }, 'a device is kept out for a while')
  presence.note(deviceId, { seenAt: Date.now(), error })
  await db.transaction(async (tx) => {
    const device = await lockDevice(tx, deviceId)
    const pausedUntil = new Date(Date.now() + ms).toISOString()
    await emitDevice(tx, { ...credentialOf(device), pausedUntil })
  })
}
