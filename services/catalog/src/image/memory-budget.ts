/** Does work once there is room for what it costs. */
export type RunWithinBudget = <T>(cost: number, work: () => Promise<T>) => Promise<T>

/**
 * Lets pieces of work run at once as long as what they cost together stays within a budget, first come, first served. One
 * that costs more than all of it runs alone.
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
