import type { Caller } from '@kingcar/bus'
import { AppError, contract, daysAfter, type Input, monthsAfter, type UserProductSummary } from '@kingcar/contract'
import { audit, type Tx, uuidv7, waitForProjectionOfNew, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { shareLockMember } from '../member/queries.ts'
import { members, type ProductRow, products } from '../tables.ts'
import { summariseUserProduct } from './describe.ts'
import { addUserProduct, toUserProduct } from './queries.ts'

const op = contract.orders.grantUserProduct

/** Milliseconds, about ten years: a start that is farther away is probably a typing error. */
const maxDistanceMs = 3_650 * 24 * 3_600_000
const tooFar = {
  path: 'startsAt',
  ko: '지금부터 10년 안의 시각을 입력해 주세요.',
  en: 'Must be within ten years of now.',
}

/**
 * Gives a member a product free of charge, also one that is not on sale. A subscription is given for one period, without a
 * renewal.
 */
export async function grantUserProduct(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<UserProductSummary> {
  const { memberId, productId } = input
  const { read } = ctx.db
  await waitForProjectionOfNew(memberId, async () => (await read.$count(members, eq(members.id, memberId))) > 0)
  await waitForProjectionOfNew(productId, async () => (await read.$count(products, eq(products.id, productId))) > 0)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const member = await shareLockMember(tx, input.memberId)
    const product = await shareLockProduct(tx, input.productId)
    const createdAt = ctx.now()
    const startsAt = input.startsAt === undefined ? createdAt : parseStart(input.startsAt, createdAt)
    const { id: productId, name: productName, type, price, billingMonths, storeIds } = product
    const { useLimit, carLimit, usesPerDay, usesPerStay, planTerms } = product
    const validityDays = planTerms?.validityDays ?? null
    const validUntil = validityDays === null ? null : daysAfter(startsAt, validityDays)
    const row = await addUserProduct(tx, {
      id: uuidv7(),
      memberId: member.id,
      ...{ productId, productName, type, price, billingMonths, storeIds },
      ...{ useLimit, carLimit, carId: null, usesPerDay, usesPerStay, planTerms, periodsPaid: 1 },
      state: startsAt > createdAt ? 'Unavailable' : 'Available',
      remainingUses: useLimit,
      startsAt,
      endsAt: type === 'subscribe' ? monthsAfter(startsAt, billingMonths ?? 1) : validUntil,
      nextBillingAt: null,
      coupon: null,
      orderId: null,
      createdAt,
    })
    const { subscription: _ofPlans, ...granted } = toUserProduct(row) // a granted subscription does not renew
    const after = Object.assign({ memberId: member.id, reason: input.reason }, granted)
    await audit(tx, op, caller, { entity: 'userProduct', entityId: row.id, before: null, after })
    return summariseUserProduct(tx, row, createdAt)
  })
}

/** @throws AppError VALIDATION_FAILED for a time too far away, or one that Date cannot read, such as a leap second */
function parseStart(text: string, now: Date): Date {
  const at = new Date(text)
  const distance = Math.abs(at.getTime() - now.getTime())
  if (!(distance < maxDistanceMs)) throw new AppError('VALIDATION_FAILED', { details: [tooFar] })
  return at
}

async function shareLockProduct(tx: Tx, id: string): Promise<ProductRow> {
  const [product] = await tx.select().from(products).where(eq(products.id, id)).for('share')
  if (!product || product.removed) throw new AppError('PRODUCT_NOT_FOUND')
  return product
}
