import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type Card,
  contract,
  type Detail,
  type Input,
  mostCards,
  normaliseOptionalLine,
} from '@kingcar/contract'
import { findStoredResult, isUniqueViolation, sendInOrder, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { lockMemberWrites, shareLockCaller } from '../member/queries.ts'
import { refusedByProvider } from '../payment/errors.ts'
import { type Api, type BillingKey, type CardData, ProviderRefused, ProviderUnreachable } from '../provider/provider.ts'
import { retryUnpaidRenewals } from '../renewal/retry.ts'
import { cards } from '../tables.ts'
import { clearMain, lockCards, toCard } from './queries.ts'

const op = contract.orders.createCard
type CardInput = Input<typeof op>
type Deps = Pick<Ctx, 'db' | 'idempotencySecret' | 'limitLookups' | 'log' | 'now' | 'providers' | 'workers'>

/**
 * Largest number of refused cards that a member may try in an hour, because a person with stolen card numbers would try
 * many.
 */
const maxRefusedPerHour = 10
/** Cards that a member may try in an hour in all: the provider issues a billing key for each good one. */
const maxTriedPerHour = 40
const hour = 3_600_000

const dataOrCustomerUid = {
  path: '',
  ko: '카드 정보를 모두 입력하거나 customerUid만 입력해 주세요.',
  en: 'Give either all of the card data or only customerUid.',
}

/**
 * Registers a card: the provider issues a billing key for the card data, which are never stored; or the member names a key
 * that was issued in the provider's window. The first card becomes the main one.
 */
export async function createCard(ctx: Deps, input: CardInput, caller: Caller): Promise<Card> {
  const data = cardData(input)
  const comparable = comparableInput(input)
  const findStored = () => findStoredResult<Card>(ctx.db.read, ctx.idempotencySecret, op, comparable, caller)
  try {
    return (await findStored()) ?? (await registerCard(ctx, input, data, comparable, caller))
  } catch (error) {
    // A repeated request gets its stored result, even if the first one was still running and took the last place.
    const stored = await findStored()
    if (stored) return stored
    throw error
  }
}

async function registerCard(
  ctx: Deps,
  input: CardInput,
  data: CardData | undefined,
  comparable: ReturnType<typeof comparableInput>,
  caller: Caller,
): Promise<Card> {
  const memberId = memberIdOf(caller)
  const alias = normaliseOptionalLine(input.alias ?? null)
  const card = data
    ? await issueKey(ctx, memberId, data)
    : { id: undefined, ...(await findIssuedKey(ctx, memberId, input.customerUid ?? '')) }
  await fault('orders.card.issued')
  const created = await withIdempotency(ctx.db, ctx.idempotencySecret, op, comparable, caller, async (tx) => {
    await shareLockCaller(tx, memberId)
    return activateCard(ctx, tx, memberId, { ...card, alias })
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'CARD_LIMIT') await giveUpKey(ctx, memberId, card)
    throw isUniqueViolation(error, 'cards_customer_uid_key')
      ? refusedByProvider('CARD_REFUSED', '이미 등록된 카드예요.')
      : error
  })
  ctx.workers.renewSubscriptions()
  return created
}

/**
 * The card data; undefined if a key was given instead. @throws AppError VALIDATION_FAILED if neither or both were given
 */
function cardData({ cardNumber, expiry, birth, passwordTwoDigits, customerUid }: CardInput): CardData | undefined {
  const given = [cardNumber, expiry, birth, passwordTwoDigits].filter((each) => each !== undefined).length
  const details: Detail[] = [dataOrCustomerUid]
  if (customerUid !== undefined && given === 0) return undefined
  if (customerUid !== undefined) throw new AppError('VALIDATION_FAILED', { details })
  if (cardNumber === undefined || expiry === undefined || birth === undefined || passwordTwoDigits === undefined)
    throw new AppError('VALIDATION_FAILED', { details })
  return { cardNumber, expiry, birth, passwordTwoDigits }
}

/** The part of the input of which the idempotency check may store a hash: nothing that identifies the card. */
const comparableInput = ({ cardNumber, customerUid, alias }: CardInput) => ({
  customerUid: customerUid ?? null,
  alias: alias ?? null,
  ends: cardNumber?.slice(-4) ?? null,
})

/**
 * Inserts the row before the key is issued, so that a job finds and revokes the key if the registration is abandoned.
 */
