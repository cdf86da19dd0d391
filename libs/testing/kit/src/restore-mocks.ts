import { afterAll, vi } from 'vitest'

/** After each test file: restores what it replaced in its process, for later files of the same process. */
afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
