import type { Caller } from '@kingcar/bus'
import { type contract, type Input, mostPushTokens } from '@kingcar/contract'
import { createBatchLimit, type Database } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { callingMember, lockCallingMember } from '../member/calling-member.ts'
import { pushTokens, sessions } from '../tables.ts'

/**
 * Registers an app of the calling member for its session. An app that another member used before becomes the caller's; beyond the
 * limit the one that was registered longest ago is removed.
 */
export async function createPushToken(
  { db }: Pick<Ctx, 'db'>,
  { token, platform }: Input<typeof contract.member.createPushToken>,
  caller: Caller,
): Promise<null> {
  const { sessionId } = callingMember(caller)
  await db.transaction(async (tx) => {
    const { id: memberId } = await lockCallingMember(tx, caller)
    const own = { memberId, sessionId, platform, seenAt: sql`clock_timestamp()` }
    await tx
      .insert(pushTokens)
      .values({ ...own, token })
      .onConflictDoUpdate({ target: pushTokens.token, set: own })
    await tx.execute(sql`
      delete from ${pushTokens} where member_id = ${memberId} and id not in (
        select id from ${pushTokens} where member_id = ${memberId} order by seen_at desc, id limit ${mostPushTokens}
      )`)
  })
  return null
}

/** Removes an app of the calling member. */
export async function deletePushToken(
  { db }: Pick<Ctx, 'db'>,
  { token }: Input<typeof contract.member.deletePushToken>,
  caller: Caller,
): Promise<null> {
  await db.transaction(async (tx) => {
    const { id: memberId } = await lockCallingMember(tx, caller)
    await tx.delete(pushTokens).where(and(eq(pushTokens.token, token), eq(pushTokens.memberId, memberId)))
  })
  return null
}

/** Largest number of tokens that one transaction deletes. */
const batchSize = 1_000

/** Deletes the tokens of sessions that have ended. */
export async function deleteEndedTokens(db: Pick<Database, 'transaction'>): Promise<void> {
  const limit = createBatchLimit(batchSize)
  const deleteSome = (size: number) =>
    db.transaction(async (tx) => {
      const deleted = await tx.execute(sql`
        delete from ${pushTokens} where id in (
          select t.id from ${pushTokens} t where not exists (
            select from ${sessions} s where s.id = t.session_id and s.ended_at is null and s.expires_at > now()
          ) limit ${size}
        ) returning id`)
      return deleted.length === size
    })
  while (await limit(deleteSome));
}
