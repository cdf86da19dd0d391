import { daysAfter, seoulDate, type UserProductSummary } from '@kingcar/contract'
import { type Act, call, type History, one, op, prices } from './act.ts'
import { noteOrder, payByCard } from './payment-steps.ts'
import type { MoneyWorld } from './world.ts'

/** The member's subscriptions, past ones too. */
const listPlans = async ({ world, history }: Pick<Act, 'world' | 'history'>): Promise<UserProductSummary[]> => {
  const input = { memberId: history.member.id, productId: history.plan, size: 100 }
  return (await world.call(op.listUserProducts, input, 'admin')).content
}

export const stopRenewal = async (act: Act): Promise<string> => stopOneOf(act, await listPlans(act))

/** Milliseconds within which a process charges most of the renewals that are due. */
const renewalsMs = 2_000
/** Milliseconds between two looks at a renewal: many in the charge of one that is slowed. */
const lookEveryMs = 50

/**
 * Stops a renewal that is due, half of them while its charge is in progress, the others at any moment from before its order to
 * after its charge. By time alone hardly any stop meets a charge: a busy machine charges later than the stops.
 */
export async function stopDuringRenewal(act: Act): Promise<string> {
  const { random, world } = act
  const isDue = ({ nextBillingAt }: UserProductSummary) =>
    nextBillingAt !== null && nextBillingAt <= world.now().toISOString()
  const due = (await listPlans(act)).filter(isDue)
  const [meetsCharge, delay] = [random() < 0.5, random() * renewalsMs]
  if (meetsCharge) await waitForCharge(act, due)
  else await new Promise((resolve) => setTimeout(resolve, delay))
  return stopOneOf(act, due)
}

