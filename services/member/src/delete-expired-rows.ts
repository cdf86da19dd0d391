import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { deleteOldAccesses } from './access-log/queries.ts'
import { deleteOldLinks } from './admin-link/queries.ts'
import { deleteOldAlerts } from './alert/mark-seen.ts'
import { deleteOldTalks } from './alert/talk-budget.ts'
import { deleteOldMemberMessages } from './message/delete-old-messages.ts'
import { deleteExpiredChallenges } from './passkey/challenges.ts'
import { deleteExpiredVerifications } from './phone-verification/queries.ts'
import { deleteOldSends } from './phone-verification/send-limits.ts'
import { deleteExpiredVerificationTokens } from './phone-verification/verification-token.ts'
import { deleteEndedTokens } from './push/tokens.ts'
import { deleteOldFailures } from './rate-limit/failed-attempts.ts'
import { deleteExpiredPairings } from './screen/pairing.ts'
import { deleteUnconfirmedTotps } from './second-factor/queries.ts'
import { deleteOldDevices } from './session/open-admin-session.ts'
import { deleteOldMessages } from './sms/outbox.ts'
import { deleteExpiredUsedTokens } from './social/used-id-tokens.ts'
import { admins, images, sessions } from './tables.ts'
import { deleteOldWebhookEvents } from './webhook/delete-old-events.ts'
import { deleteOrphanedDeliveries } from './webhook/delete-orphaned-deliveries.ts'

/**
 * Deletes rows that are not read any more: old failures, sends, codes, challenges, pairings and tokens, authenticator
 * apps that were not confirmed, and messages of the outbox; removed pictures after 8 days; sessions and links of
 * administrators and alerts 90 days after their end; the access log after its days; events of webhooks and messages
 * after 30 days; deliveries of deleted endpoints; and apps of sessions that have ended. Also deletes the numbers of
 * disabled administrators, which a process of the previous version keeps.
 */
export async function deleteExpiredRows(db: Pick<Database, 'transaction'>, accessLogDays: number): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteOldFailures(tx)
    await deleteOldSends(tx)
    await deleteExpiredVerifications(tx)
    await deleteExpiredVerificationTokens(tx)
    await deleteUnconfirmedTotps(tx)
    await deleteOldMessages(tx)
    await deleteExpiredUsedTokens(tx)
    await deleteExpiredChallenges(tx)
    await deleteExpiredPairings(tx, new Date())
    await deleteOldLinks(tx)
    await deleteOldDevices(tx)
    await deleteOldAlerts(tx)
    await deleteOldTalks(tx)
    await deleteOldAccesses(tx, accessLogDays)
    await tx
      .update(admins)
      .set({ alertPhone: null })
      .where(sql`${admins.disabled} and ${admins.alertPhone} is not null`)
    await tx.delete(images).where(sql`${images.removedAt} < now() - interval '8 days'`) // events are kept for 7 days
    await tx
      .update(sessions)
      .set({ address: null })
      .where(sql`${sessions.address} is not null and ${sessions.expiresAt} < now()`)
    await tx.delete(sessions).where(sql`least(${sessions.endedAt}, ${sessions.expiresAt}) < now() - interval '90 days'`)
  })
  // There can be very many of these rows, so they are deleted separately and do not stop the other deletions.
  await deleteOrphanedDeliveries(db)
  await deleteOldWebhookEvents(db)
  await deleteOldMemberMessages(db)
  await deleteEndedTokens(db)
}
