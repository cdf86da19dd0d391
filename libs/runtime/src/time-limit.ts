/**
 * The outcome of `promise`, or of `otherwise` if it takes longer than `ms` milliseconds; a later outcome is ignored.
 */
export async function withTimeLimit<T>(ms: number, promise: Promise<T>, otherwise: () => T): Promise<T> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  return Promise.race([promise, late.promise.then(otherwise)]).finally(() => clearTimeout(timer))
}
