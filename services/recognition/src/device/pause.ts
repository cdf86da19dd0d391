import { emitDevice } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { pause } from './rates.ts'
import { credentialOf, lockDevice } from './store.ts'

/**
 * Keeps a device out for a while: its connections end, and it is not let in until then. What it sent counts; what it has
 * not sent yet it keeps, as it does while the network is away. It goes the way of every credential, behind the device's
 * lock: told beside a new secret or a removal, it could bring the old secret back.
 */
export async function pauseDevice(
  { db, presence, log }: Pick<Ctx, 'db' | 'presence' | 'log'>,
  deviceId: string,
): Promise<void> {
  log.warn({ deviceId }, 'a device sends too much and is kept out for a while')
  presence.note(deviceId, { seenAt: Date.now(), error: 'rate' })
  await db.transaction(async (tx) => {
    const device = await lockDevice(tx, deviceId)
    const pausedUntil = new Date(Date.now() + pause).toISOString()
    await emitDevice(tx, { ...credentialOf(device), pausedUntil })
  })
}
