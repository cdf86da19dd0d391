import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Prefixes of files that take half a minute or more, the longest first. */
const slowest = [
  'libs/testing/bench/',
  'libs/testing/e2e/test/attacks',
  'libs/testing/kit/test/',
  'libs/recognizer/test/samples',
  'deploy/test/start',
  'libs/testing/e2e/test/product-faults',
  'libs/testing/e2e/test/money-faults',
  'web-admin/test/visits',
  'web-admin/test/manage-appearance',
  'libs/testing/e2e/',
  'web-admin/test/',
  'deploy/',
  'libs/bus/',
  'libs/recognizer/',
  'services/',
]
/**
 * Starts with long files, so that at the end no worker waits for another. A process takes the next file only if it is of the
 * same package, so the files of a package follow each other: modules, browser and product of a process serve many files. To
 * start them for each file takes a third of all processor time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId, project }: TestSpecification) => moduleId.slice(project.config.root.length + 1)
    const rank = (file: TestSpecification) => {
      const found = slowest.findIndex((beginning) => pathOf(file).startsWith(beginning))
      return found === -1 ? slowest.length : found
    }
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    const packages = Map.groupBy(sorted, ({ project }) => project.name)
    return [...packages.values()].flat()
  }
}
