import { ApiError, TransportError } from '@kingcar/client'
import { expect, test } from 'vitest'
import { SignedOutError } from '../../api/session.ts'
import { isUnsure, readWon } from './refund.ts'

const refusal = (status: number, code: string) =>
  new ApiError(status, { code, message: '', requestId: 'request-1' }, undefined)

test('without a response of the service the outcome of a refund is unknown', () => {
  for (const cause of [
    new TransportError('network', ''),
    new TransportError('timeout', ''),
    new TransportError('status', '', { status: 502 }),
    refusal(503, 'UNAVAILABLE'),
    refusal(500, 'INTERNAL'),
  ]) {
    expect([isUnsure(cause, false), isUnsure(cause, true)]).toEqual([true, true])
  }
})

test('a rejection is an outcome, unless it does not concern the request sent before', () => {
  const outcomes = ['AMOUNT_EXCEEDS_PAID', 'ORDER_NOT_REFUNDABLE', 'IDEMPOTENCY_KEY_REUSED']
  for (const cause of outcomes.map((code) => refusal(409, code))) {
    expect([isUnsure(cause, false), isUnsure(cause, true)]).toEqual([false, false])
  }
  for (const cause of [refusal(409, 'CONFLICT'), refusal(429, 'RATE_LIMITED'), new SignedOutError()]) {
    expect([isUnsure(cause, false), isUnsure(cause, true)]).toEqual([false, true])
  }
})

test.each([
  ['50,000원', 50_000],
  [' 50000 ', 50_000],
  ['５００원', 500],
  ['0', 0],
])('%s is %d won', (typed, won) => expect(readWon(typed)).toBe(won))

test.each(['', '원', '1.5', '-1', '5만', '1e3', '9'.repeat(13)])('%j is not an amount', (typed) =>
  expect(readWon(typed)).toBeUndefined(),
)
