import { dunningReasons } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterFailedCharge, type FailedCharge, type NextRetry } from './retry-schedule.ts'

const minute = 60_000
const day = 24 * 60 * minute
const due = new Date('2027-03-31T03:00:00Z')
const dueAfter = (days: number) => new Date(due.getTime() + days * day)
const days = (at: Date | undefined) => at && (at.getTime() - due.getTime()) / day

type Charge = { on: number; reason?: FailedCharge['reason'] /** Caused by the member. */; early?: true }

/** What follows the last of these charges. */
function run(charges: readonly Charge[]): NextRetry | null {
  let last: NextRetry | null = {
    dunning: { since: '', reason: 'declined', scheduledTries: 0, otherTries: 0 },
    isUsable: true,
    nextTryAt: due,
  }
  for (const [index, { on, reason = 'declined', early }] of charges.entries()) {
    if (last === null) throw new Error('has ended already')
    const at = dueAfter(on)
    const scheduledAt: Date = early ? new Date(at.getTime() + minute) : last.nextTryAt
    const begunAt = at
    const { isUsable } = last
    last = afterFailedCharge(index === 0 ? undefined : last.dunning, {
      dueAt: due,
      scheduledAt,
      begunAt,
      at,
      reason,
      isUsable,
    })
  }
  return last
}

describe('a refused charge', () => {
  test.each([
    ['the first is retried a day later', [{ on: 0 }], 1],
    ['the second on the third day', [{ on: 0 }, { on: 1 }], 3],
    ['the third on the fifth', [{ on: 0 }, { on: 1 }, { on: 3.1 }], 5],
    ['the fourth ends the product', [{ on: 0 }, { on: 1 }, { on: 3 }, { on: 5 }], undefined],
    ['a late fourth does too', [{ on: 0 }, { on: 1 }, { on: 3 }, { on: 9 }], undefined],
    ['a late third is retried the next day', [{ on: 0 }, { on: 1 }, { on: 9 }], 10],
    ['a late first has as many retries after it', [{ on: 9 }], 10],
    ['a late first has as many retries after it', [{ on: 9 }, { on: 10 }, { on: 11 }, { on: 12 }], undefined],
  ] satisfies [string, Charge[], number | undefined][])('%s', (_, charges, next) => {
    expect(days(run(charges)?.nextTryAt)).toBe(next)
    if (next !== undefined) expect(run(charges)?.isUsable).toBe(false)
  })

  test('that the member started does not count as a scheduled one, also if the fourth charge is late', () => {
    const early = [{ on: 0.2, early: true } as const, { on: 0.3, early: true } as const]
    expect(run([{ on: 0 }, ...early])?.nextTryAt).toEqual(new Date(dueAfter(0.3).getTime() + minute))
    expect(days(run([{ on: 0 }, ...early, { on: 9 }])?.nextTryAt)).toBe(10)
    expect(days(run([{ on: 0 }, ...early, { on: 9 }, { on: 10 }])?.nextTryAt)).toBe(11)
    expect(run([{ on: 0 }, ...early, { on: 9 }, { on: 10 }, { on: 11 }])).toBeNull()
    expect(run([{ on: 0 }, ...early])?.dunning).toMatchObject({ scheduledTries: 1, otherTries: 2 })
  })
})

describe('while the bank is unavailable', () => {
  const reason = 'bankUnavailable'

  test('the product stays usable for a day, and is charged at least hourly', () => {
    let on = 0
    const charges: Charge[] = [{ on, reason }]
    for (let next = run(charges); next?.isUsable; next = run(charges)) {
      const wait = next.nextTryAt.getTime() - dueAfter(on).getTime()
      expect(wait).toBeLessThanOrEqual(60 * minute)
      on = days(next.nextTryAt) ?? 0
      charges.push({ on, reason })
    }
    expect(on).toBe(1)
    expect(days(run(charges)?.nextTryAt)).toBe(1 + 60 / 24 / 60)
  })

  test('a refusal in between makes it unusable, also if the bank is unavailable after it', () => {
    expect(run([{ on: 0, reason }, { on: 0.1 }])).toMatchObject({ isUsable: false, nextTryAt: dueAfter(1) })
    expect(run([{ on: 0, reason }, { on: 0.1 }, { on: 1, reason }])).toMatchObject({ isUsable: false })
  })
})

test('for any failures, a period has four scheduled charges, each retried for at most a day, and ends', () => {
  const reasons = fc.array(fc.constantFrom(...dunningReasons), { minLength: 200, maxLength: 200 })
  const late = fc.array(fc.integer({ min: 0, max: 3 * day }), { minLength: 200, maxLength: 200 })
  fc.assert(
    fc.property(reasons, late, (failures, delays) => {
      let last: NextRetry | null = null
      let [dunning, scheduledAt, isUsable]: [NextRetry['dunning'] | undefined, Date, boolean] = [undefined, due, true]
      for (const [index, reason] of failures.entries()) {
        const at = new Date(scheduledAt.getTime() + (delays[index] ?? 0))
        last = afterFailedCharge(dunning, { dueAt: due, scheduledAt, begunAt: at, at, reason, isUsable })
        if (last === null) return
        expect(last.nextTryAt > at).toBe(true)
        expect(last.isUsable && !isUsable).toBe(false)
        expect(last.dunning.scheduledTries).toBeLessThan(4)
        ;({ dunning, nextTryAt: scheduledAt, isUsable } = last)
      }
      throw new Error('never ends')
    }),
  )
})
