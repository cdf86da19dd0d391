import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { changesOf, huntAll, plantedBugs } from '../src/attacks/planted.ts'

/**
 * The expected finding for each bug. Bugs that do not hide each other are in one copy, and are found by the fixed
 * probes or by few requests.
 */
const together: Readonly<Record<string, RegExp>> = {
  '11-order-for-the-car-of-another-member.patch': /201 undefined for .*other car in the body/,
  '13-parenthesis-in-a-search-answers-500.patch': /auditLogs for \( got 500/,
  '16-failed-login-logs-the-email.patch': /no log contains private data/,
  '17-orders-page-is-not-sorted.patch': /orders by createdAt,desc is in another order/,
  '18-repeated-device-creation-returns-the-secret.patch': /a repetition returns the secret again/,
  '19-masked-screen-shows-whole-plates.patch': /masked false,true show the whole,the whole/,
  '20-picture-keeps-its-location.patch': /shows where it was taken/,
  '21-refund-of-an-order-of-another-store.patch': /refundOrder by accountant of one store/,
  '22-files-need-one-permission-alone.patch': /exportAuditLogs by (manager|accountant) of all stores .*: 200/,
}
/** Bugs that end a sequence at the first occurrence. */
const each: typeof together = {
  '12-car-edit-accepts-any-column.patch': /changing \w+ of a car returned 200/,
  '14-partial-refunds-never-complete.patch': /an order is .*Completed.* instead of .*Refund/,
  '15-refresh-token-reuse-keeps-the-session.patch': /an ended session returned 200 instead of 401/,
}

const all = { ...together, ...each }

test('the attacks find ten bugs whose author had not seen the attacks, and two of missing rights', async () => {
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
  expect(plantedBugs.length).toBe(22)
  expect(plantedBugs).toEqual(expect.arrayContaining(Object.keys(all)))
  for (const bug of plantedBugs) expect(changesOf(bug, root).length).toBeGreaterThan(0)
})
