import { and, eq, isNull, lte, ne, or } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { cards } from '../tables.ts'

/** Keys that one round revokes. */
const batchSize = 20
/** Milliseconds after which nobody waits for a key any more that was being issued. */
const abandonedAfterMs = 2 * 60_000

/** Revokes at the provider the keys of cards that were removed, or whose registration died halfway. */
export async function revokeKeys(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const { db, now } = ctx
  const abandoned = and(eq(cards.state, 'pending'), lte(cards.changedAt, new Date(now().getTime() - abandonedAfterMs)))
  const due = await db.read
    .select()
    .from(cards)
    .where(and(isNull(cards.revokedAt), or(eq(cards.state, 'removed'), abandoned)))
    .orderBy(cards.changedAt)
    .limit(batchSize)
  for (const { id, customerUid } of due) {
    if (signal.aborted) return
    // first, so that a registration which comes back to life finds that it is over
    const isOver = and(eq(cards.id, id), ne(cards.state, 'kept'))
    const over = await db.transaction((tx) => tx.update(cards).set({ state: 'removed' }).where(isOver).returning())
    if (over.length === 0) continue
    const isRevoked = await revoke(ctx, customerUid)
    const change = isRevoked ? { revokedAt: now() } : { changedAt: now() } // behind the others
    await db.transaction((tx) => tx.update(cards).set(change).where(eq(cards.id, id)))
  }
}

async function revoke({ provider, log }: Ctx, customerUid: string): Promise<boolean> {
  try {
    if (await provider.findKey(customerUid)) await provider.revokeKey(customerUid)
    return true
  } catch (err) {
    log.warn({ err }, 'the key of a card was not revoked; it will be tried again')
    return false
  }
}
