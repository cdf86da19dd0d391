import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { uuidv7, uuidv7Time } from './uuid.ts'

test.each([0, 1, 1_763_800_000_000, 2 ** 48 - 1])(
  'an id of the millisecond %d returns it, in either letter case',
  (at) => {
    const id = uuidv7(at)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([uuidv7Time(id), uuidv7Time(id.toUpperCase())]).toEqual([at, at])
  },
)

test.each([randomUUID(), '', 'x'])('%s has none', (id) => {
  expect(uuidv7Time(id)).toBeUndefined()
})
