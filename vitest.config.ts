import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './libs/testing/src/sequencer.ts'

export default defineConfig({
  test: {
    include: [
      '{libs,services}/*/{src,test}/**/*.test.ts',
      '{gateway,web-admin,deploy}/{src,test,local,build}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/dist/**'],
    globalSetup: './libs/testing/src/global-setup.ts',
    setupFiles: './libs/testing/src/orphan.ts',
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: 2, // much of the time is waiting, also on two cores
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
