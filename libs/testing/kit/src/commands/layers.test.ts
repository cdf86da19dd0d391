import { expect, test } from 'vitest'
import { assertTestFiles } from './layers.ts'

test('a part of the path of a file of the layer is accepted, and so is a call without parts', () => {
  for (const parts of [[], ['libs/contract/src/values/plate'], ['nothing', 'services/orders']])
    expect(() => assertTestFiles('test', parts)).not.toThrow()
  expect(() => assertTestFiles('long', ['libs/testing/kit/test/adding'])).not.toThrow()
})

test('a part that no file has, or only files of the other layer have, is refused with an explanation', () => {
  expect(() => assertTestFiles('test', ['nothing/of/this'])).toThrow(
    /^No test file has nothing\/of\/this in its path\. Name/,
  )
  expect(() => assertTestFiles('test', ['kit/test/adding'])).toThrow(
    /another layer\. Run: npm run test:long -- kit\/test\/adding$/,
  )
  expect(() => assertTestFiles('long', ['contract/src/values/plate'])).toThrow(
    /another layer\. Run: npm test -- contract\/src\/values\/plate$/,
  )
})
