import { AppError } from '@kingcar/contract'
import { type Reader, type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import { type IntentRow, intents, type OrderRow } from '../tables.ts'
import type { RequestColumns, RequestKey } from './request-key.ts'

/** Milliseconds for which whoever wrote an intent has it to itself: longer than a call to the provider may take. */
const leaseMs = 20_000

/**
 * Intents go by the clock of the database, which all processes have in common, and never by the one that can be moved:
 * what is under way does not become old by it, nor for a process whose own clock is ahead.
 */
export const fromNow = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000}::float8)`

type NewIntent = Partial<RequestColumns> & { cause: string; actorId: string | null; reason?: string | undefined }
type NewCancel = NewIntent & {
  paymentUid: string
  amount: number
  /** What is left of the payment; the amount itself where it is all. */
  cancellable?: number
  /** Whether the caller carries it out after the commit; the workers do otherwise. */
  executedByCaller?: boolean
}

/** Writes that an order is about to be charged to a card. The caller has locked the order and found no open intent. */
export const addChargeIntent = (
  tx: Tx,
  order: OrderRow,
  cardId: string,
  wish: NewIntent,
): Promise<IntentRow | undefined> =>
  insertIntent(tx, {
    kind: 'charge',
    orderId: order.id,
    cardId,
    amount: order.amount,
    sentAt: fromNow(0),
    tryAt: fromNow(leaseMs),
    ...wish,
  })

/**
 * Writes that money of a payment is about to go back. Undefined where a cancellation of that payment is under way, or where
 * it is the whole and there is nothing: its outcome is waited for.
 */
export const addCancelIntent = (
  tx: Tx,
  order: OrderRow,
  { amount, cancellable = amount, executedByCaller = false, ...wish }: NewCancel,
): Promise<IntentRow | undefined> => {
  const tryAt = fromNow(executedByCaller ? leaseMs : 0)
  return insertIntent(tx, { kind: 'cancel', orderId: order.id, amount, cancellable, tryAt, ...wish })
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

/** Milliseconds since a charge was written and sent. */
export async function intentAgeMs(db: Reader, { id }: IntentRow): Promise<number> {
  const ms = sql<number>`extract(epoch from clock_timestamp() - coalesce(${intents.sentAt}, ${intents.createdAt}))::float8 * 1000`
  const [row] = await db.select({ ms }).from(intents).where(eq(intents.id, id))
  return row?.ms ?? 0
}

/** What is open for an order. */
export const findOpenIntents = (tx: Tx, orderId: string): Promise<IntentRow[]> =>
  tx
    .select()
    .from(intents)
    .where(and(eq(intents.orderId, orderId), eq(intents.state, 'open')))

/** Milliseconds after which the provider is asked again to give back what it has refused to: its bank may have been away. */
const retryRefusedAfterMs = 3_600_000

/** Whether the provider has refused a moment ago to give back all that is left of a payment. */
export async function wasRecentlyRefused(tx: Tx, paymentUid: string, left: number): Promise<boolean> {
  const asked = and(eq(intents.paymentUid, paymentUid), eq(intents.amount, left), eq(intents.cancellable, left))
  const refused = and(asked, eq(intents.state, 'refused'), gt(intents.createdAt, fromNow(-retryRefusedAfterMs)))
  return (await tx.select({ id: intents.id }).from(intents).where(refused).limit(1)).length > 0
}

/** The intent that the same request wrote before. @throws AppError IDEMPOTENCY_KEY_REUSED where it asked for something else */
export async function findIntentByRequest(tx: Tx, asked: RequestKey | undefined): Promise<IntentRow | undefined> {
  if (asked === undefined) return undefined
  const [row] = await tx.select().from(intents).where(eq(intents.requestKey, asked.columns.requestKey))
  if (row && !asked.matches(row.requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  return row
}

/** Settles an intent that the caller has locked or written. */
export const closeIntent = (tx: Tx, id: string, state: 'done' | 'refused' | 'lost', outcome: string | null) =>
  tx.update(intents).set({ state, outcome, tryAt: null }).where(eq(intents.id, id))

/** Locks an intent as it stands now. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow> {
  const [row] = await tx.select().from(intents).where(eq(intents.id, id)).for('update')
  if (!row) throw new Error('an intent was lost')
  return row
}

/** Puts off what could not be settled; the larger its number of attempts the longer. */
export const postponeIntent = (tx: Tx, id: string, ms: number) =>
  tx
    .update(intents)
    .set({ tryAt: fromNow(ms), attempts: sql`${intents.attempts} + 1` })
    .where(and(eq(intents.id, id), eq(intents.state, 'open')))

/** Takes open intents that nobody works on, for as long as a call may take. */
export function claimDueIntents(tx: Tx, most: number): Promise<IntentRow[]> {
  const due = tx
    .select({ id: intents.id })
    .from(intents)
    .where(and(eq(intents.state, 'open'), lte(intents.tryAt, sql`now()`)))
    .orderBy(intents.tryAt)
    .limit(most)
    .for('update', { skipLocked: true })
  return tx
    .update(intents)
    .set({ tryAt: fromNow(leaseMs), attempts: sql`${intents.attempts} + 1` })
    .where(sql`${intents.id} in ${due}`)
    .returning()
}
