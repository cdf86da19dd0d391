import type { Order } from '@kingcar/contract'
import { type Act, call, one, op } from './act.ts'
import { control } from './provider.ts'

export async function cancelOrder(act: Act): Promise<string> {
  const { order } = act
  if (!order) return 'nothing'
  order.isDisturbed = true
  const { state } = await call(act, op.cancelOrder, { orderId: order.id })
  if (state === 'Cancel') order.promised = state
  return state
}

const refundAccount = { bank: '088', number: '110-123-456789', holder: '홍길동' } as const

const accountFor = ({ refundNeedsAccount }: Pick<Order, 'refundNeedsAccount'>) =>
  refundNeedsAccount ? { refundAccount } : {}

export async function refundByMember(act: Act): Promise<string> {
  const { order } = act
  if (!order) return 'nothing'
  order.isDisturbed = true
  const found = await call(act, op.getMyOrder, { orderId: order.id })
  const { state } = await call(act, op.refundMyOrder, { orderId: order.id, ...accountFor(found) })
  if (state === 'Refund') order.promised = state
  return state
}

/** An administrator refunds an order or a renewal, in full or in part. */
export async function refundByAdmin(act: Act): Promise<string> {
  const { world, order, random } = act
  const renewal = random() < 0.3 ? await findRenewal(act) : undefined
  const orderId = renewal?.id ?? order?.id
  if (orderId === undefined) return 'nothing'
  if (order) order.isDisturbed = true
  const found = await world.call(op.getOrder, { orderId }, 'admin')
  const part = random() < 0.5 ? { amount: 1_000 * (1 + Math.floor(random() * 20)) } : {}
  const { state, merchantUid } = await world.call(
    op.refundOrder,
    { orderId, reason: '고객 요청', ...part, ...accountFor(found) },
    'admin',
  )
  if (state === 'Refund' && orderId === order?.id) order.promised = state
  return `${merchantUid} ${state} ${part.amount ?? 'all'}`
}

/** A renewal of one of the member's subscriptions: another step may be placing an order that is not known yet either. */
async function findRenewal({ world, history, random }: Act): Promise<Order | undefined> {
  if (history.hasLeft) return undefined
  const ids = new Set(history.orders.map(({ id }) => id))
  const { content } = await world.call(op.listMyOrders, { size: 100 }, history.member)
  const known = content.filter(({ id }) => ids.has(id))
  return one(
    random,
    content.filter(
      ({ id, userProductId }) =>
        userProductId !== null && !ids.has(id) && known.some((order) => order.userProductId === userProductId),
    ),
  )
}

/** A refund in the provider's console, in full or in part, of one of an order's payments or of a renewal. */
export async function cancelInConsole(act: Act): Promise<string> {
  const { order, world, random } = act
  const renewal = random() < 0.3 ? await findRenewal(act) : undefined
  const merchantUid = renewal?.merchantUid ?? order?.merchantUid
  if (merchantUid === undefined) return 'nothing'
  if (order) order.isDisturbed = true
  const impUid = renewal ? undefined : one(random, [...(order?.payments.keys() ?? [])])
  const what = impUid !== undefined && random() < 0.5 ? { imp_uid: impUid } : { merchant_uid: merchantUid }
  const part = random() < 0.5 ? { amount: 1_000 * (1 + Math.floor(random() * 20)) } : {}
  const { imp_uid, cancel_amount } = await control(world.providerUrl, 'cancel', { ...what, ...part })
  return `${imp_uid} ${part.amount ?? 'all'} of ${merchantUid}: ${cancel_amount} returned`
}

/** An administrator has transferred owed money to the member. */
export async function settleByHand({ world, history, random }: Act): Promise<string> {
  const { content } = await world.call(op.listOwedReturns, { size: 100, sort: ['since,desc'] }, 'admin')
  const owed = one(
    random,
    content.filter(({ memberId }) => memberId === history.member.id),
  )
  if (!owed) return 'nothing'
  for (const order of history.orders) if (order.id === owed.orderId) order.isDisturbed = true
  const { amount } = await world.call(op.settleOwedReturn, { id: owed.id, reason: '직접 이체' }, 'admin')
  return `${owed.paymentUid} ${amount}`
}