/** Waits until one of these plans has an unpaid order of its renewal, or none is due any more. */
async function waitForCharge(act: Act, due: readonly UserProductSummary[]): Promise<void> {
  const ids = new Set(due.map(({ id }) => id))
  for (const until = performance.now() + 10 * renewalsMs; ids.size > 0 && performance.now() < until; ) {
    const { content } = await call(act, op.listMyOrders, { size: 100 })
    if (content.some(({ state, userProductId }) => state === 'Create' && ids.has(userProductId ?? ''))) return
    for (const { id, nextBillingAt } of await listPlans(act))
      if (due.find((each) => each.id === id)?.nextBillingAt !== nextBillingAt) ids.delete(id)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

async function stopOneOf(act: Act, plans: readonly UserProductSummary[]): Promise<string> {
  const { history, random, world } = act
  const plan = one(random, plans)
  if (!plan) return 'nothing'
  const { id } = plan
  const stopped =
    random() < 0.5
      ? await call(act, op.stopRenewal, { id })
      : await world.call(op.stopUserProduct, { id, reason: '회원 요청' }, 'admin')
  if (history.resuming === 0) noteStop(act, stopped)
  return `${id} ${stopped.state}`
}

function noteStop(
  { world, history }: Pick<Act, 'world' | 'history'>,
  stopped: Pick<UserProductSummary, 'id' | 'endsAt'>,
) {
  history.stops.set(stopped.id, { at: world.now().getTime(), endsAt: stopped.endsAt })
}

export async function resumeRenewal(act: Act): Promise<string> {
  const { history, random, world } = act
  const plan = one(random, await listPlans(act))
  if (!plan) return 'nothing'
  const { id } = plan
  history.resuming += 1
  const forget = () => history.stops.delete(id)
  // after its plan was deleted or its member left nothing can be resumed
  if (!history.hasLeft && history.deletion !== 'stop') forget()
  try {
    const resumed =
      random() < 0.5
        ? await call(act, op.resumeRenewal, { id })
        : await world.call(op.resumeUserProduct, { id, reason: '회원 요청' }, 'admin')
    return `${id} ${resumed.state}`
  } finally {
    if (!history.hasLeft && history.deletion !== 'stop') forget()
    history.resuming -= 1
  }
}

/** An administrator pauses a plan: the end of its period moves, so a concurrent charge of it pays nothing. */
export async function pausePlan(act: Act): Promise<string> {
  const { random, world } = act
  const plan = one(random, await listPlans(act))
  if (!plan) return 'nothing'
  const input = { id: plan.id, days: 1 + Math.floor(random() * 10), reason: '회원 요청' }
  return `${plan.id} until ${(await world.call(op.pauseUserProduct, input, 'admin')).endsAt}`
}

/** The member changes a plan when its period ends, or now, with an order that is paid as any other; or staff do so now. */
export async function changePlan(act: Act): Promise<string> {
  const { history, random } = act
  const plan = one(random, await listPlans(act))
  if (!plan) return 'nothing'
  if (random() < 0.3) return changeByStaff(act, plan.id)
  const when = random() < 0.7 ? 'now' : 'periodEnd'
  const { order } = await call(act, op.changeMyProduct, { id: plan.id, productId: history.otherPlan, when })
  if (!order) return `${plan.id} at the end`
  const known = noteOrder(act, order, true)
  return `${plan.id} ${known.merchantUid} ${await payByCard({ ...act, order: known })}`
}

/** Staff change a plan now: the main card is charged what the change costs at the moment. */
async function changeByStaff({ world, history }: Act, id: string): Promise<string> {
  const change = { id, productId: history.otherPlan }
  const { now } = await world.call(op.getUserProductChange, change, 'admin')
  if (!now) return `${id} has more credit than the other plan costs`
  const agreed = { ...change, when: 'now', amount: now.amount, reason: '회원 요청' } as const
  return `${id} is ${(await world.call(op.changeUserProductPlan, agreed, 'admin')).id}`
}

/** An administrator raises or lowers the price of running subscriptions, or withdraws that. */
export async function announcePrice({ world, history, random }: Act): Promise<string> {
  const id = history.plan
  if (random() < 0.2) {
    const before = new Map(history.agreedRaises)
    const withdrawn = await world.call(op.withdrawPriceChange, { id }, 'admin')
    // what was agreed to an earlier raise, which took effect, still counts
    const changes = await world.call(op.listPriceChanges, { id }, 'admin')
    const isBefore = (at: string | null, day: string) => at !== null && seoulDate(new Date(at)) < day
    const raises = changes.filter(({ kind }) => kind === 'raise')
    if (raises.every(({ withdrawnAt, fromDate }) => isBefore(withdrawnAt, fromDate)))
      for (const [planId, agreement] of before) forgetAgreement(history, planId, agreement)
    return `withdrawn ${withdrawn.id}`
  }
  if (random() < 0.25) {
    const lower = { price: prices.loweredPlan, fromDate: seoulDate(daysAfter(world.now(), Math.floor(random() * 20))) }
    return (await world.call(op.announcePriceChange, { id, kind: 'lower', ...lower }, 'admin')).id
  }
  const fromDate = seoulDate(daysAfter(world.now(), 30))
  const raise = { id, kind: 'raise', price: prices.raisedPlan, fromDate } as const
  return (await world.call(op.announcePriceChange, raise, 'admin')).id
}

/** The member agrees to a raised price, or declines it; an administrator records some of the answers. */
export async function answerRaise(act: Act): Promise<string> {
  const { history, random, world } = act
  const plan = one(
    random,
    (await listPlans(act)).filter(({ subscription }) => subscription?.priceChange != null),
  )
  const consent = plan?.subscription?.priceChange?.consent
  if (!plan || !consent) return 'nothing'
  const answer = random() < 0.8 ? 'accepted' : 'declined'
  const input = { id: plan.id, answer, price: prices.raisedPlan, textVersion: consent.textVersion } as const
  const send = () =>
    random() < 0.7
      ? call(act, op.answerPriceChange, input)
      : world.call(op.recordPriceAnswer, { ...input, reason: '매장에서 답함' }, 'admin')
  const before = history.agreedRaises.get(plan.id)
  const { subscription } = answer === 'accepted' ? await agree(history, plan.id, send) : await send()
  if (answer === 'declined' && before !== undefined) forgetAgreement(history, plan.id, before)
  return `${plan.id} ${subscription?.priceChange?.consent?.state}`
}

/** Codes of an answer that was decided, and not stored. */
const notAgreed = ['USER_PRODUCT_STATE_INVALID', 'PRICE_CHANGED', 'PRICE_CONSENT_TOO_EARLY', 'CONFLICT', 'RATE_LIMITED']

/** Notes an agreement before it is sent, since its response may be lost, and again after that: a concurrent refusal may be older. */
async function agree<T>({ agreedRaises }: History, id: string, send: () => Promise<T>): Promise<T> {
  const before = agreedRaises.get(id)
  const attempt = Symbol(id)
  agreedRaises.set(id, attempt)
  let isRefused = false
  try {
    return await send()
  } catch (error) {
    isRefused = error instanceof Error && 'code' in error && notAgreed.includes(String(error.code))
    throw error
  } finally {
    if (!isRefused) agreedRaises.set(id, Symbol(id))
    else if (before === undefined && agreedRaises.get(id) === attempt) agreedRaises.delete(id)
  }
}

/** Forgets an agreement that a response has ended, unless there was another attempt since. */
function forgetAgreement({ agreedRaises }: History, id: string, agreement: symbol): void {
  if (agreedRaises.get(id) === agreement) agreedRaises.delete(id)
}

export async function retryPayment(act: Act): Promise<string> {
  const { history, random } = act
  const unpaid = (await listPlans(act)).find(({ dunning }) => dunning !== null)
  if (!unpaid) return 'nothing'
  const card = random() < 0.5 ? one(random, history.cards) : undefined
  const { state } = await call(act, op.retryPayment, { id: unpaid.id, ...(card && { cardId: card.id }) })
  return `${unpaid.id} ${state}`
}

export async function register(world: MoneyWorld, history: History, isGood: boolean): Promise<void> {
  const cardNumber = isGood ? '4111-1111-1111-1111' : '4000-0000-0000-0002'
  const data = { cardNumber, expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }
  const { id } = await world.call(op.createCard, data, history.member)
  history.cards.push({ id, isGood })
}

export async function addCard({ world, history, random }: Act): Promise<string> {
  const isGood = random() < 0.7
  await register(world, history, isGood)
  return isGood ? 'good' : 'declined'
}

export async function chooseCard(act: Act): Promise<string> {
  const card = one(act.random, act.history.cards)
  if (!card) return 'nothing'
  await call(act, op.updateCard, { id: card.id, main: true })
  return card.isGood ? 'good' : 'declined'
}

export async function leave(act: Act): Promise<string> {
  const { world, history } = act
  if (history.hasLeft) return 'nothing'
  for (const order of history.orders) order.isDisturbed = true
  history.hasLeft = true
  await world.leave(history.member)
  await waitForStops(act)
  return 'left'
}

export async function deletePlan(act: Act): Promise<string> {
  const { world, history, random } = act
  if (history.deletion !== null) return 'nothing'
  const subscriptions = random() < 0.5 ? 'keep' : 'stop'
  history.deletion = subscriptions
  await world.deleteProduct(history.plan, subscriptions)
  if (subscriptions === 'stop') await waitForStops(act)
  return subscriptions
}

/** Waits until no subscription of the member renews; leaving and a deletion stop them in the background, within seconds. */
async function waitForStops(act: Act): Promise<void> {
  for (const until = performance.now() + 30_000; ; ) {
    const plans = await listPlans(act)
    if (plans.every(({ nextBillingAt }) => nextBillingAt === null)) {
      for (const plan of plans) if (!act.history.stops.has(plan.id)) noteStop(act, plan)
      return
    }
    if (performance.now() > until) throw new Error(`subscriptions of ${act.history.plan} were not stopped`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
