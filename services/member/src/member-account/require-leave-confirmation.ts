import { AppError, type Detail } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import { orders, userProducts } from '../tables.ts'

/** Largest number of details of each kind in the error. */
const mostListed = 100

/**
 * Rejects the request to leave if the member would lose something: a subscription that is live or in dunning, a product
 * that is not used up, an order that waits for a deposit or its product. It reads the projections, so that a member can
 * leave while the orders service is unavailable; changes of the last seconds may be missing.
 * @throws AppError LEAVE_NEEDS_CONFIRMATION, with what would be lost
 */
export async function requireLeaveConfirmation(tx: Tx, memberId: string): Promise<void> {
  const isUsable = sql`${userProducts.described} ->> 'state' in ('Available', 'Unavailable')`
  const isOpen = sql`${orders.described} ->> 'state' in ('Reserved', 'Paid')`
  const [products, open] = await Promise.all([
    tx
      .select({ described: userProducts.described })
      .from(userProducts)
      .where(and(eq(userProducts.memberId, memberId), isUsable))
      .orderBy(userProducts.startsAt, userProducts.id)
      .limit(mostListed),
    tx
      .select({ described: orders.described })
      .from(orders)
      .where(and(eq(orders.memberId, memberId), isOpen))
      .orderBy(orders.createdAt, orders.id)
      .limit(mostListed),
  ])
  const details: Detail[] = [
    ...products.map(({ described: { id, type, state, productName, subscription } }) => {
      const isLive = state === 'Available' || Boolean(subscription?.pause) // events of earlier versions lack the field
      const lost = type === 'onetime' ? unused : isLive ? liveSubscription : unpaidSubscription
      return { path: `${type === 'onetime' ? 'products' : 'subscriptions'}.${id}`, ...lost(productName) }
    }),
    ...open.map(({ described: { id, state, productName } }) => {
      return { path: `orders.${id}`, ...(state === 'Reserved' ? reserved : paid)(productName) }
    }),
  ]
  if (details.length > 0) throw new AppError('LEAVE_NEEDS_CONFIRMATION', { details })
}

type Lost = (name: string) => Pick<Detail, 'ko' | 'en'>
const liveSubscription: Lost = (name) => ({ ko: `${name}: 이용 중인 구독이에요.`, en: `${name}: a live subscription.` })
const unpaidSubscription: Lost = (name) => ({
  ko: `${name}: 결제나 시작을 기다리는 구독이에요.`,
  en: `${name}: a subscription that waits for a payment or for its start.`,
})
const unused: Lost = (name) => ({ ko: `${name}: 아직 다 쓰지 않았어요.`, en: `${name}: not used up.` })
const reserved: Lost = (name) => ({
  ko: `${name}: 입금을 기다리는 주문이에요.`,
  en: `${name}: an order that waits for a deposit.`,
})
const paid: Lost = (name) => ({ ko: `${name}: 결제한 주문이에요.`, en: `${name}: a paid order.` })
