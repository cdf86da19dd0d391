import type { Database, Tx } from '@kingcar/db'
import {
  type DemoHistory,
  type DemoOrder,
  type DemoUserProduct,
  demoDeadline,
  isDemoRow,
  numberedDemoId,
} from '@kingcar/service/demo'
import { and, isNotNull } from 'drizzle-orm'
import { merchantUidOf } from '../order/order.ts'
import { emitOrdersChanged } from '../order/queries.ts'
import {
  cards,
  intents,
  type LedgerInsert,
  ledger,
  members,
  type OrderRow,
  orders,
  type UserProductRow,
  useLogs,
  userProducts,
} from '../tables.ts'
import { emitUserProductsChanged, notPaused } from '../user-product/queries.ts'
import { detailsOf, paymentUidOf } from './payment.ts'

/**
 * Stores the product that the demo grants, and the orders, products, cards and uses of its history. If there are some
 * already, or if members of the demo have left because the demo was removed, nothing changes.
 * @returns the number of new orders
 */
export function storeDemoOrders(db: Database, granted: DemoUserProduct, history?: DemoHistory): Promise<number> {
  return db.transaction(async (tx) => {
    const present = await tx
      .select({ id: userProducts.id })
      .from(userProducts)
      .where(isDemoRow(userProducts.id))
      .limit(1)
    const left = await tx.$count(members, and(isDemoRow(members.id), isNotNull(members.leftAt)))
    if (present.length > 0 || left > 0) return 0
    const products = [granted, ...(history?.userProducts ?? [])].map(userProductRow)
    await tx.insert(userProducts).values(products)
    if (history) await storeHistory(tx, history)
    await emitUserProductsChanged(tx, products)
    return history?.orders.length ?? 0
  }, demoDeadline)
}

async function storeHistory(tx: Tx, history: DemoHistory): Promise<void> {
  const rows = history.orders.map(orderRow)
  await tx.insert(cards).values(history.cards.map(cardRow))
  await tx.insert(orders).values(rows)
  await tx.insert(ledger).values(history.orders.flatMap(ledgerRows))
  const cardOf = new Map(history.cards.map(({ memberId, id }) => [memberId, id]))
  await tx.insert(intents).values(history.orders.flatMap((order) => intentRows(order, cardOf.get(order.memberId))))
  await tx.insert(useLogs).values(rowsOfUses(history))
  await emitOrdersChanged(tx, rows)
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at))

/** The fields that a product of a member and its order copy from the sold product. */
const soldOf = ({ product: { id, name, billingMonths, useLimit, carLimit } }: Pick<DemoOrder, 'product'>) => ({
  ...{ productId: id, productName: name, billingMonths, useLimit },
  ...{ carLimit, carId: null, usesPerDay: null, usesPerStay: 1, storeIds: [] },
})

function userProductRow(demo: DemoUserProduct): UserProductRow {
  const { id, memberId, product, state, remainingUses, orderId, unpaid } = demo
  const dunning = unpaid && { since: new Date(unpaid.since).toISOString(), reason: 'limitExceeded' as const }
  return {
    ...{
      id,
      memberId,
      ...soldOf(demo),
      carId: demo.carId,
      type: product.type,
      price: product.price,
      state,
      remainingUses,
      orderId,
    },
    startsAt: new Date(demo.startsAt),
    endsAt: dateOf(demo.endsAt),
    nextBillingAt: dateOf(demo.nextBillingAt),
    dueAt: dateOf(unpaid?.dueAt ?? null),
    dunning: dunning && { ...dunning, scheduledTries: unpaid?.tries ?? 0, otherTries: 0 },
    ...{ carMovedAt: null, retryRequestedAt: null, anchorAt: null, refunding: false, version: 1 },
    ...{ announcedEnd: null, announcedRenewal: null, planTerms: null, periodsPaid: 1, periodStartsAt: null },
    ...{ ...notPaused, stopRequestedAt: null, nextPlan: null, priceChange: null, earlierPrices: null },
    coupon: null,
    createdAt: new Date(demo.startsAt),
    endedAt: dateOf(demo.ended?.at ?? null),
    endCause: demo.ended?.cause ?? null,
  }
}

function stateOf({ paidAt, refundedAt, failed }: DemoOrder): OrderRow['state'] {
  if (paidAt === null) return failed ? 'Fail' : 'Cancel'
  return refundedAt === null ? 'Completed' : 'Refund'
}

