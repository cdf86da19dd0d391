import { vi } from 'vitest'
import { deadline } from './deadline.ts'

/** Calls again until it no longer throws, and gives what it returns then. @throws what it threw last, at the run's deadline */
export const waitFor = <T>(work: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(work, { timeout: deadline, interval: 20 })
