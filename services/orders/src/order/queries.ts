import { AppError, type OrderState } from '@kingcar/contract'
import { emit, emitAll, prepared, preparedInsert, sendInOrder, type Tx } from '@kingcar/db'
import { currentRequestId } from '@kingcar/runtime'
import { eq, sql } from 'drizzle-orm'
import { ledger, type OrderRow, orders } from '../tables.ts'
import { toOrderRecord } from './describe.ts'

const statements = prepared((on) => ({
  countOpen: on
    .select({ open: sql<number>`count_open_orders(${sql.placeholder('memberId')}::uuid)` })
    .from(sql`(values (1)) as one`)
    .prepare('count_open_orders'),
}))

/** Locks an order's row until the transaction ends, so that decisions about it are made one after the other. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Locks an order of a member. @throws AppError ORDER_NOT_FOUND, also for another member's order */
export async function lockOwnOrder(tx: Tx, id: string, memberId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (order?.memberId !== memberId) throw new AppError('ORDER_NOT_FOUND')
  return order
}

/** The values of fields that a new order leaves out; the same as the table's defaults. */
const defaults = {
  ...{ refundedAmount: 0, paymentUid: null, paidAt: null, refundedAt: null, failReason: null, userProductId: null },
  ...{ payMethod: null, paymentDetails: null, accountDueAt: null, replaces: null, replacedUntil: null, storeId: null },
  ...{ renews: null, renewalDueAt: null, renewalAttempt: null, version: 1 },
} satisfies Partial<OrderRow>
type DefaultedField = keyof typeof defaults
type NewOrder = Omit<OrderRow, DefaultedField> & Partial<Pick<OrderRow, DefaultedField>>

const insertOrder = preparedInsert(orders)
const insertEntry = preparedInsert(ledger)

/** Stores a new order with its first ledger entry and emits it. Does not wait for the inserts. */
export async function addOrder(tx: Tx, fields: NewOrder, cause: string, actorId: string | null): Promise<OrderRow> {
  const row: OrderRow = { ...defaults, ...fields }
  insertOrder(tx, fields) // PostgreSQL and the driver spend less on a column that is left out
  addLedgerEntry(tx, row, { from: null, at: row.createdAt, cause, actorId, amount: row.amount })
  await emit(tx, 'orders.orderPlaced', changeOf(row))
  return row
}

/**
 * Counts the unpaid orders of a member, including the one that this transaction inserted, without renewals.
 * Concurrent orders of the member are counted one after the other.
 * @throws AppError TOO_MANY_OPEN_ORDERS if there are more than the limit
 */
export async function assertFewOpen(tx: Tx, memberId: string, limit: number): Promise<void> {
  const [counted] = await statements(tx).countOpen.execute({ memberId })
  if (counted && counted.open > limit) throw new AppError('TOO_MANY_OPEN_ORDERS')
}

export type LedgerEntry = {
  /** The state before; null for a new order. */
  from: OrderState | null
  at: Date
  /** What happened, as one of KingCar's cause names. */
  cause: string
  actorId: string | null
  /** The amount of the entry, in won. */
  amount?: number
  /** Amount in won that moved with this entry. */
  paid?: number
  refunded?: number
  /** When the provider moved the money, if that time differs from `at`. */
  movedAt?: Date | null
  payment?: unknown
}

/** Adds an entry to an order's ledger, in the transaction of the change itself. */
export function addLedgerEntry(tx: Tx, row: OrderRow, { from, ...entry }: LedgerEntry): void {
  const requestId = currentRequestId() ?? null
  insertEntry(tx, { orderId: row.id, fromState: from, toState: row.state, requestId, ...entry })
}

type Change = Partial<Omit<OrderRow, 'id' | 'version'>>

/** Stores a change of an order that the caller has locked, and emits it. Does not wait for the update. */
export async function changeOrder(tx: Tx, found: OrderRow, change: Change): Promise<OrderRow> {
  const version = found.version + 1
  sendInOrder(
    tx,
    tx
      .update(orders)
      .set({ ...change, version })
      .where(eq(orders.id, found.id)),
  )
  const row: OrderRow = Object.assign({}, found, change, { version })
  const happened = [
    ...(found.paidAt === null && row.paidAt !== null ? (['paid'] as const) : []),
    ...(row.refundedAmount > found.refundedAmount ? (['refunded'] as const) : []),
  ]
  const moved = { happened, refundedNow: row.refundedAmount - found.refundedAmount, receiptUrl: receiptOf(row) }
  await emit(tx, 'orders.orderChanged', { ...changeOf(row), ...(happened.length > 0 && moved) })
  return row
}

const receiptOf = ({ paymentDetails }: OrderRow) => paymentDetails?.receiptUrl ?? null

/** Stores orders that the caller has locked and closed, in one statement, and emits them. */
export async function storeClosed(tx: Tx, rows: readonly OrderRow[]): Promise<void> {
  const changes = rows.map(({ id, state, accountDueAt, expiresAt, checkAt, version }) => ({
    ...{ id, state, accountDueAt, expiresAt, checkAt, version },
  }))
  await tx.execute(sql`
    update orders o set state = c.state, account_due_at = c."accountDueAt", expires_at = c."expiresAt", check_at = c."checkAt",
      version = c.version
    from jsonb_to_recordset(${JSON.stringify(changes)}::text::jsonb) as c (
      id uuid, state text, "accountDueAt" timestamptz, "expiresAt" timestamptz, "checkAt" timestamptz, version integer
    ) where o.id = c.id`)
  await emitOrdersChanged(tx, rows)
}

/** Emits orders that the caller has stored. */
export const emitOrdersChanged = (tx: Tx, rows: readonly OrderRow[]) =>
  emitAll(tx, 'orders.orderChanged', rows.map(changeOf))

const changeOf = (row: OrderRow) => ({ memberId: row.memberId, order: toOrderRecord(row), version: row.version })

/** Sets when the order is reconciled next. Emits nothing, since the order itself does not change. */
export const scheduleReconciliation = (tx: Tx, id: string, checkAt: Date | null): void =>
  sendInOrder(tx, tx.update(orders).set({ checkAt }).where(eq(orders.id, id)))

/** Makes the next reconciliation of an order happen at this time at the latest. */
export const reconcileBefore = (tx: Tx, id: string, at: Date) =>
  tx
    .update(orders)
    .set({ checkAt: sql`least(${orders.checkAt}, ${at.toISOString()}::timestamptz)` })
    .where(eq(orders.id, id))
