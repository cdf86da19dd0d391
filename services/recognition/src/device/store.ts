import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Devices } from '@kingcar/bus'
import { AppError, type DeviceCredential } from '@kingcar/contract'
import { type Database, emitDevice, type Tx, waitForProjection } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type DeviceRow, devices, stores } from '../tables.ts'

/** Devices that are not removed. */
export const present = isNull(devices.removedAt)

/** 32 random bytes, and what is kept of them. */
export function newSecret(): { secret: string; secretHash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, secretHash: createHash('sha256').update(secret).digest('hex') }
}

/** Locks a device until the transaction ends. Fails with DEVICE_NOT_FOUND, also for a removed one. */
export async function lockDevice(tx: Tx, id: string): Promise<DeviceRow> {
  const [row] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), present))
    .for('update')
  if (!row) throw new AppError('DEVICE_NOT_FOUND')
  return row
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

/** What an administrator decides of a device, for the audit log. */
export const fieldsOf = ({ storeId, name }: Pick<DeviceRow, 'storeId' | 'name'>) => ({ storeId, name })

/** How long we wait for events that are on their way, in ms, and how often we look. */
const patience = 1_000
const pause = 20

/**
 * Waits until this process has heard of a device's change, which others hear at the same time: whoever is told of a new
 * secret can use it. A bus that is away must not fail what is committed.
 */
export async function heard(known: Devices, id: string, version: number): Promise<void> {
  for (const until = steadyNow() + patience; steadyNow() < until; await wait(pause)) {
    if ((known.find(id)?.version ?? 0) >= version) return
  }
}

/** Fails with STORE_NOT_FOUND unless the store is open; one that was opened a moment ago may not have been told yet. */
export async function assertStore({ db }: Pick<Ctx, 'db'>, id: string): Promise<void> {
  await waitForProjection(async () => (await db.read.$count(stores, eq(stores.id, id))) > 0)
  const [store] = await db.read.select({ closed: stores.closed }).from(stores).where(eq(stores.id, id))
  if (store?.closed !== false) throw new AppError('STORE_NOT_FOUND')
}

const batch = 500

/** Tells of every device whose credential is not in the stream DEVICES, as after the loss of its disk, and hears it: it is refused before. */
export async function tellAllDevices(db: Database, known: Devices): Promise<void> {
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
    for (const { id, version } of untold.slice(-1)) await heard(known, id, version)
  }
}
