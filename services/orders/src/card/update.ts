import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Card, type contract, type Input, normaliseOptionalLine } from '@kingcar/contract'
import { assertUnchanged, difference } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { lockMemberWrites } from '../member/queries.ts'
import { retryUnpaidRenewals } from '../renewal/retry.ts'
import { clearMain, getCard, lockCards, toCard, updateCardRow } from './queries.ts'

type Deps = Pick<Ctx, 'db' | 'now' | 'workers'>

const chooseAnother = {
  path: 'main',
  ko: '대표 카드는 해제할 수 없어요. 다른 카드를 대표로 정해 주세요.',
  en: 'This is the main card. Make another card the main card instead.',
}

/** Renames a card, or makes it the main one and retries failed renewals with it immediately. */
export async function updateCard(
  ctx: Deps,
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
      await retryUnpaidRenewals(tx, memberId, ctx.now())
    }
    return updateCardRow(tx, found, changed.after, ctx.now())
  })
  ctx.workers.renewSubscriptions()
  return { result: toCard(row), version: row.version }
}
