import type { Database } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { sweepVerifications } from './phone-verification/queries.ts'
import { sweepSends } from './phone-verification/send-limits.ts'
import { sweepVerificationTokens } from './phone-verification/verification-token.ts'
import { sweepFailures } from './rate-limit/failed-attempts.ts'
import { sweepOutbox } from './sms/outbox.ts'
import { sweepSpentTokens } from './social/used-id-tokens.ts'
import { images, sessions } from './tables.ts'

/**
 * Removes what nothing looks at any more: old failures, codes, their sends and tokens, messages that did not go out,
 * spent tokens, that pictures are gone, and sessions that have been over for 90 days.
 */
export const sweep = (db: Pick<Database, 'transaction'>): Promise<void> =>
  db.transaction(async (tx) => {
    await sweepFailures(tx)
    await sweepSends(tx)
    await sweepVerifications(tx)
    await sweepVerificationTokens(tx)
    await sweepOutbox(tx)
    await sweepSpentTokens(tx)
    await tx.delete(images).where(sql`${images.removedAt} < now() - interval '8 days'`) // events live for seven
    await tx.delete(sessions).where(sql`least(${sessions.endedAt}, ${sessions.expiresAt}) < now() - interval '90 days'`)
  })
