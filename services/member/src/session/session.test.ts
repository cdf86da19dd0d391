import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rotate, type Session, startSession } from './session.ts'

const lifetimes = { accessMs: 900_000, refreshMs: 30 * 86_400_000, wholeMs: Number.POSITIVE_INFINITY, graceMs: 30_000 }
const start = new Date('2026-01-01T00:00:00Z')
const later = (ms: number, from = start) => new Date(from.getTime() + ms)
const opened = startSession(start, lifetimes)
const rotated = (session: Session, at: Date) => {
  const decision = rotate(session, session.generation, at, lifetimes)
  if (decision.outcome !== 'pair') throw new Error(decision.code)
  return decision.session
}

describe('the current token', () => {
  test('starts the next generation and extends the session', () => {
    const next = rotated(opened, later(60_000))
    expect(next).toMatchObject({ generation: 2, pairUsed: false, issuedAt: later(60_000) })
    expect(next.expiresAt).toEqual(later(60_000 + lifetimes.refreshMs))
  })

  // ASVS 7.1.1, 7.3.1
  test('is refused once 30 days have passed since its last use, or the session has ended', () => {
    const refused = { outcome: 'refuse', code: 'REFRESH_INVALID' }
    expect(rotate(opened, 1, later(lifetimes.refreshMs - 1), lifetimes).outcome).toBe('pair')
    expect(rotate(opened, 1, later(lifetimes.refreshMs), lifetimes)).toEqual(refused)
    expect(rotate({ ...opened, endedAt: start }, 1, start, lifetimes)).toEqual(refused)
  })

  test('of a generation that does not exist is refused, and the session stays', () => {
    expect(rotate(opened, 2, start, lifetimes).outcome).toBe('refuse')
  })
})

describe('the previous token', () => {
  const second = rotated(opened, start)

  test('gives the same pair within 30 seconds, used or not', () => {
    const decision = rotate({ ...second, pairUsed: true }, 1, later(30_000), lifetimes)
    expect(decision).toMatchObject({ outcome: 'pair', session: { generation: 2, issuedAt: second.issuedAt } })
  })

  test('gives the same pair for as long as the pair was not used', () => {
    expect(rotate(second, 1, later(800_000), lifetimes)).toMatchObject({
      outcome: 'pair',
      session: { generation: 2, issuedAt: second.issuedAt },
    })
  })

  test('gives a fresh access token if the one of the pair has expired', () => {
    const at = later(lifetimes.accessMs)
    expect(rotate(second, 1, at, lifetimes)).toMatchObject({
      outcome: 'pair',
      session: { generation: 2, issuedAt: at },
    })
  })

  test('gives a fresh access token from the second in which the old one expires', () => {
    const pair = rotated(opened, later(900)) // its `exp` counts from the full second
    expect(rotate(pair, 1, later(lifetimes.accessMs - 1), lifetimes)).toMatchObject({
      session: { issuedAt: pair.issuedAt },
    })
    expect(rotate(pair, 1, later(lifetimes.accessMs), lifetimes)).toMatchObject({
      session: { issuedAt: later(lifetimes.accessMs) },
    })
  })

  test('ends the session after 30 seconds when the pair was used', () => {
    expect(rotate({ ...second, pairUsed: true }, 1, later(30_001), lifetimes)).toEqual({
      outcome: 'end',
      code: 'REFRESH_REUSED',
    })
  })
})

describe('the previous token without an end of grace, as for a screen', () => {
  const forgetful = { ...lifetimes, graceMs: Number.POSITIVE_INFINITY }
  const judge = (session: Session, presented: number, at: Date) => {
    const decision = rotate({ ...session, pairUsed: true }, presented, at, forgetful)
    return decision.outcome === 'pair' ? decision.session : decision
  }
  const renewed = (session: Session, presented: number, at: Date) => {
    const answer = judge(session, presented, at)
    if ('outcome' in answer) throw new Error(answer.code)
    return answer
  }

  test('gives the pair again at any time, until the next pair was used', () => {
    let session = renewed(opened, 1, start)
    for (const days of [0, 1, 29]) {
      session = renewed(session, 1, later(days * 86_400_000))
      expect(session.generation).toBe(2)
    }
    session = renewed(session, 2, later(29 * 86_400_000))
    expect(session.generation).toBe(3)
    expect(renewed(session, 2, later(30 * 86_400_000)).generation).toBe(3)
    expect(judge(session, 1, later(30 * 86_400_000))).toEqual({ outcome: 'end', code: 'REFRESH_REUSED' })
  })
})

