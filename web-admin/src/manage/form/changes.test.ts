import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesOf, compareChanges } from './changes.ts'

const fields = fc.record({ title: fc.string(), visible: fc.boolean(), ids: fc.array(fc.nat(3), { maxLength: 2 }) })

test('changes contain the differing fields; applied to the old fields they return the new ones', () => {
  fc.assert(
    fc.property(fields, fields, (before, now) => {
      expect({ ...before, ...changesOf(before, now) }).toEqual(now)
      expect(changesOf(now, now)).toEqual({})
    }),
  )
  expect(changesOf({ linkUrl: null }, { linkUrl: undefined })).toEqual({})
})

test('each field that the other side changed is taken over, a clash, or the same in both', () => {
  fc.assert(
    fc.property(fields, fields, fields, (base, mine, theirs) => {
      const { clashes, taken } = compareChanges(base, mine, theirs)
      const named = [...clashes.map(({ name }) => name), ...taken]
      expect(new Set(named).size).toBe(named.length)
      for (const name of Object.keys(changesOf(base, theirs))) {
        const agreed = !Object.hasOwn(changesOf(mine, theirs), name)
        expect(agreed || named.includes(name)).toBe(true)
      }
      for (const name of taken) expect(changesOf(base, mine)).not.toHaveProperty(name)
    }),
  )
})
