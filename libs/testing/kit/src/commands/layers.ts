import { globSync } from 'node:fs'
import { root } from '@kingcar/localstack/paths'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'

/**
 * The layers of the tests. `test` is what a contributor runs after each change. `long` is everything else: faults,
 * attacks, benchmarks in their short form, every width and colour scheme of the screens, containers.
 */
export type Layer = 'test' | 'long'

/** The layer of a test file: `<name>.long.test.ts` is long. */
const layerOf = (path: string): Layer => (/\.long\.test\.tsx?$/.test(path) ? 'long' : 'test')

/** @throws Sentence if no test file of the layer has one of the parts in its path */
export function assertTestFiles(layer: Layer, parts: readonly string[]): void {
  if (parts.length === 0) return
  const files = globSync('**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|\..+)$/.test(path),
  })
  const found = files.filter((file) => parts.some((part) => file.includes(part)))
  if (found.some((file) => layerOf(file) === layer)) return
  const words = parts.join(' ')
  const command = layer === 'test' ? 'npm run test:long' : 'npm test'
  throw new UserFacingError(
    found.length > 0
      ? `The tests of ${words} belong to another layer. Run: ${command} -- ${words}`
      : `No test file has ${words} in its path. Name a part of a path from the project's folder, such as services/orders/test.`,
  )
}
