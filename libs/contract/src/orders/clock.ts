import * as Type from 'typebox'
import { Instant, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

const Clock = Type.Object({
  now: Instant,
  aheadSeconds: Type.Integer({ description: 'Seconds by which this clock is ahead of the real time' }),
})

export const clockOperations = {
  getClock: {
    http: 'GET /dev/clock',
    access: 'public',
    summary: 'Get the current time of subscriptions',
    description: 'Orders, products and renewals use this time. Exists only where the product runs for development.',
    input: Strict({}),
    result: Clock,
    local: true,
    errors: {
      NOT_FOUND: 'The product runs with the real clock.',
    },
  },
  moveClock: {
    http: 'POST /dev/clock',
    access: 'public',
    summary: 'Move the time of subscriptions forward, for example by a month; it never goes back',
    description: `Everything that is due by then is done immediately: renewals, their retries, the cancellation of
      unpaid orders. Only the orders service has this clock: sign-in, codes, notices and visits keep the real time.
      Exists only where the product runs for development.`,
    input: Strict({
      aheadSeconds: Type.Integer({ minimum: 0, maximum: 315_360_000, description: 'At most ten years' }),
    }),
    result: Clock,
    local: true,
    errors: {
      NOT_FOUND: 'The product runs with the real clock.',
      VALIDATION_FAILED: 'The time would go back.',
    },
  },
} as const satisfies Record<string, Spec>
