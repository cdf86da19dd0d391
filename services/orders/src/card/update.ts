import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Card, type contract, type Input, normaliseOptionalLine } from '@kingcar/contract'
import { assertUnchanged, difference, type Tx } from '@kingcar/db'
import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { lockMemberWrites } from '../member/lock.ts'
import { type CardRow, cards } from '../tables.ts'
import { clearMain, findCards, getCard, lockCards, retryFailedRenewals, toCard, updateCardRow } from './queries.ts'

const chooseAnother = {
  path: 'main',
  ko: '대표 카드는 해제할 수 없어요. 다른 카드를 대표로 정해 주세요.',
  en: 'Is the main card; make another one the main card instead.',
}

/** The caller's cards, the main one first. */
export async function listCards(ctx: Ctx, _input: object, caller: Caller): Promise<Card[]> {
  const rows = await findCards(ctx.db.read, memberIdOf(caller))
  return rows.map(toCard)
}

/** Renames a card, or makes it the main one, with which renewals that failed are tried at once. */
export async function updateCard(
  ctx: Ctx,
  { id, alias, main }: Input<typeof contract.orders.updateCard>,
  caller: Caller,
): Promise<Versioned<Card>> {
  const memberId = memberIdOf(caller)
  const patch = { alias: normaliseOptionalLine(alias), main }
  const row = await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId)
    const owned = await lockCards(tx, memberId)
    const found = getCard(owned, id)
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, patch)
    if (!changed) return found
    if (changed.after.main === false) throw new AppError('VALIDATION_FAILED', { details: [chooseAnother] })
    if (changed.after.main) {
      await clearMain(tx, owned, ctx.now())
      await retryFailedRenewals(tx, memberId, ctx.now())
    }
    return updateCardRow(tx, found, changed.after, ctx.now())
  })
  ctx.workers.renewSubscriptions()
  return { result: toCard(row), version: row.version }
}

/** Removes a card. Where it was the main one, the newest of the others becomes it. Its key is revoked a moment later. */
export async function deleteCard(ctx: Ctx, { id }: { id: string }, caller: Caller): Promise<Versioned<null>> {
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
      await retryFailedRenewals(tx, memberId, ctx.now())
    }
    return found.version + 1
  })
  ctx.workers.revokeCardKeys()
  ctx.workers.renewSubscriptions()
  return { result: null, version }
}

/** The row stays, since charges name it; its key is to be revoked. */
const removeCard = (tx: Tx, { id, version }: CardRow, now: Date) =>
  tx
    .update(cards)
    .set({ state: 'removed', main: false, alias: null, changedAt: now, version: version + 1 })
    .where(eq(cards.id, id))

/** Cards of a member who has left. */
export const removeCardsOf = (tx: Tx, memberId: string, now: Date) =>
  tx
    .update(cards)
    .set({ state: 'removed', main: false, alias: null, changedAt: now })
    .where(and(eq(cards.memberId, memberId), ne(cards.state, 'removed')))
