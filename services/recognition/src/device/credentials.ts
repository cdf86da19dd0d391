import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Devices } from '@kingcar/bus'
import { DeviceCredential, deviceSubject } from '@kingcar/contract'
import { type Database, emitTo, type Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { gt } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'

/** 32 random bytes as base64url, and their SHA-256, which is what the database stores. */
export function newSecret(): { secret: string; secretHash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: createHash('sha256').update(secret).digest('hex') }
}

const credentialOf = (row: DeviceRow): DeviceCredential => ({
  deviceId: row.id,
  storeId: row.storeId,
  secretHash: row.secretHash,
  version: row.version,
  role: row.role,
  minimumConfidence: row.minimumConfidence,
})

/** Publishes a device's credential to every process that checks sign-ins. */
export const emitCredential = (tx: Tx, row: DeviceRow, blocked: Pick<DeviceCredential, 'pausedUntil'> = {}) =>
  emitTo(tx, deviceSubject(row.id), DeviceCredential, { ...credentialOf(row), ...blocked })

const maxWaitMs = 1_000
const pollMs = 20

/**
 * Waits at most a second until this process has received a device's change, which other processes receive at the same
 * time: a new secret then works as soon as its caller has it. Never fails, because the change is already committed.
 *
 * @param hasChange whether a change is received that leaves the version as it is
 */
export async function awaitCredential(
  known: Devices,
  id: string,
  version: number,
  hasChange: (device: DeviceCredential) => boolean = () => true,
): Promise<void> {
  for (const until = steadyNow() + maxWaitMs; steadyNow() < until; await wait(pollMs)) {
    const device = known.find(id)
    if (device && (device.version > version || (device.version === version && hasChange(device)))) return
  }
}

const batch = 500

/**
 * Publishes the credentials that the stream DEVICES lacks (as after the loss of its disk) and waits for them: until
 * then such devices are rejected.
 */
export async function emitMissingCredentials(db: Database, known: Devices): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.read.select().from(devices).where(gt(devices.id, after)).orderBy(devices.id).limit(batch)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const missing = rows.filter(({ id, version }) => (known.find(id)?.version ?? 0) < version)
    if (missing.length === 0) continue
    await db.transaction(async (tx) => {
      for (const row of missing) await emitCredential(tx, row)
    })
    for (const { id, version } of missing.slice(-1)) await awaitCredential(known, id, version)
  }
}
