import { afterAll, beforeAll } from 'vitest'

/**
 * Starts something before all tests of a file or `describe` block, and disposes it afterwards, in reverse order. The
 * fields of the result are set once its `beforeAll` hook has run.
 */
export function startedBeforeAll<T extends AsyncDisposable>(start: () => Promise<T>): T {
  const started = {} as T
  beforeAll(async () => {
    Object.defineProperties(started, Object.getOwnPropertyDescriptors(await start()))
  })
  afterAll(() => started[Symbol.asyncDispose]?.())
  return started
}
