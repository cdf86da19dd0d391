import type { Caller, Versioned } from '@kingcar/bus'
import { assertUnchanged, type Tx } from '@kingcar/db'
import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { lockMemberWrites } from '../member/queries.ts'
import { retryUnpaidRenewals } from '../renewal/retry.ts'
import { type CardRow, cards } from '../tables.ts'
import { getCard, lockCards, updateCardRow } from './queries.ts'

type Deps = Pick<Ctx, 'db' | 'now' | 'workers'>

/** Removes a card. After the main card the newest of the others becomes the main one. A job revokes its billing key. */
export async function deleteCard(ctx: Deps, { id }: { id: string }, caller: Caller): Promise<Versioned<null>> {
  const memberId = memberIdOf(caller)
  const version = await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId)
    const owned = await lockCards(tx, memberId)
    const found = getCard(owned, id)
    assertUnchanged(caller.ifMatch, found)
    await removeCard(tx, found, ctx.now())
    const next = owned.find((card) => card.id !== found.id)
    if (found.main && next) {
      await updateCardRow(tx, next, { main: true }, ctx.now())
      await retryUnpaidRenewals(tx, memberId, ctx.now())
    }
    return found.version + 1
  })
  ctx.workers.revokeCardKeys()
  ctx.workers.renewSubscriptions()
  return { result: null, version }
}

/** The row stays, because charges refer to it and its key still has to be revoked. */
const removeCard = (tx: Tx, { id, version }: CardRow, now: Date) =>
  tx
    .update(cards)
    .set({ state: 'removed', main: false, alias: null, changedAt: now, version: version + 1 })
    .where(eq(cards.id, id))

/** Removes all cards of a member who has left. */
export const removeCardsOf = (tx: Tx, memberId: string, now: Date) =>
  tx
    .update(cards)
    .set({ state: 'removed', main: false, alias: null, changedAt: now })
    .where(and(eq(cards.memberId, memberId), ne(cards.state, 'removed')))
