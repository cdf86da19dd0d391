import type { Reader, Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq } from 'drizzle-orm'
import { receiptUidOf } from '../cash-receipt/cash-receipt.ts'
import {
  claimDueReceipts,
  eraseIdentifiers,
  findCashReceipt,
  moveCashReceipt,
  receiptAgeMs,
  restCashReceipt,
} from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { describeBuyer } from '../order/describe.ts'
import { changeOrder, lockOrder } from '../order/queries.ts'
import { type IssuedCashReceipt, type PaymentProvider, ProviderRefused } from '../provider/provider.ts'
import { type CashReceiptRow, type OrderRow, orders } from '../tables.ts'

/*
 * A receipt is never issued twice: `sent` is stored before the provider is called, and a receipt whose outcome is not
 * known is looked up by its name. The name is sent again only if the provider still does not know it long after the
 * first request; the provider accepts a name once. A refund changes the wanted amount: the receipt is cancelled, and
 * another one, with the next serial number, is issued for the rest. Each step is stored, so a process may die after any
 * of them.
 */

type Deps = Pick<Ctx, 'chargeLostAfterMs' | 'db' | 'log' | 'providers' | 'secretBox'>

/** Receipts that one process handles in parallel. */
const batchSize = 8
/** Largest number of steps of one receipt in one run: cancel, issue, and a change in the meantime. */
const maxSteps = 4
/** Milliseconds until a receipt with an unknown outcome is looked up; doubled with each try. */
const firstRetryMs = 500
const maxRetryMs = 30 * 60_000
/**
 * Number of look-ups in which the provider did not know a receipt, after which it counts as refused. An outage does not
 * count.
 */
const maxTimesLost = 12

/** Issues, cancels and replaces receipts until they are as they are wanted. Processes share the work by leases. */
export async function settleReceipts(ctx: Deps, signal: AbortSignal): Promise<void> {
  await ctx.db.transaction(eraseIdentifiers)
  for (let taken = batchSize; taken === batchSize && !signal.aborted; ) {
    const due = await ctx.db.transaction((tx) => claimDueReceipts(tx, batchSize))
    taken = due.length
    await Promise.all(due.map((row) => settle(ctx, row)))
  }
}

async function settle(ctx: Deps, claimed: CashReceiptRow): Promise<void> {
  try {
    const order = await getOrder(ctx.db.read, claimed)
    let row: CashReceiptRow | undefined = claimed
    for (let step = 0; row && step < maxSteps; step++) {
      row = await takeStep(ctx, order, row)
      if (row === undefined) return
      row = await findLatest(ctx, row)
    }
  } catch (err) {
    ctx.log.warn({ err, orderId: claimed.orderId, attempts: claimed.attempts }, 'cash receipt not settled, retrying')
    await postpone(ctx, claimed).catch((cause: unknown) => ctx.log.warn({ err: cause }, 'cash receipt not postponed'))
  }
}

const findLatest = ({ db }: Deps, { orderId }: CashReceiptRow) => db.transaction((tx) => findCashReceipt(tx, orderId))

/** @returns undefined if nothing is left to do now */
async function takeStep(ctx: Deps, order: OrderRow, row: CashReceiptRow): Promise<CashReceiptRow | undefined> {
  const uid = receiptUidOf(order.merchantUid, row.serial)
  const isAsWanted = row.state === 'issued' ? row.issued === row.wanted : row.state === 'none' && row.wanted === 0
  if (isAsWanted || row.state === 'refused') {
    await ctx.db.transaction((tx) => restCashReceipt(tx, row))
    return undefined
  }
  if (row.state === 'none') return issue(ctx, order, row, uid)
  const provider = ctx.providers.of(order.api)
  if (row.state === 'sent') return lookUp(ctx, provider, row, uid)
  return cancel(ctx, provider, row, uid)
}

