import type { CashReceiptRequest } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { fromNow } from '../intent/queries.ts'
import { type CashReceiptRow, cashReceipts, orders } from '../tables.ts'

/** Milliseconds of the lease on a receipt: longer than all its calls to the provider take. */
const leaseMs = 30_000
/** Days for which a number is stored, in case a part of the order is refunded. */
const keptDays = 30

export async function findCashReceipt(read: Reader, orderId: string): Promise<CashReceiptRow | undefined> {
  const [row] = await read.select().from(cashReceipts).where(eq(cashReceipts.orderId, orderId))
  return row
}

/**
 * Requests a receipt for an order that the caller has locked, instead of a refused one.
 * @param identifier encrypted
 * @returns undefined if the order has another receipt
 */
export async function addCashReceipt(
  tx: Tx,
  orderId: string,
  wanted: number,
  { kind, identifier }: Pick<CashReceiptRequest, 'kind' | 'identifier'>,
): Promise<CashReceiptRow | undefined> {
  const untried = { refusal: null, attempts: 0, timesLost: 0, tryAt: fromNow(0), openSince: fromNow(0) }
  const fresh = { state: 'none' as const, wanted, kind, identifier, ...untried }
  const [row] = await tx
    .insert(cashReceipts)
    .values({ orderId, ...fresh, createdAt: fromNow(0) })
    .onConflictDoUpdate({
      target: cashReceipts.orderId,
      set: { ...fresh, createdAt: fromNow(0), serial: sql`${cashReceipts.serial} + 1` },
      setWhere: eq(cashReceipts.state, 'refused'),
    })
    .returning()
  return row
}

/** Changes the wanted amount of an order's receipt, if it has one, to the part of the order's amount that is not refunded. */
export const changeCashReceipt = (tx: Tx, orderId: string, wanted: number) =>
  tx
    .update(cashReceipts)
    .set({
      wanted,
      attempts: 0,
      timesLost: 0,
      tryAt: sql`case when ${cashReceipts.state} <> 'refused' then ${fromNow(0)} end`,
      openSince: sql`case when ${cashReceipts.state} = 'refused' or ${cashReceipts.tryAt} is not null
        then coalesce(${cashReceipts.openSince}, ${cashReceipts.createdAt}) else clock_timestamp() end`,
    })
    .where(eq(cashReceipts.orderId, orderId))

/** Claims due receipts by a lease. */
export function claimDueReceipts(tx: Tx, limit: number): Promise<CashReceiptRow[]> {
  const due = tx
    .select({ id: cashReceipts.orderId })
    .from(cashReceipts)
    .where(lte(cashReceipts.tryAt, sql`clock_timestamp()`))
    .orderBy(cashReceipts.tryAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return tx
    .update(cashReceipts)
    .set({ tryAt: fromNow(leaseMs), attempts: sql`${cashReceipts.attempts} + 1` })
    .where(inArray(cashReceipts.orderId, due))
    .returning()
}

type Change = Partial<
  Pick<CashReceiptRow, 'issued' | 'number' | 'refusal' | 'serial' | 'state' | 'timesLost' | 'url'>
> & {
  isSent?: true
  /** Milliseconds until the next try; null for none. */
  tryIn?: number | null
}

/** Stores a step of a receipt, unless the receipt has made another step in the meantime. */
export async function moveCashReceipt(
  tx: Tx,
  { orderId, serial, state }: CashReceiptRow,
  { isSent, tryIn, ...change }: Change,
): Promise<CashReceiptRow | undefined> {
  const isSame = and(eq(cashReceipts.orderId, orderId), eq(cashReceipts.serial, serial), eq(cashReceipts.state, state))
  const [row] = await tx
    .update(cashReceipts)
    .set({
      ...change,
      ...(isSent && { sentAt: fromNow(0) }),
      ...(tryIn !== undefined && { tryAt: tryIn === null ? null : fromNow(tryIn) }),
    })
    .where(isSame)
    .returning()
  return row
}

/** Ends the work on a receipt that is as it is wanted, unless a refund has changed that in the meantime. */
export const restCashReceipt = (tx: Tx, { orderId, wanted, state }: CashReceiptRow) =>
  tx
    .update(cashReceipts)
    .set({
      ...{ tryAt: null, attempts: 0, timesLost: 0 },
      openSince: sql`case when ${cashReceipts.state} = 'refused' then ${cashReceipts.openSince} end`,
    })
    .where(and(eq(cashReceipts.orderId, orderId), eq(cashReceipts.wanted, wanted), eq(cashReceipts.state, state)))

const openSince = sql`coalesce(${cashReceipts.openSince}, ${cashReceipts.createdAt})`

/**
 * Receipts that are refused although their order keeps money, and for which staff can still ask the member for another
 * number.
 */
export const isRefusedReceipt = sql`${cashReceipts.state} = 'refused' and ${cashReceipts.wanted} > 0
  and not exists (
    select from orders sold join members buyer on buyer.id = sold.member_id
    where sold.id = ${cashReceipts.orderId} and buyer.left_at is not null
  )`

/** Receipts that are being issued or cancelled, the age of the oldest in seconds, and those that were refused. */
export async function countOpenReceipts(read: Reader): Promise<{ open: number; age: number; refused: number }> {
  const age = sql<number>`coalesce(extract(epoch from clock_timestamp() - min(${openSince})), 0)::float8`
  const [[found], refused] = await Promise.all([
    read.select({ open: sql<number>`count(*)::int`, age }).from(cashReceipts).where(isNotNull(cashReceipts.tryAt)),
    read.$count(cashReceipts, isRefusedReceipt),
  ])
  return { open: found?.open ?? 0, age: Math.max(0, found?.age ?? 0), refused }
}

/** Milliseconds since a receipt was sent to the provider. */
export async function receiptAgeMs(read: Reader, { orderId }: CashReceiptRow): Promise<number> {
  const ms = sql<number>`extract(epoch from clock_timestamp() - ${cashReceipts.sentAt})::float8 * 1000`
  const [row] = await read.select({ ms }).from(cashReceipts).where(eq(cashReceipts.orderId, orderId))
  return row?.ms ?? 0
}

/** Whether a number can be erased: no receipt needs it any more, or it has been stored for too long. */
export const isErasable = and(
  isNotNull(cashReceipts.identifier),
  or(
    lte(cashReceipts.createdAt, sql`clock_timestamp() - make_interval(days => ${keptDays}::integer)`),
    and(eq(cashReceipts.state, 'refused'), sql`${cashReceipts.tryAt} is null`),
    and(eq(cashReceipts.wanted, 0), sql`${cashReceipts.tryAt} is null`),
  ),
)

export const eraseIdentifiers = (tx: Tx) => tx.update(cashReceipts).set({ identifier: null }).where(isErasable)

/** Erases the numbers of a member who has left; a receipt that is not issued yet is refused. */
export const eraseIdentifiersOf = (tx: Tx, memberId: string) =>
  tx
    .update(cashReceipts)
    .set({ identifier: null })
    .where(
      and(
        isNotNull(cashReceipts.identifier),
        inArray(cashReceipts.orderId, tx.select({ id: orders.id }).from(orders).where(eq(orders.memberId, memberId))),
      ),
    )
