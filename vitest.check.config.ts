import { defineConfig } from 'vitest/config'

/** The tests of `npm run check`: they read the sources and need no server. */
export default defineConfig({
  test: {
    include: [
      'libs/testing/kit/test/{configuration,documents,imports,dependencies,source-rules,plain-english,security}.test.ts',
      'libs/client/test/operations.test.ts', // what is generated is of this contract
    ],
  },
})
