import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take half a minute or more, by how their paths begin; the longest first. */
const long = [
  'libs/testing/e2e/test/attacks',
  'libs/testing/bench/',
  'libs/testing/e2e/test/product-faults',
  'libs/testing/e2e/test/money-faults',
  'web-admin/test/visits',
  'web-admin/test/appearance',
  'web-admin/test/manage-',
  'libs/testing/e2e/',
  'deploy/',
  'libs/bus/',
  'libs/recognizer/',
]

/** Begins with what takes long, so that in the end no worker waits for another. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const path = moduleId.slice(project.config.root.length + 1)
      const found = long.findIndex((beginning) => path.startsWith(beginning))
      return found === -1 ? long.length : found
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
