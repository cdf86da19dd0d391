import { configDefaults, defineConfig } from 'vitest/config'
import { deadline } from './libs/testing/kit/src/deadline.ts'
import { LongestFirst } from './libs/testing/kit/src/longest-first.ts'

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

/**
 * Test files by what their processes hold: the product, a Chromium, or neither. A process takes files of one kind only. To start one and
 * to import what tests use takes 0.7 s of processor time, so there are few kinds.
 */
const ofProduct = `libs/testing/e2e/test/**/*${layer}.test.ts`
const ofConsole = `web-admin/test/**/*${layer}.test.ts`
const kinds = {
  product: { include: [ofProduct], exclude: excluded },
  console: { include: [ofConsole], exclude: excluded },
  rest: { include: [`**/*${layer}.test.ts`], exclude: [...excluded, ofProduct, ofConsole] },
}

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
      ...Object.entries(kinds).map(([name, { include, exclude }]) => ({
        extends: true as const,
        test: { name, include, exclude: [...exclude, '**/*.alone.*'], ...together },
      })),
      {
        extends: true,
        test: { name: 'alone', include: [`**/*.alone${layer}.test.ts`], ...alone },
      },
    ],
  },
})
