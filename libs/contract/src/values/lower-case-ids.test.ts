import * as Type from 'typebox'
import { expect, test } from 'vitest'
import { Id, Nullable } from '../model/common-schemas.ts'
import { lowerCaseIds } from './lower-case-ids.ts'

const schema = Type.Object({
  id: Id,
  storeIds: Type.Array(Id),
  imageId: Nullable(Id),
  items: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  name: Type.String(),
  value: Type.Unknown(),
})
const id = '0199a0c5-3c80-7000-8000-00000000000a'
const capitals = id.toUpperCase()

test('ids become lower case wherever the schema has an id, and no other text changes', () => {
  const input = (each: string) => ({
    id: each,
    storeIds: [each, each],
    imageId: each,
    items: [{ id: each, name: capitals }],
    name: capitals,
    value: { id: capitals },
  })
  expect(lowerCaseIds(schema, input(capitals))).toEqual(input(id))
})

test('null, a missing field and an unknown field stay as they are', () => {
  const input = { imageId: null, unknown: capitals }
  expect(lowerCaseIds(schema, input)).toEqual(input)
})
