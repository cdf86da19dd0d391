import type { Caller } from '@kingcar/bus'
import type { Tokens } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { networkOf } from '../rate-limit/network.ts'
import { adminDevices } from '../tables.ts'
import { enqueue } from '../task/queries.ts'
import { deviceOf } from './device.ts'
import { openSession } from './open-session.ts'

/** Seconds for which sending a mail is tried: a later mail would only alarm the administrator. */
const lifetime = 86_400

/**
 * Opens a session for an administrator, whom the caller has locked or just created. The administrator is mailed after a
 * first sign-in with this browser and system from this network, unless it is the first sign-in ever.
 */
export async function openAdminSession(
  ctx: Pick<Ctx, 'hmac' | 'now' | 'tokens'>,
  tx: Tx,
  id: string,
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
): Promise<Tokens> {
  const device = deviceOf(userAgent)
  const seenAt = ctx.now()
  const network = address === undefined ? 'unknown' : networkOf(address)
  const hash = ctx.hmac('admin device', `${device}\0${network}`)
  const [row] = await tx
    .insert(adminDevices)
    .values({ adminId: id, hash, seenAt })
    .onConflictDoUpdate({ target: [adminDevices.adminId, adminDevices.hash], set: { seenAt } })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (row?.isNew && (await tx.$count(adminDevices, eq(adminDevices.adminId, id))) > 1) {
    const at = seenAt.toISOString()
    await enqueue(tx, { kind: 'alertNewDevice', adminId: id, at }, lifetime)
    await enqueue(tx, { kind: 'mailNewDevice', adminId: id, device, at }, lifetime)
  }
  return openSession(ctx, tx, { role: 'admin', id, device, address })
}

/** Deletes devices from which no administrator signed in for a year. */
export async function deleteOldDevices(tx: Tx): Promise<void> {
  await tx.delete(adminDevices).where(sql`${adminDevices.seenAt} < now() - interval '1 year'`)
}
