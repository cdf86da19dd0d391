/** Runs work as soon as its cost fits into the budget. */
export type RunWithinBudget = <T>(cost: number, work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrent work by total cost instead of by number, in order of arrival. Work that costs more than the whole
 * budget runs alone.
 */
export function createMemoryBudget(budget: number): RunWithinBudget {
  const queue: { cost: number; begin: () => void }[] = []
  let running = 0
  let spent = 0
  const admit = () => {
    for (let next = queue[0]; next && (running === 0 || spent + next.cost <= budget); next = queue[0]) {
      queue.shift()
      running += 1
      spent += next.cost
      next.begin()
    }
  }
  return async (cost, work) => {
    await new Promise<void>((begin) => {
      queue.push({ cost, begin })
      admit()
    })
    try {
      return await work()
    } finally {
      running -= 1
      spent -= cost
      admit()
    }
  }
}
