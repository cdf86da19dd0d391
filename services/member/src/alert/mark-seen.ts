import type { Caller } from '@kingcar/bus'
import type { contract, Input } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { alertSeen, alerts } from '../tables.ts'

/** Remembers until when the caller has seen alerts; never later than now, and never earlier than before. */
export async function markAlertsSeen(
  { db }: Pick<Ctx, 'db'>,
  { until }: Input<typeof contract.member.markAlertsSeen>,
  { actor }: Caller,
): Promise<null> {
  if (!actor) return null
  const seenUntil = sql`least(${until}::timestamptz, now())`
  await db.transaction((tx) =>
    tx
      .insert(alertSeen)
      .values({ adminId: actor.id, seenUntil })
      .onConflictDoUpdate({
        target: alertSeen.adminId,
        set: { seenUntil: sql`greatest(${alertSeen.seenUntil}, excluded.seen_until)` },
      }),
  )
  return null
}

/** Deletes alerts that closed 90 days ago. */
export async function deleteOldAlerts(tx: Tx): Promise<void> {
  await tx.delete(alerts).where(sql`${alerts.closedAt} < now() - interval '90 days'`)
}
