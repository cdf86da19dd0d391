import type { Input } from '@kingcar/contract'
import { createRandom } from '../random.ts'
import { type History, op, prices, type Random } from './act.ts'
import { beginHistory, continueHistory, interruptRenewal } from './history.ts'
import { type Figures, type Finding, judge } from './judge.ts'
import { setControl } from './provider.ts'
import { slowRenewals } from './provider-faults.ts'
import type { MoneyWorld } from './world.ts'

/** What a batch of histories has shown. `findings` is empty if every won is explained. */
export type HistoriesOutcome = Figures & { steps: number; findings: string[] }

type Options = {
  seed: number
  histories: number
  /** Histories that take their steps at the same time. */
  atOnce?: number
  /** Rounds of steps, after each of which the clock moves. */
  rounds?: number
}

/** Seconds by which the clock moves between two rounds. */
const moves = [180, 1_200, 2_400, 26 * 3_600, 4 * 86_400, 31 * 86_400, 31 * 86_400]
/**
 * Probabilities that the provider is down while the clock moves, that the work that is due then is not waited for, and that a
 * history stops a renewal that has become due.
 */
const chances = { down: 0.25, hurry: 0.4, stop: 0.4 }
/**
 * Seconds until histories have come to rest: after the deadline of an order and the last reconciliation of a paid one, and after
 * the day in which closed orders are watched, until the next daily try of owed returns.
 */
const restMoves = [2_400, 26 * 3_600]

/**
 * Runs histories side by side, with one clock and one provider, until all work is done, and explains every won. The same seed
 * draws the same steps.
 */
export async function runHistories(
  world: MoneyWorld,
  { seed, histories: count, atOnce = 16, rounds = 4 }: Options,
): Promise<HistoriesOutcome> {
  const random = createRandom(seed)
  const onetime = await world.addProduct({ type: 'onetime', price: prices.onetime, billingMonths: null })
  const coupons = await Promise.all(offeredCoupons(count).map((each) => world.call(op.createCoupon, each, 'admin')))
  const storeId = await world.addStore()
  const offered = { onetime, storeId, codes: coupons.flatMap(({ code }) => code ?? []) }
  const own = Array.from({ length: count }, (_, at) => createRandom(seed * 1_000 + at))
  const histories: History[] = [] // by their order in the seed, whichever has begun first
  await inLanes([...own.entries()], atOnce / 2, async ([at, drawn]) => {
    histories[at] = await beginHistory(world, offered, drawn)
  })
  const left: string[] = []
  for (let round = 0; round < rounds; round++) {
    await deliverNotices(world, random)
    await using _crashes = world.startCrashes?.()
    await inLanes(
      histories.map((history, at) => [history, own[at] ?? random] as const),
      atOnce,
      ([history, drawn]) => continueHistory(world, history, drawn),
    )
    await moveClock(world, histories, random, left)
  }
  await setControl(world.providerUrl, 'behave')
  await setControl(world.providerUrl, 'webhooks', { lose: 0, copies: 1, delay: 0, hold: false })
  await setControl(world.providerUrl, 'webhooks/release')
  left.push(...(await world.idle()))
  for (const seconds of restMoves) {
    await world.move(seconds)
    left.push(...(await world.idle()))
  }
  const { figures, findings } = await judge(world, histories, coupons)
  const pending = left.map((each) => `still pending: ${each}`)
  const steps = histories.reduce((sum, history) => sum + history.steps.length, 0)
  return { ...figures, steps, findings: [...pending, ...findings.map((each) => withSteps(each, histories))] }
}

/** Coupons that run short, by their number or for each member; of a subscription the first payment, or two. */
const offeredCoupons = (histories: number): Input<typeof op.createCoupon>[] => [
  { name: '모두', discountPercent: 30, payments: 2, limitTotal: Math.ceil(histories / 2), limitPerMember: null },
  { name: '한 번', discountWon: 5_000 },
]

/** Notices of the next round arrive, are lost, doubled or late, or arrive in reverse order. */
async function deliverNotices({ providerUrl }: MoneyWorld, random: Random): Promise<void> {
  await setControl(providerUrl, 'webhooks/release', { order: random() < 0.5 ? 'newest' : 'oldest' })
  const all = [{}, { lose: null }, { copies: 3 }, { delay: 300 }, { hold: true }]
  const usual = { lose: 0, copies: 1, delay: 0, hold: false }
  await setControl(providerUrl, 'webhooks', { ...usual, ...all[Math.floor(random() * all.length)] })
}

async function moveClock(
  world: MoneyWorld,
  histories: readonly History[],
  random: Random,
  left: string[],
): Promise<void> {
  const seconds = moves[Math.floor(random() * moves.length)] ?? 0
  const [isDown, hurries] = [random() < chances.down, random() < chances.hurry]
  if (isDown) await setControl(world.providerUrl, 'down', { down: true })
  const stopping = histories.filter(() => random() < chances.stop)
  if (stopping.length > 0) await slowRenewals(world, stopping.length, random() < 0.5 ? 'before' : 'after')
  await world.move(seconds)
  const drawn = stopping.map((history) => [history, createRandom(random() * 2 ** 32)] as const)
  const stopped = Promise.all(drawn.map(([history, own]) => interruptRenewal(world, history, own)))
  if (isDown) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await setControl(world.providerUrl, 'down', { down: false })
  }
  await stopped
  if (!hurries) left.push(...(await world.idle()))
}

async function inLanes<T>(all: readonly T[], lanes: number, work: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** A finding with the steps of its history. */
function withSteps({ memberId, text }: Finding, histories: readonly History[]): string {
  const of = histories.find(({ member }) => member.id === memberId)
  return of ? `${text}\n    ${of.steps.join('\n    ')}` : text
}
