import { vi } from 'vitest'
import { deadline } from './deadline.ts'

/** Repeats `work` until it no longer throws, and returns its result. @throws its last error, at the run's deadline */
export const waitFor = <T>(work: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: deadline, interval: 20 })
