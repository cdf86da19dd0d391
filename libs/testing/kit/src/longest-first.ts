import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Prefixes of files that take half a minute or more, the longest of each kind of process first (`vitest.config.ts`): a process takes the
 * next file only if it is of the same kind.
 */
const slowest = [
  'libs/testing/e2e/test/attacks',
  'libs/testing/e2e/test/product-faults',
  'libs/testing/e2e/test/money-faults',
  'libs/testing/e2e/test/access-matrix',
  'libs/testing/e2e/test/',
  'web-admin/test/visits',
  'web-admin/test/manage-appearance',
  'web-admin/test/',
  'libs/testing/bench/test/',
  'libs/testing/kit/test/',
  'libs/recognizer/test/samples',
  'deploy/test/',
  'libs/bus/test/',
  'libs/recognizer/test/',
  'services/member/test/',
  'services/',
]

/** Starts with long files, so that at the end no worker waits for another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId, project }: TestSpecification) => moduleId.slice(project.config.root.length + 1)
    const rank = (file: TestSpecification) => {
      const found = slowest.findIndex((beginning) => pathOf(file).startsWith(beginning))
      return found === -1 ? slowest.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
