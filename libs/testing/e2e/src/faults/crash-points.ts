import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../product.ts'
import { startBeside } from '../second-instance.ts'

/**
 * Lines at which the orders service dies. Money that a dead process was about to move is taken up by others twenty seconds
 * later: those lines come first, and the time goes by with the others.
 */
export const holding = [
  'orders.charge.intended',
  'orders.charge.answered',
  'orders.cancel.intended',
  'orders.cancel.answered',
] as const
export const holdingNothing = [
  'idempotency.beforeKeep',
  'orders.created',
  'outbox.published',
  'orders.payment.found',
  'orders.paid',
  'orders.refunded',
  'orders.webhook.received',
  'orders.webhook.stored',
] as const
/** Doomed processes at once. */
const beside = 4
/** Milliseconds for which a process that is to die is waited for. */
const lifetime = 60_000

export const times = <T>(rounds: number, each: readonly T[]): T[] => Array.from({ length: rounds }, () => each).flat()

export type Work = (over: () => boolean, starting: () => boolean) => Promise<void>

/** Lets a process die at each of these lines, some at once, while others work. Gives how many died. */
export async function killEach(product: Product, lines: readonly string[], work: readonly Work[]): Promise<number> {
  const waiting = [...lines]
  let lanes = beside
  let starting = 0
  const kill = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) {
      starting++
      await using doomed = await startBeside(product, 'orders', { FAULT: `${line}:kill` }).finally(() => starting--)
      const until = performance.now() + lifetime
      while (!doomed.dead && performance.now() < until) await wait(20)
      if (!doomed.dead) throw new Error(`nobody died at ${line}`)
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
