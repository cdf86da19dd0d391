import { daysAfter, noPlanTerms, periodStart, raiseNoticeDays, seoulDate } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { createRandom } from '@kingcar/testing/random'
import { expect, test } from 'vitest'
import { codeOf } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'
import { type Bought, type Held, plan, plansOf } from './sold-plans.ts'

/*
 * Histories of prices: raises, lower prices, withdrawals, consents, pauses and renewals in any order, each history with a plan and a
 * member of its own. What a period may cost, and whether the plan may end before it, is derived from what was announced to the member,
 * agreed to and refused, and from nothing that the service decides. `SEED` repeats a run.
 */

const money = providerBeforeAll()

type Announced = {
  kind: 'raise' | 'lower'
  price: number
  fromDate: string
  notified: boolean
  accepted: boolean
  withdrawn: boolean
  /** The latest answer: the time of a consent, or a refusal. */
  answer: Date | 'declined' | null
  /** The first period that it is for, as the member saw it last. */
  startsAt: string
}
type History = { bought: Bought; productId: string; random: () => number; changes: Announced[]; steps: string[] }

/** What a period that begins at a time costs at most. */
const mostAt = ({ changes }: History, startsAt: Date): number =>
  changes
    .filter(({ notified, withdrawn, fromDate }) => notified && !withdrawn && periodStart(fromDate) <= startsAt)
    .reduce<number>((most, { kind, price, accepted }) => {
      if (kind === 'lower') return Math.min(most, price)
      return accepted ? price : most
    }, plan.price)

/** What it costs at least: nothing lower was announced for it. */
const leastAt = ({ changes }: History, startsAt: Date): number =>
  Math.min(
    plan.price,
    ...changes.flatMap(({ withdrawn, fromDate, price }) =>
      !withdrawn && periodStart(fromDate) <= startsAt ? [price] : [],
    ),
  )

/** Whether a raise of which the member was notified, without a later price in its place, ends the plan before a period. */
const mayEnd = ({ changes }: History, startsAt: string): boolean => {
  const last = changes.findLast(({ notified, withdrawn }) => notified && !withdrawn)
  if (last?.kind !== 'raise' || last.startsAt > startsAt) return false
  const { answer } = last
  return !(answer instanceof Date) || answer < daysAfter(new Date(startsAt), -30)
}

/** Whether the member has refused a raise that is for a period. */
const isRefused = ({ changes }: History, startsAt: string): boolean =>
  changes.some((change) => change.answer === 'declined' && !change.withdrawn && change.startsAt <= startsAt)

const withdrawable = ({ kind, fromDate, withdrawn }: Announced): boolean =>
  !withdrawn && (kind === 'raise' || fromDate > seoulDate(money.orders.clock.now()))

async function act(history: History, number: number): Promise<void> {
  const { random, changes, bought, productId, steps } = history
  const { clock } = money.orders
  const latest = changes.at(-1)
  const draw = random()
  const call = async (name: string, work: Promise<unknown>) => {
    const code = await codeOf(work)
    steps.push(`${clock.now().toISOString()} ${name} ${code}`)
    return code === 'none'
  }
  if (latest && withdrawable(latest) && draw < 0.4) {
    if (await call(`withdraw ${latest.price}`, money.orders.call(op.withdrawPriceChange, { id: productId })))
      latest.withdrawn = true
  } else if (draw < 0.8) {
    const kind = random() < 0.5 ? 'raise' : 'lower'
    const days = kind === 'raise' ? raiseNoticeDays : Math.floor(random() * 40)
    const [fromDate, by] = [seoulDate(daysAfter(clock.now(), days)), 1 + Math.floor(random() * 90)]
    // No price is announced twice, so that what the member sees says which one it is.
    // Some raises are to less than the first price: they are for plans that are cheaper by now.
    const price = plan.price + (kind === 'raise' && random() < 0.7 ? by : -by) * 100 + number
    const change = { id: productId, kind, price, fromDate } as const
    if (await call(`${kind} ${price} from ${fromDate}`, money.orders.call(op.announcePriceChange, change)))
      changes.push({
        ...{ ...change, notified: false, accepted: false, withdrawn: false },
        ...{ answer: null, startsAt: '' },
      })
  } else {
    const change = { id: bought.held.id, reason: '요청' }
    const days = 1 + Math.floor(random() * 20)
    if (draw < 0.9) await call(`pause ${days}`, money.orders.call(op.pauseUserProduct, { ...change, days }))
    else await call('unpause', money.orders.call(op.unpauseUserProduct, change))
  }
}

