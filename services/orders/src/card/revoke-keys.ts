import { and, eq, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Api } from '../provider/provider.ts'
import { cards } from '../tables.ts'

/** Largest number of keys that one run revokes. */
const batchSize = 20
/** Milliseconds after which a card that is still being registered counts as abandoned. */
const abandonedAfterMs = 2 * 60_000

/** Revokes at the provider the keys of removed cards and of abandoned registrations. */
export async function revokeKeys(
  ctx: Pick<Ctx, 'db' | 'log' | 'now' | 'providers'>,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = ctx
  const abandoned = and(eq(cards.state, 'pending'), lte(cards.changedAt, new Date(now().getTime() - abandonedAfterMs)))
  const asked = inArray(cards.api, [...ctx.providers.configured])
  const due = await db.read
    .select()
    .from(cards)
    .where(and(isNull(cards.revokedAt), asked, or(eq(cards.state, 'removed'), abandoned)))
    .orderBy(cards.changedAt)
    .limit(batchSize)
  for (const { id, customerUid, api } of due) {
    if (signal.aborted) return
    // before the call, so that a registration that continues in spite of the delay finds the card removed
    const isOver = and(eq(cards.id, id), ne(cards.state, 'kept'))
    const over = await db.transaction((tx) => tx.update(cards).set({ state: 'removed' }).where(isOver).returning())
    if (over.length === 0) continue
    const isRevoked = await revoke(ctx, api, customerUid)
    const change = isRevoked ? { revokedAt: now() } : { changedAt: now() } // after a failure the next run tries the other keys first
    await db.transaction((tx) => tx.update(cards).set(change).where(eq(cards.id, id)))
  }
}

async function revoke({ providers, log }: Pick<Ctx, 'log' | 'providers'>, api: Api, name: string): Promise<boolean> {
  const provider = providers.of(api)
  try {
    const key = await provider.findKey(name)
    if (key) await provider.revokeKey(key.customerUid)
    return true
  } catch (err) {
    log.warn({ err }, 'card key revocation failed, retrying')
    return false
  }
}
