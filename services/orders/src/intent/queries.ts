import { AppError, idempotencyKeyHours } from '@kingcar/contract'
import { type Reader, sendInOrder, type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, exists, inArray, lte, ne, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { cards, type IntentRow, intents, type OrderRow, orders } from '../tables.ts'
import type { RequestColumns, RequestKey } from './request-key.ts'

/** Milliseconds of the lease that a process holds on an intent: longer than a call to the provider may take. */
const leaseMs = 20_000

/**
 * A time relative to now by the database's clock, which all processes share. Intents never use the movable clock or a
 * process's own: these could make an intent in progress look old.
 */
export const fromNow = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`

type NewIntent = Partial<RequestColumns> & { cause: string; actorId: string | null; reason?: string | undefined }
type NewCancel = NewIntent & {
  paymentUid: string
  amount: number
  /** What is left of the payment; by default the amount, which is then all of it. */
  cancellable?: number
  /** The account to which the money is refunded, encrypted; if absent, it is refunded to the payment method. */
  refundAccount?: string | undefined
  /** Whether the caller executes the intent after the commit; otherwise a job does. */
  executedByCaller?: boolean
}

/**
 * Adds the intent to charge an order to a card, with a lease of this process. The caller has locked the order and found no
 * open intent.
 * @returns undefined if the order has a charge that is open or done
 */
export function addChargeIntent(
  tx: Tx,
  order: OrderRow,
  cardId: string,
  intent: NewIntent,
): Promise<IntentRow | undefined> {
  markBothApis(tx, order, cardId)
  return insertIntent(tx, {
    kind: 'charge',
    orderId: order.id,
    cardId,
    amount: order.amount,
    sentAt: fromNow(0),
    tryAt: fromNow(leaseMs),
    ...intent,
  })
}

/** The card belongs to the other API: from now on the order's payments may be at both APIs. */
function markBothApis(tx: Tx, { id, api }: OrderRow, cardId: string): void {
  if (api === 'both') return
  const isOther = exists(
    tx
      .select({ id: cards.id })
      .from(cards)
      .where(and(eq(cards.id, cardId), ne(cards.api, api))),
  )
  sendInOrder(
    tx,
    tx
      .update(orders)
      .set({ api: 'both' })
      .where(and(eq(orders.id, id), isOther)),
  )
}

/**
 * Adds the intent to refund money of a payment.
 * @returns undefined if another cancellation of the payment is open
 */
export const addCancelIntent = (
  tx: Tx,
  order: OrderRow,
  { amount, cancellable = amount, executedByCaller = false, ...intent }: NewCancel,
): Promise<IntentRow | undefined> => {
  const tryAt = fromNow(executedByCaller ? leaseMs : 0)
  return insertIntent(tx, { kind: 'cancel', orderId: order.id, amount, cancellable, tryAt, ...intent })
}

type IntentInsert = PgInsertValue<typeof intents>

async function insertIntent(
  tx: Tx,
  fields: Omit<IntentInsert, 'id' | 'state' | 'createdAt'>,
): Promise<IntentRow | undefined> {
  const [row] = await tx
    .insert(intents)
    .values({ id: uuidv7(), state: 'open', createdAt: fromNow(0), ...fields })
    .onConflictDoNothing()
    .returning()
  return row
}

/** Milliseconds since a charge was sent. */
export async function intentAgeMs(db: Reader, { id }: IntentRow): Promise<number> {
  const ms = sql<number>`extract(epoch from clock_timestamp() - coalesce(${intents.sentAt}, ${intents.createdAt}))::float8 * 1000`
  const [row] = await db.select({ ms }).from(intents).where(eq(intents.id, id))
  return row?.ms ?? 0
}

export const findOpenIntents = (tx: Tx, orderId: string): Promise<IntentRow[]> =>
  tx
    .select()
    .from(intents)
    .where(and(eq(intents.orderId, orderId), eq(intents.state, 'open')))

/** Which of these orders have an open intent. */
export async function findOrdersWithOpenIntent(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectDistinct({ orderId: intents.orderId })
    .from(intents)
    .where(and(inArray(intents.orderId, [...orderIds]), eq(intents.state, 'open')))
  return new Set(rows.map(({ orderId }) => orderId))
}

const keyLifetimeMs = idempotencyKeyHours * 3_600_000

/**
 * The intent that an earlier attempt of the same request created. The caller has locked the order, which is part of the
 * key. An expired key is removed from its intent, so that a new intent can have it.
 * @throws AppError IDEMPOTENCY_KEY_REUSED if that attempt had another input
 */
export async function findIntentByRequest(tx: Tx, key: RequestKey | undefined): Promise<IntentRow | undefined> {
  if (key === undefined) return undefined
  const isRequest = eq(intents.requestKey, key.columns.requestKey)
  const expired = sql<boolean>`${intents.createdAt} <= ${fromNow(-keyLifetimeMs)}`
  const [found] = await tx.select({ intent: intents, expired }).from(intents).where(isRequest)
  if (found?.expired) await tx.update(intents).set({ requestKey: null, requestHash: null }).where(isRequest)
  if (!found || found.expired) return undefined
  if (!key.matches(found.intent.requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return found.intent
}

/** Ends an intent that the caller has locked or created, and erases the bank account of its refund. */
export const closeIntent = (tx: Tx, id: string, state: 'done' | 'refused' | 'lost', outcome: string | null): void =>
  sendInOrder(
    tx,
    tx.update(intents).set({ state, outcome, tryAt: null, refundAccount: null }).where(eq(intents.id, id)),
  )

/** Locks an intent and returns its current row. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow> {
  const [row] = await tx.select().from(intents).where(eq(intents.id, id)).for('update')
  if (!row) throw new Error('intent not found')
  return row
}

/** Schedules the next attempt for an intent whose outcome is still unknown. */
export const postponeIntent = (tx: Tx, id: string, ms: number) =>
  tx
    .update(intents)
    .set({ tryAt: fromNow(ms), attempts: sql`${intents.attempts} + 1` })
    .where(and(eq(intents.id, id), eq(intents.state, 'open')))

/** Claims open intents, whose lease or delay has ended, by a lease. */
export function claimDueIntents(tx: Tx, limit: number): Promise<IntentRow[]> {
  const due = tx
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.state, 'open'), lte(intents.tryAt, sql`now()`)))
    .orderBy(intents.tryAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(intents)
    .set({ tryAt: fromNow(leaseMs), attempts: sql`${intents.attempts} + 1` })
    .where(sql`${intents.id} in ${due}`)
    .returning()
}
