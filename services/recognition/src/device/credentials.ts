import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Devices } from '@kingcar/bus'
import { DeviceCredential, deviceSubject } from '@kingcar/contract'
import { type Database, emitTo, type Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'
import { eq, gt, inArray } from 'drizzle-orm'
import { type DeviceRow, devices } from '../tables.ts'
import { readSettingsOf } from './queries.ts'

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
  ...readSettingsOf(row),
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
 * @param hasChange whether a change was received that does not increase the version
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
 * Makes the stream DEVICES agree with the table, and returns the devices whose credentials it published. The stream lacks
 * credentials after the loss of its disk. It may also have a credential that the table lacks, if the process died or lost
 * the database between the publication and the commit: such a change has not happened, so the stored credential is
 * published with a newer version.
 */
export async function reconcileCredentials(db: Database, known: Devices): Promise<DeviceRow[]> {
  const published: DeviceRow[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.read.select().from(devices).where(gt(devices.id, after)).orderBy(devices.id).limit(batch)
    const last = rows.at(-1)
    if (!last) return published
    after = last.id
    const differing = rows.filter((row) => differs(known.find(row.id), row)).map(({ id }) => id)
    if (differing.length > 0) published.push(...(await db.transaction((tx) => republish(tx, known, differing))))
  }
}

/** Publishes the differing credentials again, under the locks of their devices, so that no change is in progress. */
async function republish(tx: Tx, known: Devices, ids: readonly string[]): Promise<DeviceRow[]> {
  const locked = await tx
    .select()
    .from(devices)
    .where(inArray(devices.id, [...ids]))
    .orderBy(devices.id)
    .for('update')
  const differing = locked.filter((row) => differs(known.find(row.id), row))
  const [ahead, behind] = [
    differing.filter((row) => isAhead(known, row)),
    differing.filter((row) => !isAhead(known, row)),
  ]
  const corrected: DeviceRow[] = []
  for (const row of ahead) {
    const version = (known.find(row.id)?.version ?? row.version) + 1
    corrected.push(...(await tx.update(devices).set({ version }).where(eq(devices.id, row.id)).returning()))
  }
  for (const row of [...behind, ...corrected]) await emitCredential(tx, row)
  return [...behind, ...corrected]
}

const isAhead = (known: Devices, { id, version }: DeviceRow) => (known.find(id)?.version ?? 0) >= version

/** True if a credential differs from its row in anything but a block. */
function differs(known: DeviceCredential | undefined, row: DeviceRow): boolean {
  if (!known || known.version !== row.version) return true
  return known.secretHash !== row.secretHash || known.storeId !== row.storeId
}

/** Reconciles the credentials at the start and waits for the result: devices without a credential are rejected until then. */
export async function emitMissingCredentials(db: Database, known: Devices): Promise<void> {
  for (const { id, version } of (await reconcileCredentials(db, known)).slice(-1))
    await awaitCredential(known, id, version)
}
