import type { Caller } from '@kingcar/bus'
import { AppError, type CounterSale, contract, type Input, seoulDate } from '@kingcar/contract'
import { audit, findStoredResult, type Tx, withIdempotency } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { and, eq, sql } from 'drizzle-orm'
import { assertIssuable, identifierOf } from '../cash-receipt/cash-receipt.ts'
import { addCashReceipt } from '../cash-receipt/queries.ts'
import type { Ctx } from '../context.ts'
import { assertStillCounts } from '../coupon/choose.ts'
import { termsOf } from '../coupon/discount.ts'
import { shareLockMember } from '../member/queries.ts'
import { assertOwnCar, newOrder, priceOfNew } from '../order/create.ts'
import { lockHolding } from '../order/held-product.ts'
import { counterSteps } from '../order/order.ts'
import { addOrder } from '../order/queries.ts'
import { assertMayPay } from '../payment/pay.ts'
import { applySteps } from '../payment/reconcile.ts'
import { cars, orders } from '../tables.ts'
import { atCounter, findSale, withCouponCode } from './sale.ts'

const op = contract.orders.sellProduct
type Sale = Input<typeof op>
type Deps = Pick<Ctx, 'bus' | 'db' | 'idempotencySecret' | 'limitCodes' | 'now' | 'providers' | 'secretBox' | 'workers'>

const approvalRequired = {
  path: 'approvalNumber',
  ko: '카드 단말기 영수증의 승인번호를 입력해 주세요.',
  en: 'Required for a card terminal.',
}
const approvalRefused = {
  path: 'approvalNumber',
  ko: '승인번호는 카드 단말기로 결제할 때만 입력해 주세요.',
  en: 'Allowed for a card terminal only.',
}
const approvalTaken = {
  path: 'approvalNumber',
  ko: '오늘 이 매장에서 이미 등록한 승인번호예요.',
  en: 'The store has used this number on this day already.',
}

const costs = (amount: number) => {
  const won = amount.toLocaleString('en')
  return { path: 'amount', ko: `이 회원에게는 ${won}원이에요.`, en: `It costs this member ${won} won.` }
}

/**
 * Sells a product to a member at the counter of a store: the money was received without the provider, so the order is Completed
 * in one transaction.
 */
export async function sellProduct(ctx: Deps, input: Sale, caller: Caller): Promise<CounterSale> {
  const { memberId, carId, storeId, couponCode, method, approvalNumber, amount, remembersBusiness } = input
  if ((method === 'cardTerminal') !== (approvalNumber !== undefined))
    throw new AppError('VALIDATION_FAILED', {
      details: [method === 'cardTerminal' ? approvalRequired : approvalRefused],
    })
  const receipt = receiptOf(ctx, input)
  // A repeated request gets its stored result, even if the coupon has been used up since.
  const stored = await findStoredResult<CounterSale>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (stored) return stored
  const { priced, sale: wanted } = await findSale(ctx, input, caller)
  const sale = await withCouponCode(ctx, wanted, couponCode, (coupon) =>
    withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
      await lockHolding(tx, input) // before the price is calculated, so that two sales do not both get the first price
      const product = await atCounter(tx, memberId, priced)
      const price = priceOfNew(product, false) // a trial needs a card
      const now = ctx.now()
      const actorId = caller.actor?.id ?? null
      const paymentDetails = { method, ...(approvalNumber !== undefined && { approvalNumber }) }
      const { current: api } = ctx.providers
      const ordered = newOrder(memberId, product, carId ?? null, now, api, price, coupon && termsOf(coupon))
      if (amount !== ordered.amount) throw new AppError('AMOUNT_MISMATCH', { details: [costs(ordered.amount)] })
      await shareLockMember(tx, memberId)
      if (carId !== undefined) await assertOwnCar(tx, memberId, carId)
      if (approvalNumber !== undefined) await assertNewApproval(tx, storeId, approvalNumber, now)
      const fields = { ...ordered, storeId, paymentDetails, expiresAt: null, checkAt: null }
      const order = await addOrder(tx, fields, 'soldAtCounter', actorId)
      if (coupon) await assertStillCounts(tx, memberId, coupon)
      await assertMayPay(tx, order)
      const sold = await applySteps(tx, order, counterSteps(amount), { at: now, actorId })
      if (sold.state !== 'Completed') throw new AppError('ALREADY_SUBSCRIBED')
      if (receipt) await addCashReceipt(tx, order.id, amount, receipt)
      if (remembersBusiness && carId !== undefined && receipt)
        await tx.update(cars).set({ businessNumber: receipt.digits }).where(eq(cars.id, carId))
      const { productId, discount } = order
      const after = { memberId, productId, storeId, amount, ...paymentDetails, ...(receipt && { kind: receipt.kind }) }
      const audited = { entity: 'order', entityId: order.id, before: null }
      await audit(tx, op, caller, { ...audited, after: discount > 0 ? { ...after, discount } : after })
      const { id: orderId, merchantUid, productName, userProductId } = sold
      return { orderId, merchantUid, productName, amount, method, paidAt: now.toISOString(), userProductId }
    }),
  )
  if (receipt) ctx.workers.settleReceipts()
  await fault('orders.soldAtCounter')
  return sale
}

const receiptOfNothing = {
  path: 'cashReceipt',
  ko: '받은 돈이 없으면 현금영수증을 발급할 수 없어요.',
  en: 'Not allowed for a sale that costs nothing.',
}
const receiptByTerminal = {
  path: 'cashReceipt',
  ko: '카드로 결제하면 현금영수증을 발급할 수 없어요.',
  en: 'Not allowed for a card.',
}
const nothingToRemember = {
  path: 'remembersBusiness',
  ko: '차량과 사업자등록번호를 함께 입력해 주세요.',
  en: 'Needs a car and the number of a business.',
}

/** The requested receipt, with its number encrypted and in clear. @throws AppError VALIDATION_FAILED */
function receiptOf({ providers, secretBox }: Deps, sale: Sale) {
  const { method, amount, carId, cashReceipt, remembersBusiness = false } = sale
  if (remembersBusiness && (carId === undefined || cashReceipt?.kind !== 'corporate'))
    throw new AppError('VALIDATION_FAILED', { details: [nothingToRemember] })
  if (cashReceipt === undefined) return undefined
  if (method === 'cardTerminal') throw new AppError('VALIDATION_FAILED', { details: [receiptByTerminal] })
  if (amount === 0) throw new AppError('VALIDATION_FAILED', { details: [receiptOfNothing] })
  assertIssuable(providers, providers.current, 'cashReceipt')
  const digits = identifierOf(cashReceipt, 'cashReceipt.identifier')
  return { kind: cashReceipt.kind, identifier: secretBox.encrypt(digits), digits }
}

/**
 * Checks that an approval number is new; the lock makes concurrent sales of a store wait. @throws AppError
 * VALIDATION_FAILED
 */
async function assertNewApproval(tx: Tx, storeId: string, approvalNumber: string, now: Date): Promise<void> {
  const day = seoulDate(now)
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('orders approval ' || ${storeId}::uuid || ${day} || ${approvalNumber}, 0))`)
  const same = and(
    eq(orders.storeId, storeId),
    sql`(${orders.createdAt} at time zone 'Asia/Seoul')::date = ${day}::date`,
    sql`${orders.paymentDetails} ->> 'approvalNumber' = ${approvalNumber}`,
  )
  if ((await tx.$count(orders, same)) > 0) throw new AppError('VALIDATION_FAILED', { details: [approvalTaken] })
}
