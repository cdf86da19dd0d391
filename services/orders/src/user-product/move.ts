import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input, seoulTime, type UserProduct, type UserProductSummary } from '@kingcar/contract'
import { audit, type Tx, waitForProjectionOfNew } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { memberIdOf } from '../member/caller.ts'
import { shareLockCaller } from '../member/queries.ts'
import { assertOwnCar } from '../order/create.ts'
import { cars, type UserProductRow } from '../tables.ts'
import { summariseUserProduct } from './describe.ts'
import { changeUserProduct, lockUserProduct, toUserProduct } from './queries.ts'

/**
 * Milliseconds between two changes of the car by the member: 30 days. Without this limit one pass could be lent from
 * car to car.
 */
const moveEveryMs = 30 * 24 * 3_600_000

/** Binds a product of the caller to another of the caller's cars, once in 30 days. */
export async function moveMyProduct(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, carId }: Input<typeof contract.orders.moveMyProduct>,
  caller: Caller,
): Promise<UserProduct> {
  const memberId = memberIdOf(caller)
  await waitForCar(ctx, carId)
  return ctx.db.transaction(async (tx) => {
    await shareLockCaller(tx, memberId)
    const found = await lockUserProduct(tx, id)
    if (found?.memberId !== memberId) throw new AppError('USER_PRODUCT_NOT_FOUND')
    await assertMovable(tx, found, carId)
    if (found.carId === carId) return toUserProduct(found)
    const now = ctx.now()
    const isFirst = found.carId === null
    if (!isFirst) assertNotMovedRecently(found, now)
    return toUserProduct(await changeUserProduct(tx, found, isFirst ? { carId } : { carId, carMovedAt: now }))
  })
}

/** Binds a product of a member to another car of the member. */
export async function moveUserProduct(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, carId }: Input<typeof contract.orders.moveUserProduct>,
  caller: Caller,
): Promise<UserProductSummary> {
  await waitForCar(ctx, carId)
  return ctx.db.transaction(async (tx) => {
    const found = await lockUserProduct(tx, id)
    if (!found) throw new AppError('USER_PRODUCT_NOT_FOUND')
    await assertMovable(tx, found, carId)
    if (found.carId === carId) return summariseUserProduct(tx, found, ctx.now())
    const row = await changeUserProduct(tx, found, { carId })
    const change = { before: { carId: found.carId }, after: { carId } }
    await audit(tx, contract.orders.moveUserProduct, caller, { entity: 'userProduct', entityId: id, ...change })
    return summariseUserProduct(tx, row, ctx.now())
  })
}

/** Waits for a car that the member has just registered and that is not projected yet. */
const waitForCar = ({ db: { read } }: Pick<Ctx, 'db'>, carId: string) =>
  waitForProjectionOfNew(carId, async () => (await read.$count(cars, eq(cars.id, carId))) > 0)

/** @throws AppError USER_PRODUCT_STATE_INVALID, CAR_NOT_FOUND */
async function assertMovable(tx: Tx, { state, carLimit, memberId }: UserProductRow, carId: string): Promise<void> {
  const isAlive = state === 'Available' || state === 'Unavailable'
  if (!isAlive || carLimit === null) throw new AppError('USER_PRODUCT_STATE_INVALID')
  await assertOwnCar(tx, memberId, carId)
}

/** @throws AppError USER_PRODUCT_MOVED */
function assertNotMovedRecently({ carMovedAt }: UserProductRow, now: Date): void {
  if (carMovedAt === null) return
  const movableAt = new Date(carMovedAt.getTime() + moveEveryMs)
  if (now >= movableAt) return
  const ko = `${seoulTime(movableAt)}부터 바꿀 수 있어요.`
  const en = `It can be changed from ${movableAt.toISOString()} on.`
  throw new AppError('USER_PRODUCT_MOVED', { details: [{ path: 'carId', ko, en }] })
}
