import type { Caller } from '@kingcar/bus'
import { AppError, type OwedReturnReason } from '@kingcar/contract'
import { type Reader, type Tx, uuidv7 } from '@kingcar/db'
import { and, eq, inArray, isNull, min, sql } from 'drizzle-orm'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { type OrderRow, type OwedReturnRow, owedReturns } from '../tables.ts'

/*
 * Rows change only under the lock of their order. A payment has one row at most: it is never owed again once it was returned.
 */

const isOpen = isNull(owedReturns.settledAt)

export async function findOwedReturn(tx: Tx, paymentUid: string): Promise<OwedReturnRow | undefined> {
  const [row] = await tx.select().from(owedReturns).where(eq(owedReturns.paymentUid, paymentUid))
  return row
}

/**
 * @param limit the stores to which its member comes
 * @throws AppError OWED_RETURN_NOT_FOUND
 */
export async function getOwedReturn(tx: Tx, id: string, limit: Pick<Caller, 'stores'>): Promise<OwedReturnRow> {
  const [row] = await tx
    .select()
    .from(owedReturns)
    .where(and(eq(owedReturns.id, id), ofOwnVisitors(owedReturns.memberId, limit)))
  if (!row) throw new AppError('OWED_RETURN_NOT_FOUND')
  return row
}

type NewOwedReturn = Pick<OwedReturnRow, 'paymentUid' | 'amount' | 'cause' | 'since' | 'lastReason' | 'needsAccount'>

/** Stores money that the order cannot keep; it is due for its first try. */
export async function addOwedReturn(tx: Tx, order: OrderRow, fields: NewOwedReturn): Promise<OwedReturnRow> {
  const of = { id: uuidv7(), orderId: order.id, memberId: order.memberId, nextTryAt: fields.since }
  const [row] = await tx
    .insert(owedReturns)
    .values({ ...of, ...fields })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Schedules the next try of an open owed return and stores the rest of its payment. */
export const scheduleOwedReturn = (tx: Tx, id: string, nextTryAt: Date, amount: number) =>
  tx.update(owedReturns).set({ nextTryAt, amount }).where(eq(owedReturns.id, id))

/**
 * Records why an open owed return was not returned.
 * @returns the reason before; undefined if the payment has no open owed return
 */
export async function noteFailedReturn(
  tx: Tx,
  paymentUid: string,
  reason: Exclude<OwedReturnReason, 'accountNeeded'>,
): Promise<{ before: OwedReturnReason | null } | undefined> {
  const found = await findOwedReturn(tx, paymentUid)
  if (!found || found.settledAt !== null) return undefined
  const refusals = found.refusals + (reason === 'refused' ? 1 : 0)
  await tx.update(owedReturns).set({ lastReason: reason, refusals }).where(eq(owedReturns.id, found.id))
  return { before: found.lastReason }
}

type Settlement = Pick<OwedReturnRow, 'settledAt' | 'settledHow'> &
  Partial<Pick<OwedReturnRow, 'settledBy' | 'settleReason'>>

/** Ends the open owed returns of these payments and returns them. */
export const settleOwedReturns = (
  tx: Tx,
  paymentUids: readonly string[],
  settlement: Settlement,
): Promise<OwedReturnRow[]> =>
  tx
    .update(owedReturns)
    .set({ ...settlement, nextTryAt: null })
    .where(and(inArray(owedReturns.paymentUid, [...paymentUids]), isOpen))
    .returning()

/** When the next owed return of each of these orders is tried; null or no entry if none is open. */
export async function nextOwedTries(tx: Tx, orderIds: readonly string[]): Promise<Map<string, Date | null>> {
  const rows = await tx
    .select({ orderId: owedReturns.orderId, at: min(owedReturns.nextTryAt) })
    .from(owedReturns)
    .where(and(inArray(owedReturns.orderId, [...orderIds]), isOpen))
    .groupBy(owedReturns.orderId)
  return new Map(rows.map(({ orderId, at }) => [orderId, at]))
}

/** The longest owed return of an order that needs the payer's account. */
export async function findOwedToAccount(tx: Tx, orderId: string): Promise<OwedReturnRow | undefined> {
  const [row] = await tx
    .select()
    .from(owedReturns)
    .where(and(eq(owedReturns.orderId, orderId), isOpen, owedReturns.needsAccount))
    .orderBy(owedReturns.since)
    .limit(1)
  return row
}

/** The open owed returns of an order, the longest owed first. */
export const findOpenOwedReturnsOf = (read: Reader, orderId: string): Promise<OwedReturnRow[]> =>
  read
    .select()
    .from(owedReturns)
    .where(and(eq(owedReturns.orderId, orderId), isOpen))
    .orderBy(owedReturns.since)

/** Which of these orders have an open owed return that needs the payer's account. */
export async function findOrdersOwedToAccount(read: Reader, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await read
    .selectDistinct({ orderId: owedReturns.orderId })
    .from(owedReturns)
    .where(and(inArray(owedReturns.orderId, [...orderIds]), isOpen, owedReturns.needsAccount))
  return new Set(rows.map(({ orderId }) => orderId))
}

/** The open owed returns among these payments. */
export const findOpenOwedReturns = (
  read: Reader,
  paymentUids: readonly string[],
): Promise<Pick<OwedReturnRow, 'orderId' | 'paymentUid'>[]> =>
  read
    .select({ orderId: owedReturns.orderId, paymentUid: owedReturns.paymentUid })
    .from(owedReturns)
    .where(and(inArray(owedReturns.paymentUid, [...paymentUids]), isOpen))

/** Number, total in won, and age in seconds of the oldest of all open owed returns. @param now the service's clock */
export async function countOwedReturns(read: Reader, now: Date): Promise<{ count: number; won: number; age: number }> {
  const [row] = await read
    .select({
      count: sql<number>`count(*)::int`,
      won: sql<number>`coalesce(sum(${owedReturns.amount}), 0)::float8`,
      age: sql<number>`coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(${owedReturns.since})), 0)::float8`,
    })
    .from(owedReturns)
    .where(isOpen)
  return row ?? { count: 0, won: 0, age: 0 }
}
