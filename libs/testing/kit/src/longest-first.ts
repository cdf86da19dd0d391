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
/** Other files that start products and browsers, and keep a processor busy; the others mostly wait. */
const busy = /^(?:deploy|web-admin)\/test\//

/** Prefix of the files that share a product: one after the other, so that it serves as many as possible. */
const products = /^libs\/testing\/(?:bench|e2e)\/test\//

/** Starts with long files, so that at the end no worker waits for another, and mixes busy files with others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const pathOf = ({ moduleId, project }: TestSpecification) => moduleId.slice(project.config.root.length + 1)
    const rank = (file: TestSpecification) => {
      const found = slowest.findIndex((beginning) => pathOf(file).startsWith(beginning))
      return found === -1 ? slowest.length : found
    }
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
    const first = sorted.filter((file) => products.test(pathOf(file)))
    const others = sorted.filter((file) => !products.test(pathOf(file)))
    const groups = [true, false].map((isBusy) => others.filter((file) => busy.test(pathOf(file)) === isBusy))
    // Each file at its relative position in its own group.
    const places = groups.flatMap((group) => group.map((file, at) => ({ file, place: (at + 1) / group.length })))
    return [...first, ...places.toSorted((one, other) => one.place - other.place).map(({ file }) => file)]
  }
}