async function issue(
  ctx: Deps,
  order: OrderRow,
  row: CashReceiptRow,
  uid: string,
): Promise<CashReceiptRow | undefined> {
  const { kind, wanted: amount } = row
  const provider = ctx.providers.of(order.api)
  const identifier = decrypt(ctx, row)
  if (identifier === undefined) return refuse(ctx, row, '번호를 다시 입력해 주세요.')
  const buyer = await describeBuyer(ctx.db.read, order.memberId)
  const sent = await ctx.db.transaction((tx) => moveCashReceipt(tx, row, { state: 'sent', isSent: true }))
  if (!sent) return undefined
  await fault('orders.receipt.intended')
  try {
    const request = { receiptUid: uid, name: order.productName, amount, kind, identifier, ...buyer }
    const issued = await provider.issueCashReceipt(request)
    await fault('orders.receipt.answered')
    return await recordIssued(ctx, sent, issued)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // the provider may refuse because the receipt was issued before
    const known = await provider.findCashReceipt(uid)
    return known ? recordIssued(ctx, sent, known) : refuse(ctx, sent, error.message)
  }
}

async function lookUp(
  ctx: Deps,
  provider: PaymentProvider,
  row: CashReceiptRow,
  uid: string,
): Promise<CashReceiptRow | undefined> {
  const known = await provider.findCashReceipt(uid)
  if (known) return recordIssued(ctx, row, known)
  if ((await receiptAgeMs(ctx.db.read, row)) <= ctx.chargeLostAfterMs) {
    await postpone(ctx, row)
    return undefined
  }
  const timesLost = row.timesLost + 1
  if (timesLost > maxTimesLost) return refuse(ctx, row, '결제사가 현금영수증을 발급하지 못했어요.')
  return ctx.db.transaction((tx) => moveCashReceipt(tx, row, { state: 'none', timesLost }))
}

async function cancel(
  ctx: Deps,
  provider: PaymentProvider,
  row: CashReceiptRow,
  uid: string,
): Promise<CashReceiptRow | undefined> {
  try {
    await provider.cancelCashReceipt(uid)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // the provider may refuse because the receipt was cancelled before
    if ((await provider.findCashReceipt(uid))?.cancelled !== true) throw error
  }
  await fault('orders.receipt.cancelled')
  return recordCancelled(ctx, row)
}

/** Stores the receipt that the provider has under a name. */
async function recordIssued(
  ctx: Deps,
  row: CashReceiptRow,
  { number, url, amount, cancelled }: IssuedCashReceipt,
): Promise<CashReceiptRow | undefined> {
  if (cancelled) return recordCancelled(ctx, row)
  return ctx.db.transaction(async (tx) => {
    await showReceipt(tx, row.orderId, url)
    return moveCashReceipt(tx, row, { state: 'issued', issued: amount, number, url })
  })
}

const recordCancelled = (ctx: Deps, row: CashReceiptRow) =>
  ctx.db.transaction(async (tx) => {
    await showReceipt(tx, row.orderId, null)
    const change = { state: 'none', serial: row.serial + 1, issued: null, number: null, url: null } as const
    return moveCashReceipt(tx, row, change)
  })

const refuse = (ctx: Deps, row: CashReceiptRow, refusal: string) =>
  ctx.db.transaction((tx) => moveCashReceipt(tx, row, { state: 'refused', refusal, tryIn: null }))

const postpone = (ctx: Deps, row: CashReceiptRow) =>
  ctx.db.transaction(async (tx) => {
    const latest = await findCashReceipt(tx, row.orderId)
    const tryIn = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(row.attempts, 20))
    if (latest?.tryAt) await moveCashReceipt(tx, latest, { tryIn })
  })

/** The member sees the receipt in the order. */
async function showReceipt(tx: Tx, orderId: string, url: string | null): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order?.paymentDetails || (order.paymentDetails.receiptUrl ?? null) === url) return
  const { receiptUrl: _before, ...details } = order.paymentDetails
  await changeOrder(tx, order, { paymentDetails: { ...details, ...(url !== null && { receiptUrl: url }) } })
}

/** The number in clear; undefined if it was erased, or the key that encrypted it was removed. */
function decrypt({ secretBox, log }: Deps, { identifier, orderId }: CashReceiptRow): string | undefined {
  if (identifier === null) return undefined
  try {
    return secretBox.decrypt(identifier)
  } catch (err) {
    log.error({ err, orderId }, 'number of a cash receipt not readable, receipt refused')
    return undefined
  }
}

async function getOrder(read: Reader, { orderId }: CashReceiptRow): Promise<OrderRow> {
  const [row] = await read.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('order missing')
  return row
}
