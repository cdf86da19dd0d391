import * as Type from 'typebox'
import { Instant, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

const Clock = Type.Object({
  now: Instant,
  aheadSeconds: Type.Integer({ description: 'By how much it is ahead of the real time' }),
})

export const clockOperations = {
  getClock: {
    http: 'GET /dev/clock',
    access: 'public',
    summary: 'What time it is for subscriptions',
    description: 'Exists where the product runs for its developers.',
    input: Strict({}),
    result: Clock,
    local: true,
    errors: {
      NOT_FOUND: 'The clock is the real one.',
    },
  },
  moveClock: {
    http: 'POST /dev/clock',
    access: 'public',
    summary: 'Move the time of subscriptions ahead, to see what a month brings; it never goes back',
    description: `What is due by then is done at once: renewals, their retries, orders that nobody paid. Exists where
      the product runs for its developers.`,
    input: Strict({
      aheadSeconds: Type.Integer({ minimum: 0, maximum: 315_360_000, description: 'Ten years at most' }),
    }),
    result: Clock,
    local: true,
    errors: {
      NOT_FOUND: 'The clock is the real one.',
      VALIDATION_FAILED: 'The time would go back.',
    },
  },
} as const satisfies Record<string, Spec>
