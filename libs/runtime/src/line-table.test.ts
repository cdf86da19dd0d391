import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineTable, readLineTable } from './line-table.ts'

const sources = ['../a.ts', '../b.ts', null]
const segment = fc.oneof(fc.tuple(fc.nat(300)), fc.tuple(fc.nat(300), fc.nat(sources.length - 1), fc.nat(5), fc.nat(9)))
/** In each line of the bundle by column, each column once. */
const segments = fc
  .uniqueArray(segment, { maxLength: 30, selector: ([column]) => column })
  .map((list) => list.sort(([one], [other]) => one - other))

test('returns the same source line as the source map', () => {
  fc.assert(
    fc.property(fc.array(segments, { maxLength: 5 }), fc.nat(6), fc.nat(320), (mappings, line, column) => {
      const covering = mappings[line]?.findLast(([from]) => from <= column)
      const source = covering?.[1] === undefined ? null : sources[covering[1]]
      const expected = source ? { source, line: covering?.[2] } : undefined
      expect(readLineTable(lineTable({ sources, mappings }))(line, column)).toEqual(expected)
    }),
  )
})

test('positions of one source line are one entry', () => {
  const one = { sources, mappings: [[[0, 0, 7, 0]]] }
  const many = {
    sources,
    mappings: [
      [
        [0, 0, 7, 0],
        [4, 0, 7, 9],
        [8, 0, 7, 2],
      ],
    ],
  }
  expect(lineTable(many)).toEqual(lineTable(one))
})
