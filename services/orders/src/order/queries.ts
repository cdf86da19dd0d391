import { AppError, type OrderState } from '@kingcar/contract'
import { emit, preparedInsert, type Tx } from '@kingcar/db'
import { currentRequestId } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import { ledger, type OrderRow, orders } from '../tables.ts'
import { toOrderRecord } from './describe.ts'

/** Locks an order until the transaction ends: whatever is decided of it is decided one after the other. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | undefined> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  return row
}

/** Locks an order of a member. @throws AppError ORDER_NOT_FOUND, also where it is somebody else's */
export async function lockOwnOrder(tx: Tx, id: string, memberId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, id)
  if (order?.memberId !== memberId) throw new AppError('ORDER_NOT_FOUND')
  return order
}

/** How a row begins where nothing else is said: as its table's defaults are. */
const defaults = {
  ...{ refundedAmount: 0, paymentUid: null, paidAt: null, refundedAt: null, failReason: null, userProductId: null },
  ...{ renews: null, renewalDueAt: null, renewalAttempt: null, version: 1 },
} satisfies Partial<OrderRow>
type DefaultedField = keyof typeof defaults
type NewOrder = Omit<OrderRow, DefaultedField> & Partial<Pick<OrderRow, DefaultedField>>

const insertOrder = preparedInsert(orders)
const insertEntry = preparedInsert(ledger)

/** Stores an order that begins now, with the first entry of its ledger, and tells of it; nothing of it is waited for. */
export async function addOrder(tx: Tx, fields: NewOrder, cause: string, actorId: string | null): Promise<OrderRow> {
  const row: OrderRow = { ...defaults, ...fields }
  insertOrder(tx, row)
  addLedgerEntry(tx, row, { from: null, at: row.createdAt, cause, actorId, amount: row.amount })
  await emitOrderChanged(tx, row)
  return row
}

export type LedgerEntry = {
  /** Null where the order began. */
  from: OrderState | null
  at: Date
  /** What happened, as a word of ours. */
  cause: string
  actorId: string | null
  /** What it was about, won. */
  amount?: number
  /** Won that moved. */
  paid?: number
  refunded?: number
  payment?: unknown
}

/** Writes an entry of an order's ledger, in the transaction of what it tells of. */
export function addLedgerEntry(tx: Tx, row: OrderRow, { from, ...entry }: LedgerEntry): void {
  const requestId = currentRequestId() ?? null
  insertEntry(tx, { orderId: row.id, fromState: from, toState: row.state, requestId, ...entry })
}

type Change = Partial<Omit<OrderRow, 'id' | 'version'>>

/** Stores a change of a row that the caller has locked, and tells of it. */
export async function changeOrder(tx: Tx, found: OrderRow, change: Change): Promise<OrderRow> {
  const version = found.version + 1
  await tx
    .update(orders)
    .set({ ...change, version })
    .where(eq(orders.id, found.id))
  const row: OrderRow = Object.assign({}, found, change, { version })
  await emitOrderChanged(tx, row)
  return row
}

const emitOrderChanged = (tx: Tx, row: OrderRow) =>
  emit(tx, 'orders.orderChanged', { memberId: row.memberId, order: toOrderRecord(row), version: row.version })

/** When the provider is to be asked next what it knows of an order; nobody is told, since nothing of it changes. */
export const scheduleReconciliation = (tx: Tx, id: string, checkAt: Date | null) =>
  tx.update(orders).set({ checkAt }).where(eq(orders.id, id))
