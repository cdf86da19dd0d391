/** Runs work as soon as the limit allows. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limits expensive work, so that other calls keep their cores: at most `running` calls at the same time and at most
 * `waiting` in the queue.
 * @param refusal creates the error of a call beyond both limits
 */
export function createConcurrencyLimit(running: number, waiting: number, refusal: () => Error): RunLimited {
  const line: (() => void)[] = []
  let active = 0
  return async (work) => {
    if (active < running) active += 1
    else {
      if (line.length >= waiting) throw refusal()
      await new Promise<void>((resolve) => line.push(resolve)) // a call that ends passes its slot on
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
