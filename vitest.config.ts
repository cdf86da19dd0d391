import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './libs/testing/src/sequencer.ts'

export default defineConfig({
  test: {
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
    projects: [
      {
        extends: true,
        test: {
          name: 'through the door',
          include: ['{libs,services}/*/test/**/*.test.ts', '{gateway,web-admin,deploy}/test/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['{libs,services}/*/src/**/*.test.ts', '{gateway,web-admin,deploy}/{src,local,build}/**/*.test.ts'],
          isolate: false, // they hold no state: a process for each took longer than the tests
        },
      },
    ],
  },
})
