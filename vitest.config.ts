import { globSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './libs/testing/kit/src/sequencer.ts'

/** Folders whose tests go through the door: HTTP, bus, socket or screen. */
const folders = globSync(['{libs,libs/testing,services}/*/test', '{gateway,web-admin,deploy}/test'])
/** Those that start whole products and browsers, of which three fill two cores. The others wait for much of their time. */
const whole = ['libs/testing/bench/test', 'libs/testing/e2e/test', 'deploy/test', 'web-admin/test']
/** A browser on a busy machine is slow, not wrong. */
const patient = { testTimeout: 60_000, hookTimeout: 120_000 }
/** Tests of a file that may run beside each other start whole products, too. */
const first = { ...patient, maxWorkers: 3, maxConcurrency: 2, sequence: { groupOrder: 0 } }
const then = { maxWorkers: 5, sequence: { groupOrder: 1 } }
/** Where a busy machine could not be told from a fault. */
const alone = { ...patient, maxWorkers: 1, sequence: { groupOrder: 2 } }

const excluded = [
  ...configDefaults.exclude,
  '**/dist/**',
  ...(process.env.TEST_CONTAINERS === '1' ? [] : ['**/*.containers.test.ts']),
]

export default defineConfig({
  test: {
    exclude: excluded,
    globalSetup: './libs/testing/kit/src/global-setup.ts',
    setupFiles: ['./libs/testing/kit/src/orphan.ts', './libs/testing/kit/src/replaced.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    isolate: false, // to import a service takes seconds, and no module holds state that another file could see
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    projects: [
      ...folders.map((folder) => ({
        extends: true as const,
        test: {
          name: folder.replace(/\/test$/, ''),
          include: [`${folder}/**/*.test.ts`],
          exclude: [...excluded, '**/*.alone.test.ts'],
          ...(whole.includes(folder) ? first : then),
          // Keys and syllables that Chromium takes late on a busy machine are typed once more; a fault fails twice.
          ...(folder === 'web-admin/test' ? { retry: 1 } : {}),
        },
      })),
      {
        extends: true,
        test: { name: 'alone', include: ['**/*.alone.test.ts'], ...alone },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          ...then,
          include: [
            '{libs,libs/testing,services}/*/src/**/*.test.ts',
            '{gateway,web-admin,deploy}/{src,local,build}/**/*.test.ts',
          ],
        },
      },
    ],
  },
})
