import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { startProduct, withoutLimits } from '../product.ts'
import { type Log, nothingFound, scenario, type Verdict } from '../scenario-runner.ts'
import { killEach, pointsHoldingLease, pointsWithoutLease, repeated } from './crash-points.ts'
import { type Compared, compareMoney } from './money-findings.ts'
import { moneyHistories, type ProviderApi } from './money-histories.ts'
import { openShop, type Shop } from './shop.ts'
import { type Purchase, perform, planPurchase, repeatAll, type Shopper } from './shopper.ts'

/*
 * Money under kill -9. In parallel to a healthy process of the orders service, others run that die at one line each,
 * while members buy and return. Notices of the provider and responses are lost. After the crashes, when nothing is
 * pending, every request is repeated with its key, and the journal, the tables and the provider's ledger have to agree
 * to the won.
 */

/** Lines of a renewal at which it dies: before the card is charged, and afterwards. */
const ofRenewals = ['orders.renewal.intended', 'orders.charge.answered'] as const

/**
 * Every process looks for unreported cancellations when it starts. Here one starts every second and would find what
 * another did just before it died. So cancellations are hidden, and an interrupted one has to be resumed.
 */
const cancellationsHidden = {
  path: '/payments/status/cancelled',
  method: 'GET',
  calls: null,
  work: false,
  answer: 'refusal',
}

/**
 * Seconds: more than the longest period; within five minutes; more than the interval after which the provider is asked.
 */
const ahead = { period: 32 * 24 * 3_600, notices: 270, check: 130 }
export type Outcome = Compared & {
  kills: number
  lostAnswers: number
  retries: number
  /** Paid orders without a notice, and those of them that were not completed within five minutes. */
  lostNotices: number
  unnoticed: number
  seconds: number
}

export type MoneyOptions = {
  /** Crashes at each line, and purchases with lost responses. */
  rounds: number
  /** As in `openShop`. */
  endsLeases?: boolean
  seed?: number
  /** The provider's API of new orders and cards. */
  api?: ProviderApi
}

export async function moneyFaults(
  { rounds, endsLeases = false, seed = 1, api = 'v1' }: MoneyOptions,
  log: Log,
): Promise<Outcome> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1_000)
  const say = (what: string) => log(`${what} (${seconds()} s)`)
  const random = createRandom(seed)
  await using product = await startProduct({ ...withoutLimits, PAYMENT_SETTLE_SECONDS: '1', PORTONE_API: api })
  await using shop = await openShop(product, { endsLeases })
  say('members have cards')

  await subscribe(shop, rounds + 12)
  const renewals = repeated(rounds, ofRenewals)
  let kills = await killEach(product, renewals, [(over, starting) => moveMonths(shop, over, starting)])
  say(`${kills} kills while subscriptions were renewed`)
  const notices = await loseNotices(shop, 2 * rounds)
  say(`${notices.lostNotices} notices lost`)
  const buying = shop.shoppers.map((shopper) => (over: () => boolean) => buyUntil(shop, shopper, random, over))
  const lines = [pointsHoldingLease, pointsWithoutLease].flatMap((some) =>
    shuffle(random, repeated<string>(rounds, some)),
  )
  await shop.control('misbehave', cancellationsHidden)
  kills += await killEach(product, lines, buying)
  say(`${kills} kills`)
  await loseAnswers(shop, random, rounds)
  say(`${shop.journal.lostAnswers} answers lost`)

  const left = await shop.idle(['intents'])
  await shop.control('behave', {})
  await shop.move(ahead.check)
  left.push(...(await shop.idle()))
  await repeatAll(shop.shoppers)
  left.push(...(await shop.idle()))
  say('every request was repeated')
  const purchases = shop.shoppers.flatMap((shopper) => shopper.purchases)
  const { findings, ...figures } = await compareMoney(product.ready.http, shop.sql, purchases, shop.journal)
  const { lostAnswers, retries } = shop.journal
  const all = Object.assign(findings, { 'still pending': left })
  return Object.assign({ kills, lostAnswers, retries, seconds: seconds(), findings: all }, figures, notices)
}

