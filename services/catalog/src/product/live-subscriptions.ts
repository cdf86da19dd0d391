import type { Caller } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'

/** Milliseconds to wait for the orders service. */
const countTimeoutMs = 1_000

/** @throws AppError LIVE_SUBSCRIPTIONS if subscriptions of a product renew, UNAVAILABLE if that is unknown */
export async function assertNoLiveSubscriptions(
  { bus }: Pick<Ctx, 'bus'>,
  id: string,
  { requestId }: Caller,
): Promise<void> {
  const internalCall = { requestId, actor: null, deadline: steadyNow() + countTimeoutMs }
  const { renewing } = await bus.call(contract.orders.countSubscriptions, { id }, internalCall).catch(noneIfUnknown)
  if (renewing === 0) return
  const ko = `정기 결제하는 회원이 ${renewing}명 있어요.`
  const en = `${renewing} subscriptions of the product renew.`
  throw new AppError('LIVE_SUBSCRIPTIONS', { details: [{ path: 'subscriptions', ko, en }] })
}

/** A product that the orders service does not know has never been ordered. */
function noneIfUnknown(error: unknown): { renewing: number } {
  if (error instanceof AppError && error.code === 'PRODUCT_NOT_FOUND') return { renewing: 0 }
  throw error
}
