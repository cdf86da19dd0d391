import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Devices } from '@kingcar/bus'
import type { DeviceCredential } from '@kingcar/contract'
import { type Database, emitDevice, type Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { gt } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'

/** 32 random bytes, and what is kept of them. */
export function newSecret(): { secret: string; secretHash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: createHash('sha256').update(secret).digest('hex') }
}

/** What lets the device in. */
export const credentialOf = ({ id, storeId, secretHash, version }: DeviceRow): DeviceCredential => ({
  deviceId: id,
  storeId,
  secretHash,
  version,
})

/** Tells every process that answers sign-ins what lets the device in from now on. */
export const emitCredential = (tx: Tx, row: DeviceRow) => emitDevice(tx, credentialOf(row))

/** How long we wait for events that are on their way, in ms, and how often we look. */
const maxWaitMs = 1_000
const pollMs = 20

/**
 * Waits until this process has heard of a device's change, which others hear at the same time: whoever is told of a new
 * secret can use it. A bus that is away must not fail what is committed.
 */
export async function awaitCredential(known: Devices, id: string, version: number): Promise<void> {
  for (const until = steadyNow() + maxWaitMs; steadyNow() < until; await wait(pollMs)) {
    if ((known.find(id)?.version ?? 0) >= version) return
  }
}

const batch = 500

/** Tells of every device whose credential is not in the stream DEVICES, as after the loss of its disk, and hears it: it is refused before. */
export async function emitMissingCredentials(db: Database, known: Devices): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.read.select().from(devices).where(gt(devices.id, after)).orderBy(devices.id).limit(batch)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const untold = rows.filter(({ id, version }) => (known.find(id)?.version ?? 0) < version)
    if (untold.length === 0) continue
    await db.transaction(async (tx) => {
      for (const row of untold) await emitCredential(tx, row)
    })
    for (const { id, version } of untold.slice(-1)) await awaitCredential(known, id, version)
  }
}