function orderRow(demo: DemoOrder): OrderRow {
  const { id, memberId, product, paidAt, refundedAt, failed, userProductId, renewal } = demo
  const isPaid = paidAt !== null
  return {
    ...{ id, merchantUid: merchantUidOf(id), memberId, ...soldOf(demo), productType: product.type },
    ...{ amount: product.price, refundedAmount: refundedAt === null ? 0 : product.price, state: stateOf(demo) },
    paymentUid: isPaid ? paymentUidOf(demo) : null,
    paymentDetails: isPaid ? detailsOf(demo) : null,
    ...{
      paidAt: dateOf(paidAt),
      refundedAt: dateOf(refundedAt),
      failReason: failed ? refusalText : null,
      userProductId,
    },
    renews: renewal && userProductId,
    renewalDueAt: dateOf(renewal?.dueAt ?? null),
    renewalAttempt: renewal?.attempt ?? null,
    ...{
      accountDueAt: null,
      storeId: null,
      expiresAt: null,
      checkAt: null,
      version: 1,
      createdAt: new Date(demo.createdAt),
    },
    ...{ api: 'v1', payMethod: null, discount: 0, coupon: null },
    ...{ planTerms: null, periodPrice: null, trial: false, replaces: null, replacedUntil: null, credit: 0 },
  }
}

/** Why a charge was refused, as the provider's reason is shown. */
const refusalText = '한도초과'

/** Milliseconds after which an order that is not paid is cancelled. */
const unpaidMs = 30 * 60_000

/** The ledger of an order, in the order in which the service would have recorded it. */
function ledgerRows(order: DemoOrder): LedgerInsert[] {
  const { id: orderId, paidAt, refundedAt, failed, renewal, product } = order
  const { price: amount } = product
  const created = new Date(order.createdAt)
  const begun = { orderId, at: created, fromState: null, toState: 'Create' as const, amount }
  const first = { ...begun, cause: renewal ? 'renewal' : 'ordered', actorId: renewal ? null : order.memberId }
  const open = { orderId, fromState: 'Create' as const }
  if (failed) return [first, { ...open, at: created, toState: 'Fail', cause: 'paymentFailed' }]
  if (paidAt === null) {
    const at = new Date(order.createdAt + unpaidMs)
    return [first, { ...open, at, toState: 'Cancel', cause: 'unpaid' }]
  }
  const at = new Date(paidAt)
  const entries: LedgerInsert[] = [
    first,
    { ...open, at, toState: 'Paid', cause: 'paid', amount, paid: amount },
    { orderId, at, fromState: 'Paid', toState: 'Completed', cause: 'granted' },
  ]
  if (refundedAt !== null) {
    const refunded = { fromState: 'Completed', toState: 'Refund', cause: 'refundedByMember' } as const
    entries.push({ orderId, at: new Date(refundedAt), ...refunded, amount, refunded: amount, actorId: order.memberId })
  }
  return entries
}

/** The charges of renewals, and the refunds. */
function intentRows(order: DemoOrder, cardId: string | undefined): (typeof intents.$inferInsert)[] {
  const { id: orderId, failed, renewal, refundedAt, product } = order
  const rowOf = (at: number) => ({
    ...{ id: numberedDemoId('intent', Number.parseInt(orderId.slice(-12), 16)), orderId, amount: product.price },
    ...{ attempts: 0, tryAt: null, sentAt: new Date(at), createdAt: new Date(at) },
  })
  if (renewal && cardId) {
    const outcome = failed ? { state: 'refused' as const, outcome: refusalText } : { state: 'done' as const }
    return [{ ...rowOf(order.createdAt), kind: 'charge', cardId, cause: 'renewal', ...outcome }]
  }
  if (refundedAt === null) return []
  const cancel = { kind: 'cancel', paymentUid: paymentUidOf(order), cancellable: product.price } as const
  return [{ ...rowOf(refundedAt), ...cancel, state: 'done', cause: 'refundedByMember', actorId: order.memberId }]
}

const cardRow = ({ id, memberId, customerUid, number, createdAt }: DemoHistory['cards'][number]) => ({
  ...{ id, memberId, customerUid, issuer: '신한카드', main: true, state: 'kept' as const },
  maskedNumber: `${number.slice(0, 4)}-****-****-${number.slice(-4)}`,
  ...{ createdAt: new Date(createdAt), changedAt: new Date(createdAt) },
})

const rowsOfUses = ({ visits }: DemoHistory): (typeof useLogs.$inferInsert)[] =>
  visits
    .flatMap(({ use, member, ...visit }) => {
      if (use?.decision !== 'used' || !use.product || !use.userProductId || !member) return []
      const { id: visitId, store, carNumber, firstReadAt, receivedAt } = visit
      return {
        ...{ userProductId: use.userProductId, memberId: member.id, productName: use.product.name },
        ...{ storeId: store.id, storeName: store.name, carNumber, visitId },
        ...{ usedAt: new Date(firstReadAt), createdAt: new Date(receivedAt) },
      }
    })
    .map((use, index) => ({ id: numberedDemoId('use', index + 1), ...use }))
