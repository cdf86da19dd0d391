import type { Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, asc, eq, exists, lte, not, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { carryOut } from '../intent/carry-out.ts'
import { openCharge, openIntentsOf } from '../intent/store.ts'
import { newOrder } from '../order/create.ts'
import { nextCheck, watchedUntil } from '../order/order.ts'
import { apply } from '../order/settle.ts'
import { addOrder, lockOrder } from '../order/store.ts'
import { cards, type IntentRow, intents, type OrderRow, orders, type UserProductRow, userProducts } from '../tables.ts'

/** Renewals that one process charges beside each other. */
const atOnce = 4

/**
 * Renews what is due: a new order each, charged to the member's main card. Who takes a subscription locks it, and finds
 * the order of whoever was there before; so it is charged once however many processes look.
 */
export async function renewDue(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const round = async (): Promise<boolean> => {
    const intent = await ctx.db.transaction((tx) => begin(ctx, tx))
    if (intent === 'nothing') return false
    await fault('orders.renewal.intended')
    if (intent !== 'settled') await carryOut(ctx, intent)
    return true
  }
  const lane = async () => {
    while (!signal.aborted && (await round()));
  }
  if (await round()) await Promise.all(Array.from({ length: atOnce }, lane))
}

/** Takes one subscription that is due and writes that it is about to be charged. `settled`: there was no card to charge. */
async function begin(ctx: Ctx, tx: Tx): Promise<IntentRow | 'settled' | 'nothing'> {
  const now = ctx.now()
  const found = await takeDue(tx, now)
  if (!found) return 'nothing'
  const [latest] = await renewalsOf(tx, found)
  const isOpen = latest?.state === 'Create'
  if (latest && isOpen && (await openIntentsOf(tx, latest.id)).length > 0) return 'settled' // somebody was faster
  const order = latest && isOpen ? await relock(tx, latest) : await addRenewal(tx, found, latest, now)
  const [card] = await tx.select({ id: cards.id }).from(cards).where(mainCardOf(found.memberId))
  const intent = card && (await openCharge(tx, order, card.id, { cause: 'renewal', actorId: null }))
  if (intent) return intent
  const step = {
    do: 'move',
    action: 'fail',
    cause: 'paymentFailed',
    reason: '등록된 카드가 없어요.',
    payment: null,
  } as const
  await apply(tx, order, [step], { at: now, actorId: null })
  return 'settled'
}

/** One that is due and is not being charged right now. */
async function takeDue(tx: Tx, now: Date): Promise<UserProductRow | undefined> {
  const charging = tx
    .select({ one: sql`1` })
    .from(orders)
    .innerJoin(intents, and(eq(intents.orderId, orders.id), eq(intents.state, 'open')))
    .where(eq(orders.renews, userProducts.id))
  const [row] = await tx
    .select()
    .from(userProducts)
    .where(and(lte(userProducts.nextBillingAt, now), not(exists(charging))))
    .orderBy(asc(userProducts.nextBillingAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return row
}

/** The orders for the period that is due, the newest first: seen only after the lock, so that nobody's is missed. */
const renewalsOf = (tx: Tx, { id, dueAt, endsAt }: UserProductRow): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(eq(orders.renews, id), eq(orders.renewalDueAt, dueAt ?? endsAt ?? new Date(0))))
    .orderBy(sql`${orders.renewalAttempt} desc`)

async function relock(tx: Tx, { id }: OrderRow): Promise<OrderRow> {
  const row = await lockOrder(tx, id)
  if (!row) throw new Error('an order was lost')
  return row
}

/** An order of a renewal waits for nothing but its charge: what is due has a day to be found. */
function addRenewal(tx: Tx, found: UserProductRow, latest: OrderRow | undefined, now: Date): Promise<OrderRow> {
  const product = {
    ...{ id: found.productId, name: found.productName, type: found.type, price: found.price },
    ...{ billingMonths: found.billingMonths, useLimit: found.useLimit, storeIds: found.storeIds },
  }
  const expiresAt = watchedUntil(now)
  return addOrder(
    tx,
    {
      ...newOrder(found.memberId, product, null, now),
      userProductId: found.id,
      renews: found.id,
      renewalDueAt: found.dueAt ?? found.endsAt,
      renewalAttempt: (latest?.renewalAttempt ?? 0) + 1,
      expiresAt,
      checkAt: nextCheck({ state: 'Create', paymentUid: null, paidAt: null, expiresAt }, now),
    },
    'renewal',
    null,
  )
}

const mainCardOf = (memberId: string) =>
  and(eq(cards.memberId, memberId), eq(cards.state, 'kept'), eq(cards.main, true))
