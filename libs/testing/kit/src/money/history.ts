import { type Act, type History, type KnownOrder, prices, type Random } from './act.ts'
import { refundAtCounter, sellAtCounter } from './counter-steps.ts'
import {
  buy,
  confirm,
  deposit,
  failInWindow,
  issueAccount,
  moveDueDate,
  orderProduct,
  payByCard,
  payInWindow,
  sendNotice,
} from './payment-steps.ts'
import {
  addCard,
  announcePrice,
  answerRaise,
  changePlan,
  chooseCard,
  deletePlan,
  leave,
  pausePlan,
  register,
  resumeRenewal,
  retryPayment,
  stopDuringRenewal,
  stopRenewal,
} from './plan-steps.ts'
import { ControlRefused, patiently } from './provider.ts'
import { misbehave, refuseCharges } from './provider-faults.ts'
import { cancelInConsole, cancelOrder, refundByAdmin, refundByMember, settleByHand } from './refund-steps.ts'
import type { MoneyWorld } from './world.ts'

/*
 * What one member, administrators, the provider and its console do with the member's orders, drawn from a seed. A history
 * records only what it did and the responses that it got, so that the judge does not depend on decisions of the service.
 */

/** Weight and work of each step. A step returns what is printed of it. */
const steps: Record<string, readonly [weight: number, work: (act: Act) => Promise<string>]> = {
  buy: [9, buy],
  order: [1, orderProduct],
  payByCard: [2, payByCard],
  payInWindow: [2, payInWindow],
  failInWindow: [1, failInWindow],
  issueAccount: [2, issueAccount],
  deposit: [4, deposit],
  moveDueDate: [1, moveDueDate],
  confirm: [3, confirm],
  sendNotice: [2, sendNotice],
  cancel: [1, cancelOrder],
  refundByMember: [1, refundByMember],
  refundByAdmin: [2, refundByAdmin],
  cancelInConsole: [2, cancelInConsole],
  stop: [1, stopRenewal],
  resume: [1, resumeRenewal],
  pausePlan: [1, pausePlan],
  changePlan: [2, changePlan],
  announcePrice: [0.5, announcePrice],
  answerRaise: [1.5, answerRaise],
  retryPayment: [1, retryPayment],
  addCard: [1, addCard],
  chooseCard: [1, chooseCard],
  settleByHand: [1, settleByHand],
  sellAtCounter: [2, sellAtCounter],
  refundAtCounter: [1, refundAtCounter],
  leave: [0.15, leave],
  deletePlan: [0.3, deletePlan],
  // faults of the provider, which any history may meet
  refuseReturns: [
    1,
    ({ world, random }) => misbehave(world, '/payments/cancel', 'refusal', 1 + Math.floor(random() * 3)),
  ],
  refuseCharges: [1, refuseCharges],
  loseResponse: [0.5, ({ world }) => misbehave(world, '*', 'drop', 1, true)],
  loseRequest: [0.5, ({ world }) => misbehave(world, '*', 'drop', 1)],
  failAccounts: [0.3, ({ world }) => misbehave(world, '/vbanks/*', 'error', 2)],
}
const totalWeight = Object.values(steps).reduce((sum, [weight]) => sum + weight, 0)

function drawStep(random: Random): string {
  let left = random() * totalWeight
  for (const [name, [weight]] of Object.entries(steps)) {
    left -= weight
    if (left < 0) return name
  }
  return 'buy'
}

/** A member with two cards and a plan of its own. */
export async function beginHistory(
  world: MoneyWorld,
  { onetime, codes, storeId }: Pick<History, 'onetime' | 'codes' | 'storeId'>,
  random: Random,
): Promise<History> {
  const member = await world.join()
  const plan = await world.addProduct({ type: 'subscribe', price: prices.plan, billingMonths: 1 })
  const otherPlan = await world.addProduct({ type: 'subscribe', price: prices.otherPlan, billingMonths: 1 })
  const history: History = {
    ...{ member, onetime, plan, otherPlan, codes, orders: [], cards: [], stops: new Map(), resuming: 0, steps: [] },
    agreedRaises: new Map(),
    ...{ storeId, sales: [], hasLeft: false, deletion: null },
  }
  for (const isGood of random() < 0.7 ? [true, false] : [false, true])
    await patiently(() => register(world, history, isGood))
  return history
}

/** Performs a drawn number of steps, some of them at the same time. */
export async function continueHistory(world: MoneyWorld, history: History, random: Random): Promise<void> {
  for (let left = 4 + Math.floor(random() * 6); left > 0; ) {
    const together = Math.min(left, random() < 0.7 ? 1 : 2 + Math.floor(random() * 2))
    left -= together
    const drawn = Array.from({ length: together }, () => ({
      name: history.orders.length === 0 ? 'buy' : drawStep(random),
      order: drawOrder(history, random),
    }))
    await Promise.all(
      drawn.map(({ name, order }) => perform({ world, history, order, random }, name, steps[name]?.[1])),
    )
  }
}

/** The member or an administrator stops a renewal that the clock has made due. */
export const interruptRenewal = (world: MoneyWorld, history: History, random: Random): Promise<void> =>
  perform({ world, history, order: undefined, random }, 'stopDuringRenewal', stopDuringRenewal)

async function perform(act: Act, name: string, work?: (act: Act) => Promise<string>): Promise<void> {
  const { history, order, world } = act
  const at = history.steps.push('') - 1
  const began = world.now().toISOString()
  let result: string | undefined
  try {
    result = await work?.(act)
  } catch (error) {
    result = codeOf(error)
  }
  history.steps[at] = `${began} ${name} ${order?.merchantUid ?? ''} ${result}`
}

/** The code of a refused call or control. @throws any other error, and INTERNAL */
function codeOf(error: unknown): string {
  if (error instanceof ControlRefused) return error.message
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  if (code === undefined || code === 'INTERNAL') throw error
  return code
}

/** Rather one of the newest orders. */
function drawOrder({ orders }: History, random: Random): KnownOrder | undefined {
  return orders[Math.floor((1 - random() ** 2) * orders.length)] ?? orders.at(-1)
}
