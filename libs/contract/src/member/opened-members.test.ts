import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openedMembers } from './opened-members.ts'

/** Rows of members, and what a row may be in: a page, a list, another object, or beside rows without members. */
const row = fc.oneof(
  fc.uuid().map((id) => ({ ids: [id], value: { memberId: id, memberName: '김민지', id: 'other' } })),
  fc.uuid().map((id) => ({ ids: [id], value: { id, phoneNumber: null, cars: [{ id: 'car' }] } })),
  fc.array(fc.uuid()).map((ids) => ({ ids, value: { lines: '', next: null, memberIds: ids } })),
  fc.anything({ maxDepth: 0 }).map((value) => ({ ids: [], value: { memberId: null, id: value } })),
)
const wrap = fc.constantFrom<(value: unknown) => unknown>(
  (value) => value,
  (value) => ({ content: [value], totalElements: 1 }),
  (value) => [null, { suggestions: value }],
)

test('every member of a result is found once, at any depth', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(row, wrap)), (rows) => {
      const ids = rows.flatMap(([{ ids }]) => ids)
      const result = rows.map(([{ value }, wrapped]) => wrapped(value))
      const found = openedMembers([...result, ...result])
      expect([found.length, new Set(found)]).toEqual([new Set(ids).size, new Set(ids)])
    }),
  )
})
