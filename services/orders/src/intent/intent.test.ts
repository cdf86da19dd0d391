import { expect, test } from 'vitest'
import { isCancelDone } from './intent.ts'

const payment = (cancelledAmount: number) => ({ amount: 35_000, cancelledAmount })

test.each([
  ['the first part', { amount: 1_000, cancellable: 35_000 }, 1_000],
  ['a part after another', { amount: 1_000, cancellable: 30_000 }, 6_000],
  ['the rest', { amount: 5_000, cancellable: 5_000 }, 35_000],
  ['the whole, without what was left', { amount: 35_000, cancellable: null }, 35_000],
  ['a part, without what was left', { amount: 1_000, cancellable: null }, 35_000],
])('%s is done once that much is cancelled, and not one won earlier', (_, cancel, done) => {
  expect([done - 1, done, done + 1].map((each) => isCancelDone(cancel, payment(each)))).toEqual([false, true, true])
})