async function issueKey(
  ctx: Deps,
  memberId: string,
  data: CardData,
): Promise<{ id: string; key: BillingKey; api: Api }> {
  const id = uuidv7()
  const api = ctx.providers.current
  const customerUid = `kc_${crypto.randomUUID()}`
  await ctx.db.transaction(async (tx) => {
    await lockMemberWrites(tx, memberId) // the lock makes concurrent registrations of a member count each other
    assertRoom(await lockCards(tx, memberId))
    await assertNotGuessing(tx, memberId, ctx.now())
    const fields = {
      id,
      memberId,
      customerUid,
      api,
      issuer: '',
      maskedNumber: '',
      main: false,
      state: 'pending' as const,
    }
    sendInOrder(tx, tx.insert(cards).values({ ...fields, createdAt: ctx.now(), changedAt: ctx.now() }))
  })
  await fault('orders.card.intended')
  try {
    return { id, key: await ctx.providers.of(api).issueKey(customerUid, data), api }
  } catch (error) {
    if (error instanceof ProviderUnreachable) await deletePending(ctx, id)
    if (error instanceof ProviderRefused) await markRefused(ctx, id)
    if (error instanceof ProviderRefused) throw refusedByProvider('CARD_REFUSED', error.message)
    throw new AppError('UNAVAILABLE', { retryAfter: 2, cause: error })
  }
}

/** The provider refused to issue a key. */
const markRefused = (ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<unknown> =>
  ctx.db.transaction((tx) =>
    tx.update(cards).set({ state: 'removed', changedAt: ctx.now(), revokedAt: ctx.now() }).where(eq(cards.id, id)),
  )

/** Inserts a row for a key of the provider's window that has no place, so that a job revokes it; a known key keeps its row. */
async function giveUpKey(ctx: Deps, memberId: string, { id, key, api }: IssuedKey): Promise<void> {
  if (id !== undefined) return // it has a row, which the job finds
  const now = ctx.now()
  await ctx.db.transaction((tx) =>
    tx
      .insert(cards)
      .values({
        ...{ id: uuidv7(), memberId, ...shownOf(key), api, main: false, state: 'removed' as const },
        ...{ createdAt: now, changedAt: now },
      })
      .onConflictDoNothing(),
  )
  ctx.workers.revokeCardKeys()
}

const shownOf = ({ customerUid, issuer, maskedNumber }: BillingKey) => ({
  customerUid,
  issuer: issuer || '카드',
  maskedNumber,
})

/** The request never reached the provider. */
const deletePending = (ctx: Pick<Ctx, 'db'>, id: string): Promise<unknown> =>
  ctx.db.transaction((tx) => tx.delete(cards).where(and(eq(cards.id, id), eq(cards.state, 'pending'))))

async function assertNotGuessing(tx: Tx, memberId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hour)
  const [count] = await tx
    .select({
      tried: sql`count(*)`.mapWith(Number),
      refused: sql`count(*) filter (where ${cards.issuer} = '')`.mapWith(Number),
    })
    .from(cards)
    .where(and(eq(cards.memberId, memberId), gt(cards.createdAt, since)))
  if (count && (count.refused >= maxRefusedPerHour || count.tried >= maxTriedPerHour))
    throw new AppError('RATE_LIMITED', { retryAfter: hour / 1_000 })
}

function assertRoom(owned: readonly unknown[]): void {
  if (owned.length >= mostCards) throw new AppError('CARD_LIMIT')
}

/**
 * Finds a key that was issued in the provider's window: through the current API or, for an app that does not know it
 * yet, through the other one.
 */
async function findIssuedKey(ctx: Deps, memberId: string, name: string): Promise<{ key: BillingKey; api: Api }> {
  ctx.limitLookups(memberId)
  const { configured, current } = ctx.providers
  for (const api of configured.length > 0 ? configured : [current]) {
    const key = await ctx.providers
      .of(api)
      .findKey(name)
      .catch((cause: unknown) => {
        if (cause instanceof ProviderRefused) return undefined
        throw new AppError('UNAVAILABLE', { retryAfter: 2, cause })
      })
    if (key) return { key, api }
  }
  throw refusedByProvider('CARD_REFUSED', '발급된 빌링키가 없어요.')
}

/** A key, and the row of its registration; a key of the provider's window has none yet. */
type IssuedKey = { id: string | undefined; key: BillingKey; api: Api }
type NewCard = IssuedKey & { alias: string | null }

async function activateCard(
  ctx: Pick<Ctx, 'now'>,
  tx: Tx,
  memberId: string,
  { id, key, api, alias }: NewCard,
): Promise<Card> {
  const now = ctx.now()
  await lockMemberWrites(tx, memberId)
  if (id === undefined) await assertNotGuessing(tx, memberId, now) // the row of another was counted before it was inserted
  const owned = await lockCards(tx, memberId)
  assertRoom(owned)
  // the member probably adds the card because the main card was refused
  const main = (await retryUnpaidRenewals(tx, memberId, now)) || !owned.some((card) => card.main)
  if (main) await clearMain(tx, owned, now)
  const shown = {
    ...shownOf(key),
    api,
    alias,
    main,
    state: 'kept' as const,
    changedAt: now,
  }
  const [row] =
    id === undefined
      ? await tx
          .insert(cards)
          .values({ id: uuidv7(), memberId, createdAt: now, ...shown })
          .returning()
      : await tx
          .update(cards)
          .set(shown)
          .where(and(eq(cards.id, id), eq(cards.state, 'pending')))
          .returning()
  if (!row) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // the registration took so long that the job has revoked the key
  return toCard(row)
}
