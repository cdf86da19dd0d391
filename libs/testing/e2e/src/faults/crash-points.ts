import { setTimeout as wait } from 'node:timers/promises'
import { deadline } from '@kingcar/testing/deadline'
import type { Product } from '../product.ts'
import { startSecondInstance } from '../second-instance.ts'

/**
 * Lines at which the orders service dies. Here it holds an intent's lease, so other processes take over twenty seconds
 * later: these lines come first, so that the time passes during the others.
 */
export const pointsHoldingLease = [
  'orders.charge.intended',
  'orders.charge.answered',
  'orders.cancel.intended',
  'orders.cancel.answered',
] as const
export const pointsWithoutLease = [
  ...['idempotency.beforeKeep', 'orders.created', 'outbox.published', 'orders.payment.found', 'orders.paid'],
  ...['orders.refunded', 'orders.webhook.received', 'orders.webhook.stored'],
] as const
/** Concurrent processes that will die. */
const beside = 4
/** Milliseconds to wait for the death of a process: on a busy machine another one may reach the line again and again. */
const lifetime = 8 * deadline

export const repeated = <T>(rounds: number, each: readonly T[]): T[] =>
  Array.from({ length: rounds }, () => each).flat()

export type Work = (over: () => boolean, starting: () => boolean) => Promise<void>

/** Kills a process at each of these lines, some concurrently, while `work` runs. Returns how many died. */
export async function killEach(product: Product, lines: readonly string[], work: readonly Work[]): Promise<number> {
  const waiting = [...lines]
  let lanes = beside
  let starting = 0
  const kill = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      starting++
      await using doomed = await startSecondInstance(product, 'orders', { FAULT: `${line}:kill` }).finally(
        () => starting--,
      )
      const until = performance.now() + lifetime
      while (!doomed.dead && performance.now() < until) await wait(20)
      if (!doomed.dead) throw new Error(`no process died at ${line}`)
    }
  }
  const killing = Array.from({ length: beside }, () => kill().finally(() => lanes--))
  const working = work.map((each) =>
    each(
      () => lanes === 0,
      () => starting > 0,
    ),
  )
  await Promise.all([...killing, ...working])
  return lines.length
}
