import { expect, test } from 'vitest'
import { connectSearch } from './connect-search.ts'

test.each([
  [{}, {}],
  [
    { storeId: 's1', mask: true, kiosk: 1 },
    { storeId: 's1', mask: true, kiosk: 1 },
  ],
  [
    { mask: 1, kiosk: true },
    { mask: true, kiosk: 1 },
  ],
  [{ mask: 'yes' }, { mask: true }],
  [{ mask: false, kiosk: 0 }, {}],
  [{ storeId: 7, other: 'x' }, {}],
])('%j reads as %j', (search, read) => {
  expect(connectSearch(search)).toEqual(read)
})
