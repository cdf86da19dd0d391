/** Does work when it is its turn. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets at most `running` pieces of work run at once, with at most `waiting` in line, so that what is dear leaves the
 * other calls their cores.
 * @param refusal what one more fails with
 */
export function createConcurrencyLimit(running: number, waiting: number, refusal: () => Error): RunLimited {
  const line: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active < running) active += 1
    else {
      if (line.length >= waiting) throw refusal()
      await new Promise<void>((resolve) => line.push(resolve)) // the one that leaves hands its place over
    }
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else active -= 1
    }
  }
}