describe('a session with a maximum lifetime', () => {
  const mortal = { ...lifetimes, wholeMs: 365 * 86_400_000 }

  // ASVS 7.3.2, 10.4.8
  test('ends when that is over, however often it was renewed, and not before', () => {
    let session = startSession(start, mortal)
    for (let day = 29; day < 365; day += 29) {
      const decision = rotate(session, session.generation, later(day * 86_400_000), mortal)
      if (decision.outcome !== 'pair') throw new Error(`${decision.code} on day ${day}`)
      session = decision.session
    }
    expect(session.expiresAt).toEqual(later(mortal.wholeMs))
    expect(rotate(session, session.generation, later(mortal.wholeMs - 1), mortal).outcome).toBe('pair')
    expect(rotate(session, session.generation, later(mortal.wholeMs), mortal)).toEqual({
      outcome: 'refuse',
      code: 'REFRESH_INVALID',
    })
  })

  test('has ended if it began too long ago, for any stored expiry', () => {
    const promised = { ...startSession(start, lifetimes), expiresAt: later(400 * 86_400_000) }
    expect(rotate(promised, 1, later(mortal.wholeMs), mortal).outcome).toBe('refuse')
  })

  test('is not extended beyond it by the previous token either', () => {
    const second = rotated(startSession(start, mortal), later(1))
    const late = { ...second, expiresAt: later(mortal.wholeMs) }
    expect(rotate(late, 1, later(mortal.wholeMs - 1), mortal)).toMatchObject({
      session: { expiresAt: later(mortal.wholeMs) },
    })
  })

  test('shorter than the idle time ends at that lifetime', () => {
    expect(startSession(start, { ...mortal, wholeMs: 86_400_000 }).expiresAt).toEqual(later(86_400_000))
  })
})

test('any older token ends the session immediately', () => {
  const third = rotated(rotated(opened, start), start)
  expect(rotate(third, 1, start, lifetimes)).toEqual({ outcome: 'end', code: 'REFRESH_REUSED' })
})

test('property: a client that loses any responses and retries is never signed out', () => {
  const step = fc.record({ lost: fc.boolean(), waitMs: fc.integer({ min: 0, max: lifetimes.refreshMs - 1 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let session = opened
      let held = 1
      let now = start
      for (const { lost, waitMs } of steps) {
        now = later(waitMs, now)
        const decision = rotate(session, held, now, lifetimes)
        if (decision.outcome !== 'pair') return false
        session = decision.session
        if (!lost) {
          held = session.generation
          session = { ...session, pairUsed: true } // what arrived is used at once
        }
      }
      return true
    }),
  )
})

// ASVS 10.1.1, 10.4.5
test('property: of two holders of one token, at the latest the third use by both ends the session', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 12, maxLength: 40 }), (turns) => {
      let session = opened
      const held = { owner: 1, thief: 1 }
      let now = start
      let switches = 0
      let last: boolean | undefined
      for (const thief of turns) {
        now = later(31_000, now)
        if (last !== undefined && last !== thief) switches += 1
        last = thief
        const who = thief ? 'thief' : 'owner'
        const decision = rotate(session, held[who], now, lifetimes)
        if (decision.outcome === 'end') return true
        if (decision.outcome === 'refuse') return false
        session = { ...decision.session, pairUsed: true }
        held[who] = session.generation
      }
      return switches < 3
    }),
  )
})

test('a session begins with an unused pair', () => {
  expect(opened).toEqual({
    ...{ generation: 1, issuedAt: start, rotatedAt: start, createdAt: start },
    ...{ pairUsed: false, endedAt: null, expiresAt: new Date(start.getTime() + lifetimes.refreshMs) },
  })
})
