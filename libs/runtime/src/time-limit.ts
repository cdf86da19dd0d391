/**
 * What a promise gives or fails with, or what `otherwise` gives where that takes longer than so many milliseconds. Nobody
 * hears of what comes later.
 */
export async function withTimeLimit<T>(ms: number, promise: Promise<T>, otherwise: () => T): Promise<T> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  return Promise.race([promise, late.promise.then(otherwise)]).finally(() => clearTimeout(timer))
}
