import type { Caller } from '@kingcar/bus'
import { AppError, type Card, contract, type Detail, type Input, oneLineOrNone } from '@kingcar/contract'
import { findStoredResult, isUniqueViolation, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { refusedFor } from '../intent/request.ts'
import { holdMember, memberIdOf } from '../member/caller.ts'
import { lockMember } from '../member/former.ts'
import { Away, type BillingKey, type CardData, Refused } from '../payment/provider.ts'
import { cards } from '../tables.ts'
import { lockCards, retryRenewals, toCard } from './store.ts'

const op = contract.orders.createCard
type CardInput = Input<typeof op>

/** Cards that a member may try in an hour and that are refused: whoever has numbers that are not theirs tries many. */
const mostRefused = 10
const hour = 3_600_000

const either = {
  path: '',
  ko: '카드 정보를 모두 입력하거나 customerUid만 입력해 주세요.',
  en: "Give all of the card's data, or customerUid alone.",
}

/**
 * Registers a card: a billing key is issued for its data, which pass through and are kept nowhere; or one that was issued in
 * the provider's window is taken over. The first card is the main one.
 */
export async function createCard(ctx: Ctx, input: CardInput, caller: Caller): Promise<Card> {
  const memberId = memberIdOf(caller)
  const data = cardData(input)
  const alias = oneLineOrNone(input.alias ?? null)
  const told = tellable(input)
  const known = await findStoredResult<Card>(ctx.db.read, ctx.idempotencySecret, op, told, caller)
  if (known) return known
  const card = data
    ? await issue(ctx, memberId, data)
    : { id: undefined, key: await findIssued(ctx, memberId, input.customerUid ?? '') }
  await fault('orders.card.issued')
  const created = await withIdempotency(ctx.db, ctx.idempotencySecret, op, told, caller, async (tx) => {
    await holdMember(tx, memberId)
    return keep(ctx, tx, memberId, { ...card, alias })
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'cards_customer_uid_key')
      ? refusedFor('CARD_REFUSED', '이미 등록된 카드예요.')
      : error
  })
  ctx.workers.renewals()
  return created
}

/** The data of a card, or undefined where a key was given. @throws AppError VALIDATION_FAILED where it is neither */
function cardData({ cardNumber, expiry, birth, passwordTwoDigits, customerUid }: CardInput): CardData | undefined {
  const given = [cardNumber, expiry, birth, passwordTwoDigits].filter((each) => each !== undefined).length
  const details: Detail[] = [either]
  if (customerUid !== undefined && given === 0) return undefined
  if (customerUid !== undefined) throw new AppError('VALIDATION_FAILED', { details })
  if (cardNumber === undefined || expiry === undefined || birth === undefined || passwordTwoDigits === undefined)
    throw new AppError('VALIDATION_FAILED', { details })
  return { cardNumber, expiry, birth, passwordTwoDigits }
}

/** What may be compared later: nothing that would tell the card. */
const tellable = ({ cardNumber, customerUid, alias }: CardInput) => ({
  customerUid: customerUid ?? null,
  alias: alias ?? null,
  ends: cardNumber?.slice(-4) ?? null,
})

/** A row stands before the key is issued, so that a key that nobody waits for any more is found and revoked. */
async function issue(ctx: Ctx, memberId: string, data: CardData): Promise<{ id: string; key: BillingKey }> {
  const id = uuidv7()
  const customerUid = `kc_${crypto.randomUUID()}`
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, memberId) // so that those at once count each other
    await assertNotGuessing(tx, memberId, ctx.now())
    const fields = { id, memberId, customerUid, issuer: '', maskedNumber: '', main: false, state: 'pending' as const }
    await tx.insert(cards).values({ ...fields, createdAt: ctx.now(), changedAt: ctx.now() })
  })
  await fault('orders.card.intended')
  try {
    return { id, key: await ctx.provider.issueKey(customerUid, data) }
  } catch (error) {
    if (error instanceof Away) await forget(ctx, id)
    if (error instanceof Refused) await giveUp(ctx, id)
    if (error instanceof Refused) throw refusedFor('CARD_REFUSED', error.message)
    throw new AppError('UNAVAILABLE', { retryAfter: 2, cause: error })
  }
}

/** No key was issued. */
const giveUp = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db.transaction((tx) =>
    tx.update(cards).set({ state: 'removed', changedAt: ctx.now(), revokedAt: ctx.now() }).where(eq(cards.id, id)),
  )

/** It was never asked for. */
const forget = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.db.transaction((tx) => tx.delete(cards).where(and(eq(cards.id, id), eq(cards.state, 'pending'))))

async function assertNotGuessing(tx: Tx, memberId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hour)
  const tried = and(eq(cards.memberId, memberId), eq(cards.issuer, ''), gt(cards.createdAt, since))
  if ((await tx.$count(cards, tried)) >= mostRefused) throw new AppError('RATE_LIMITED', { retryAfter: hour / 1_000 })
}

async function findIssued(ctx: Ctx, memberId: string, customerUid: string): Promise<BillingKey> {
  ctx.limitLookUps(memberId)
  const key = await ctx.provider.findKey(customerUid).catch((cause: unknown) => {
    if (cause instanceof Refused) return undefined
    throw new AppError('UNAVAILABLE', { retryAfter: 2, cause })
  })
  if (!key) throw refusedFor('CARD_REFUSED', '발급된 빌링키가 없어요.')
  return key
}

type NewCard = { id: string | undefined; key: BillingKey; alias: string | null }

async function keep(ctx: Ctx, tx: Tx, memberId: string, { id, key, alias }: NewCard): Promise<Card> {
  const now = ctx.now()
  await lockMember(tx, memberId)
  const owned = await lockCards(tx, memberId)
  const main = !owned.some((card) => card.main)
  const { customerUid, issuer, maskedNumber } = key
  const shown = { issuer: issuer || '카드', maskedNumber, alias, main, state: 'kept' as const, changedAt: now }
  const [row] =
    id === undefined
      ? await tx
          .insert(cards)
          .values({ id: uuidv7(), memberId, customerUid, createdAt: now, ...shown })
          .returning()
      : await tx
          .update(cards)
          .set(shown)
          .where(and(eq(cards.id, id), eq(cards.state, 'pending')))
          .returning()
  if (!row) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // it took so long that its key was revoked
  if (main) await retryRenewals(tx, memberId, now)
  return toCard(row)
}
