import { globSync } from 'node:fs'
import { configDefaults, defineConfig } from 'vitest/config'
import { deadline } from './libs/testing/kit/src/deadline.ts'
import { LongestFirst } from './libs/testing/kit/src/longest-first.ts'

/** Folders whose tests go through the door: HTTP, bus, socket or screen. */
const folders = globSync(['{libs,libs/testing,services}/*/test', '{gateway,web-admin,deploy}/test'])
const layer = process.env.TEST_LAYER === 'long' ? '.long' : ''

/** A test waits for several conditions, each with the deadline, and a long one for many: the test's own must not pass first. */
const limit = (layer === '.long' ? 20 : 4) * deadline

/** Six fill two cores, since more than half of them wait; of long files, which start products all the time, three do. */
const together = { maxWorkers: layer === '.long' ? 3 : 6, maxConcurrency: 2, sequence: { groupOrder: 0 } }
/** Where a busy machine could not be told from a fault. */
const alone = { maxWorkers: 1, maxConcurrency: 2, sequence: { groupOrder: 1 } }

const excluded = [
  ...configDefaults.exclude,
  '**/dist/**',
  ...(layer === '' ? ['**/*.long.test.{ts,tsx}'] : []),
  ...(process.env.TEST_DOCKER === '1' ? [] : ['**/*.containers.long.test.ts']),
]

export default defineConfig({
  test: {
    exclude: excluded,
    globalSetup: './libs/testing/kit/src/global-setup.ts',
    setupFiles: ['record-profile', 'exit-with-runner', 'restore-mocks'].map(
      (name) => `./libs/testing/kit/src/${name}.ts`,
    ),
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    isolate: false, // to import a service takes seconds, and no module holds state that another file could see
    expect: { poll: { timeout: deadline } },
    testTimeout: limit,
    hookTimeout: limit,
    teardownTimeout: deadline,
    projects: [
      ...folders.map((folder) => ({
        extends: true as const,
        test: {
          name: folder.replace(/\/test$/, ''),
          include: [`${folder}/**/*${layer}.test.ts`],
          exclude: [...excluded, '**/*.alone.*'],
          ...together,
        },
      })),
      {
        extends: true,
        test: { name: 'alone', include: [`**/*.alone${layer}.test.ts`], ...alone },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          ...together,
          include: [
            `{libs,libs/testing,services}/*/src/**/*${layer}.test.ts`,
            `{gateway,web-admin,deploy}/{src,local,build}/**/*${layer}.test.ts`,
          ],
        },
      },
    ],
  },
})