async function buyUntil(shop: Shop, shopper: Shopper, random: () => number, over: () => boolean): Promise<void> {
  while (!over()) await buy(shopper, planPurchase(random, shop.productId))
}

async function buy(shopper: Shopper, purchase: Purchase): Promise<void> {
  shopper.purchases.push(purchase)
  await perform(shopper, purchase)
}

/** Subscribes every member to several plans, each of which is due every month. */
async function subscribe({ shoppers, addPlans }: Shop, most: number): Promise<void> {
  const plans = await addPlans(Math.ceil(most / shoppers.length))
  await Promise.all(
    shoppers.map(async (shopper) => {
      for (const plan of plans)
        await buy(
          shopper,
          planPurchase(() => 0, plan, { pays: 'card', refunds: [] }),
        )
    }),
  )
}

/**
 * Moves the clock by months; each time when the previous month is charged, apart from interrupted charges, and all
 * processes run.
 */
async function moveMonths(shop: Shop, over: () => boolean, starting: () => boolean): Promise<void> {
  while (!over()) {
    await shop.move(ahead.period)
    while (!over() && (starting() || (await shop.due()) > 0)) await wait(50)
  }
}

/** Buys while every webhook is lost, so that the service has to look the payments up. */
async function loseNotices(shop: Shop, count: number) {
  const { shoppers, productId } = shop
  await shop.control('webhooks', { lose: null })
  const bought = Array.from({ length: count }, (_, at) => {
    const shopper = shoppers[at % shoppers.length] as Shopper
    const purchase = planPurchase(() => 0, productId, { pays: 'notice', refunds: [] })
    return { purchase, done: buy(Object.assign({}, shopper, { patience: 30_000 }), purchase) }
  })
  await Promise.race([Promise.all(bought.map(({ done }) => done)), allPaid(bought)])
  await shop.move(ahead.notices)
  await Promise.all(bought.map(({ done }) => done))
  await shop.control('webhooks', { lose: 0 })
  return { lostNotices: count, unnoticed: bought.filter(({ purchase }) => !purchase.whole).length }
}

async function allPaid(bought: readonly { purchase: { impUid: string | null } }[]): Promise<void> {
  while (bought.some(({ purchase }) => purchase.impUid === null)) await wait(20)
}

/** Sends each request without waiting for the response, and repeats it. */
async function loseAnswers(shop: Shop, random: () => number, rounds: number): Promise<void> {
  const hangsUp = () => 1 + Math.floor(random() * 40)
  const impatient = shop.shoppers.map((shopper) => Object.assign({}, shopper, { hangsUp }))
  for (let round = 0; round < rounds; round++)
    await buy(impatient[round % impatient.length] as Shopper, planPurchase(random, shop.productId))
}

export const moneyScenario = scenario({
  about:
    'orders, charges, refunds and renewals while the process dies at each step; random histories, every won explained',
  options: { rounds: 50, histories: 1_000, batch: 100, only: 'crashes,histories', apis: 'v1,v2' },
  again: { histories: 100, only: 'histories' },
  async run({ seed, log, options: { rounds, histories, batch, only, apis } }) {
    const verdicts: Verdict[] = []
    for (const api of (['v1', 'v2'] as const).filter((each) => apis.includes(each))) {
      if (only.includes('crashes')) {
        const { findings, ...figures } = await moneyFaults({ rounds, seed, api }, log)
        const { claims, cases = [] } = nothingFound(findings)
        const isNoticed = figures.unnoticed === 0
        const noticed = 'a paid order is completed within five minutes, even if every notice is lost'
        verdicts.push({ name: `money, crashes, ${api}`, figures, claims: { ...claims, [noticed]: isNoticed }, cases })
      }
      if (only.includes('histories')) {
        const { findings, ...figures } = await moneyHistories({ histories, batch, seed, api }, log)
        const { claims, cases = [] } = nothingFound(findings)
        const isExplained = figures.unexplained === 0
        const explained = 'every won taken is kept for a granted product, returned, or listed as owed'
        verdicts.push({
          name: `money, histories, ${api}`,
          figures,
          claims: { ...claims, [explained]: isExplained },
          cases,
        })
      }
    }
    return verdicts
  },
})
