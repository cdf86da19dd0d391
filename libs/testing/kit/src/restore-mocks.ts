import { afterAll, vi } from 'vitest'

/** After each test file: what it replaced of its process is as it was, for the files that run in it later. */
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