/** What the member sees, and mostly agrees to, or refuses. */
async function look({ bought, changes, random, steps }: History): Promise<Held> {
  const held = await plansOf(money).find(bought.member, bought.held.id)
  const shown = held.subscription?.priceChange
  const change = changes.find(({ price }) => price === shown?.price)
  if (!shown || !change) return held
  Object.assign(change, { notified: true, startsAt: shown.startsAt })
  const { consent, price } = shown
  const [now, draw] = [money.orders.clock.now(), random()]
  if (consent?.state !== 'open' || consent.possibleFrom > now.toISOString() || draw < 0.1) return held
  const given = draw < 0.2 ? 'declined' : 'accepted'
  const answer = { id: held.id, answer: given, price, textVersion: consent.textVersion } as const
  const code = await codeOf(money.orders.call(op.answerPriceChange, answer, bought.by))
  steps.push(`${given} ${price} ${code}`)
  if (code !== 'none') return held
  change.accepted ||= given === 'accepted'
  change.answer = given === 'accepted' ? now : given
  return held
}

test('over any sequence of prices, withdrawals, pauses and renewals no period costs more than its member agreed to', async () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  const random = createRandom(seed)
  const { clock } = money.orders
  const plans = plansOf(money)
  clock.set('2027-01-10T12:00:00+09:00')
  const begin = async (at: number, billingMonths: number): Promise<History> => {
    const { id: productId } = await money.orders.addProduct({ ...plan, ...noPlanTerms, billingMonths })
    const member = await money.orders.addMember()
    await money.card(member)
    const bought = { member, by: { actor: member.actor }, held: await plans.buy(member, productId) }
    return { bought, productId, random: createRandom(seed * 100 + at), changes: [], steps: [] }
  }
  const marker = await begin(0, 12)
  const histories = await Promise.all(Array.from({ length: 8 }, (_, at) => begin(at + 1, 1 + (at % 3))))
  let charged = 0
  for (let number = 1; number <= 16; number++) {
    await Promise.all(histories.map((history) => act(history, number)))
    // The job works on the changes in their order: with this one it has worked on all.
    const fromDate = seoulDate(clock.now())
    const last = { id: marker.productId, kind: 'lower', price: plan.price - number, fromDate } as const
    await money.orders.call(op.announcePriceChange, last)
    const notified = async () =>
      (await plans.find(marker.bought.member, marker.bought.held.id)).subscription?.priceChange
    await waitFor(async () => expect((await notified())?.price).toBe(last.price))
    const before = await Promise.all(histories.map(look))
    clock.advance(Math.floor(1 + random() * 20) * 86_400_000)
    await Promise.all(
      histories.map(async (history, at) => {
        const { member, held } = history.bought
        const startsAt = before[at]?.endsAt ?? ''
        const now = await waitFor(async () => {
          const found = await plans.find(member, held.id)
          expect((found.nextBillingAt ?? '~') > clock.now().toISOString()).toBe(true)
          return found
        })
        const isOver = now.state === 'Complete'
        if (now.endsAt === null || (now.endsAt === startsAt && !isOver) || before[at]?.state === 'Complete') return
        const amount = isOver ? 0 : ((await plans.amountsOf(member)).at(-1) ?? 0)
        history.steps.push(`${startsAt} ${isOver ? 'ended' : `charged ${amount}`}`)
        const said = `SEED=${seed} ${history.steps.join('\n')}`
        if (isOver) {
          expect(mayEnd(history, startsAt), said).toBe(true)
          return
        }
        charged++
        expect(isRefused(history, startsAt), said).toBe(false)
        expect(amount, said).toBeLessThanOrEqual(mostAt(history, new Date(startsAt)))
        expect(amount, said).toBeGreaterThanOrEqual(leastAt(history, new Date(startsAt)))
      }),
    )
  }
  expect(charged).toBeGreaterThan(10)
})
