import { expect, test } from 'vitest'
import { isCancelDone } from './intent.ts'

const seen = (cancelledAmount: number) => ({ amount: 35_000, cancelledAmount })

test.each([
  ['the first part', { amount: 1_000, cancellable: 35_000 }, 1_000],
  ['a part behind another', { amount: 1_000, cancellable: 30_000 }, 6_000],
  ['the rest', { amount: 5_000, cancellable: 5_000 }, 35_000],
  ['the whole, of which nobody knows what was left', { amount: 35_000, cancellable: null }, 35_000],
  ['a part, of which nobody knows what was left', { amount: 1_000, cancellable: null }, 35_000],
])('%s is back once that much has gone back, and no won before', (_, asked, back) => {
  expect([back - 1, back, back + 1].map((each) => isCancelDone(asked, seen(each)))).toEqual([false, true, true])
})
