import { daysAfter, noPlanTerms, periodStart, raiseNoticeDays, seoulDate } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { createRandom } from '@kingcar/testing/random'
import { expect, test } from 'vitest'
import { codeOf } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'
import { type Bought, type Held, plan, plansOf } from './sold-plans.ts'

/*
 * Histories of prices: raises, lower prices, withdrawals, consents, pauses and renewals in any order, each history with a plan and a
 * member of its own. What a period may cost at most is derived from what was announced to the member and agreed to, and from nothing
 * that the service decides. `SEED` repeats a run.
 */

const money = providerBeforeAll()

type Announced = {
  kind: 'raise' | 'lower'
  price: number
  fromDate: string
  notified: boolean
  accepted: boolean
  withdrawn: boolean
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
    const price = plan.price + (kind === 'raise' ? by : -by) * 100 + number
    const change = { id: productId, kind, price, fromDate } as const
    if (await call(`${kind} ${price} from ${fromDate}`, money.orders.call(op.announcePriceChange, change)))
      changes.push({ ...change, notified: false, accepted: false, withdrawn: false })
  } else {
    const change = { id: bought.held.id, reason: '요청' }
    const days = 1 + Math.floor(random() * 20)
    if (draw < 0.9) await call(`pause ${days}`, money.orders.call(op.pauseUserProduct, { ...change, days }))
    else await call('unpause', money.orders.call(op.unpauseUserProduct, change))
  }
}

/** What the member sees, and mostly agrees to. */
async function look({ bought, changes, random, steps }: History): Promise<Held> {
  const held = await plansOf(money).find(bought.member, bought.held.id)
  const shown = held.subscription?.priceChange
  const change = changes.find(({ price }) => price === shown?.price)
  if (!shown || !change) return held
  change.notified = true
  const { consent, price } = shown
  if (consent?.state !== 'open' || consent.possibleFrom > money.orders.clock.now().toISOString() || random() < 0.1)
    return held
  const answer = { id: held.id, answer: 'accepted', price, textVersion: consent.textVersion } as const
  const code = await codeOf(money.orders.call(op.answerPriceChange, answer, bought.by))
  change.accepted ||= code === 'none'
  steps.push(`accept ${price} ${code}`)
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
        if (now.endsAt === null || now.endsAt === startsAt || now.state === 'Complete') return
        const amount = (await plans.amountsOf(member)).at(-1) ?? 0
        history.steps.push(`${startsAt} charged ${amount}`)
        charged++
        const most = mostAt(history, new Date(startsAt))
        expect(amount, `SEED=${seed} ${history.steps.join('\n')}`).toBeLessThanOrEqual(most)
      }),
    )
  }
  expect(charged).toBeGreaterThan(10)
})
