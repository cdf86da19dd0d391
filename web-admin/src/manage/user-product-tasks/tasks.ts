import type { UserProductSummary } from '@kingcar/contract'

/** What an administrator can do with a product of a member. */
export type Task = 'retry' | 'stop' | 'resume' | 'move' | 'takeBack'

/** A task of a product, which its dialog is open for. */
export type AskedTask = { task: Task; held: UserProductSummary }

/** What can be done with a product. A charge without a card is not offered: a new card is charged immediately. */
export function tasksOf({ state, dunning, nextBillingAt, canResume, carLimit }: UserProductSummary): Task[] {
  if (state !== 'Available' && state !== 'Unavailable') return []
  const possible: Record<Task, boolean> = {
    retry: dunning !== null && dunning.reason !== 'noCard',
    stop: nextBillingAt !== null,
    resume: canResume,
    move: carLimit !== null,
    takeBack: true,
  }
  return tasks.filter((task) => possible[task])
}
const tasks = ['retry', 'stop', 'resume', 'move', 'takeBack'] as const
