import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { changesOf, huntAll, plantedBugs } from '../src/attacks/planted.ts'

/**
 * The expected finding for each bug. Bugs that do not hide each other are in one copy, and are found by the fixed
 * probes or by few requests.
 */
const together: Readonly<Record<string, RegExp>> = {
  '11-orders-for-the-car-of-another-member.patch': /201 undefined for .*other car in the body/,
  '13-parenthesis-in-a-search-answers-500.patch': /auditLogs for \( is answered 500/,
  '16-log-names-the-email-of-a-failed-login.patch': /no log holds what is private/,
  '17-orders-page-is-not-in-the-order-asked-for.patch': /orders by createdAt,desc is in another order/,
  '18-repeated-device-creation-tells-the-secret-again.patch': /a repetition tells the secret again/,
  '19-masked-screen-gets-what-an-unmasked-one-beside-it-gets.patch': /masked false,true show the whole,the whole/,
  '20-picture-keeps-where-it-was-taken.patch': /tells where it was made/,
}
/** Bugs that end a sequence at the first occurrence. */
const each: typeof together = {
  '12-car-edit-takes-any-column-and-gives-the-car-away.patch': /changing \w+ of a car was answered 200/,
  '14-refund-in-parts-never-ends-the-order.patch': /an order is .*Completed.* and not .*Refund/,
  '15-reused-refresh-token-leaves-the-session-open.patch': /a dead session was answered 200 and not 401/,
}

const all = { ...together, ...each }

test('the attacks find ten bugs whose author had not seen the attacks', async () => {
  const quiet = () => undefined
  const alone = Object.keys(each).map((bug) => [bug])
  const hunts = [
    ...(await huntAll([Object.keys(together)], { requests: 3_000, sequences: 1, seed: 32, untilFound: false }, quiet)),
    ...(await huntAll(alone, { requests: 1, sequences: 30, seed: 7, untilFound: true }, quiet)),
  ]
  const missed = Object.entries(all).filter(
    ([bug, said]) => !said.test(hunts.find(({ bugs }) => bugs.includes(bug))?.output ?? ''),
  )
  expect(missed, hunts.map(({ output }) => output.slice(-1_500)).join('\n')).toEqual([])
})

test('each planted bug applies to the current code', () => {
  expect(plantedBugs.length).toBe(20)
  expect(plantedBugs).toEqual(expect.arrayContaining(Object.keys(all)))
  for (const bug of plantedBugs) expect(changesOf(bug, root).length).toBeGreaterThan(0)
})
