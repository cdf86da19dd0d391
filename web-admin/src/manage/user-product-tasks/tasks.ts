import type { UserProductSummary } from '@kingcar/contract'

/** What an administrator can do with a product of a member. */
export type Task = 'retry' | 'pause' | 'unpause' | 'change' | 'answer' | 'stop' | 'resume' | 'move' | 'takeBack'

/** A task of a product, which its dialog is open for. */
export type AskedTask = { task: Task; held: UserProductSummary }

/** What can be done with a product. A charge without a card is not offered: a new card is charged immediately. */
export function tasksOf(held: UserProductSummary): Task[] {
  const { state, dunning, nextBillingAt, canResume, carLimit, subscription } = held
  if (state !== 'Available' && state !== 'Unavailable') return []
  // An orders process of the previous version sends no `subscription`.
  const isInPaidPeriod = state === 'Available' && dunning === null && nextBillingAt !== null && subscription != null
  const possible: Record<Task, boolean> = {
    pause: isInPaidPeriod && subscription?.trial === false,
    unpause: subscription?.pause != null,
    change: isInPaidPeriod,
    answer: dunning === null && nextBillingAt !== null && subscription?.priceChange?.consent != null,
    retry: dunning !== null && dunning.reason !== 'noCard',
    stop: nextBillingAt !== null,
    resume: canResume,
    move: carLimit !== null,
    takeBack: true,
  }
  return tasks.filter((task) => possible[task])
}
const tasks = ['retry', 'pause', 'unpause', 'change', 'answer', 'stop', 'resume', 'move', 'takeBack'] as const
