import { alertKinds, isStoreAlert } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Cause,
  type DecidingRule,
  decide,
  happeningKinds,
  type OpenAlert,
  quietUntil,
  type Snapshot,
} from './alert.ts'

const at = new Date('2026-11-30T03:00:00.000Z')
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString()
const known = new Set(alertKinds)
const rule = (fields: Partial<DecidingRule> = {}): DecidingRule => ({
  ...{
    id: 'rule',
    kind: 'offlineDevices',
    threshold: 5,
    storeIds: null,
    enabled: true,
    quietFrom: null,
    quietTo: null,
    repeatHours: null,
    ...fields,
  },
})
const cause = (fields: Partial<Cause> = {}): Cause => ({
  ...{ kind: 'offlineDevices', storeId: 's1', count: 1, since: ago(6), names: ['입구'], targetId: null, ...fields },
})
const snapshot = (causes: Cause[], fields: Partial<Snapshot> = {}): Snapshot => ({
  ...{
    at,
    causes,
    known,
    truncated: new Set(),
    stores: new Map([['s1', { name: '강남점', openSince: ago(60) }]]),
    ...fields,
  },
})
const alert = (fields: Partial<OpenAlert> = {}): OpenAlert => ({
  ...{
    id: 'a',
    ruleId: 'rule',
    kind: 'offlineDevices',
    storeId: 's1',
    count: 1,
    names: ['입구'],
    changedAt: at,
    notifiedAt: at,
    notifiedCount: 1,
    notifiedNames: ['입구'],
    ...fields,
  },
})
const nothing = { opened: [], changed: [], closed: [] }

test('silence alerts after its minutes, counted from the opening, and only while the store is open', () => {
  const decided = (since: string, openSince: string | null) =>
    decide([rule()], snapshot([cause({ since })], { stores: new Map([['s1', { name: '강남점', openSince }]]) }), [])
  expect(decided(ago(5), ago(60)).opened).toMatchObject([{ ruleId: 'rule', storeName: '강남점' }])
  expect(decided(ago(4), ago(60))).toEqual(nothing)
  expect(decided(ago(600), ago(4))).toEqual(nothing)
  expect(decided(ago(600), null)).toEqual(nothing)
})

test('an alert lasts until its cause ends, also after closing time, and closes with its rule', () => {
  const closed = { stores: new Map([['s1', { name: '강남점', openSince: null }]]) }
  expect(decide([rule()], snapshot([cause()], closed), [alert()])).toEqual(nothing)
  expect(decide([rule()], snapshot([cause({ count: 3 })]), [alert()]).changed).toMatchObject([{ id: 'a' }])
  expect(decide([rule()], snapshot([]), [alert()]).closed).toEqual(['a'])
  for (const changed of [rule({ enabled: false }), rule({ storeIds: ['s2'] }), rule({ id: 'other' })])
    expect(decide([changed], snapshot([cause()]), [alert()]).closed).toEqual(['a'])
})

test('an alert is reported again if more or another is affected, after ten minutes and the quiet hours', () => {
  const isAgain = (found: Partial<Cause>, minutes = 10, quiet: Partial<DecidingRule> = {}) => {
    const reported = { notifiedAt: new Date(ago(minutes)), notifiedCount: 2, notifiedNames: ['입구', '출구'] }
    const open = alert({ count: 2, names: ['입구', '출구'], ...reported })
    return decide([rule(quiet)], snapshot([cause(found)]), [open]).changed.map((each) => each.isAgain)
  }
  const more = { count: 3, names: ['입구', '출구', '세차'] }
  expect([isAgain(more), isAgain(more, 9)]).toEqual([[true], [false]])
  expect(isAgain(more, 10, { quietFrom: '00:00', quietTo: '23:59' })).toEqual([false])
  expect(isAgain({ count: 1, names: ['세차'] })).toEqual([true])
  expect(isAgain({ count: 1, names: ['출구'] })).toEqual([false])
  expect(isAgain({ count: 2, names: ['입구', '출구'] })).toEqual([])
})

test('an alert whose cause may have been left out stays open', () => {
  const truncated = new Set(['offlineDevices' as const])
  expect(decide([rule()], snapshot([], { truncated }), [alert()])).toEqual(nothing)
  expect(decide([rule()], snapshot([]), [alert()]).closed).toEqual(['a'])
})

test('an alert that stays open is reported again after the hours of its rule, without anything new, and not in quiet hours', () => {
  const isAgain = (hours: number, fields: Partial<DecidingRule>) =>
    decide([rule(fields)], snapshot([cause()]), [alert({ notifiedAt: new Date(ago(60 * hours)) })]).changed.map(
      (each) => each.isAgain,
    )
  expect(isAgain(6, { repeatHours: 6 })).toEqual([true])
  expect(isAgain(5.9, { repeatHours: 6 })).toEqual([])
  expect(isAgain(600, {})).toEqual([])
  expect(isAgain(6, { repeatHours: 6, quietFrom: '11:00', quietTo: '13:00' })).toEqual([]) // at is 12:00 in Seoul
})

test('a number alerts above its threshold, a filled storage from it on', () => {
  const of = (kind: Cause['kind'], threshold: number, count: number) =>
    decide([rule({ kind, threshold })], snapshot([cause({ kind, storeId: null, count })]), []).opened.length
  expect([of('failedRenewals', 5, 5), of('failedRenewals', 5, 6)]).toEqual([0, 1])
  expect([of('fullStorage', 70, 69), of('fullStorage', 70, 70)]).toEqual([0, 1])
  const full = { kind: 'fullStorage' as const, storeId: null }
  const closedAt = (count: number) =>
    decide([rule({ ...full, threshold: 70 })], snapshot([cause({ ...full, count })]), [alert(full)]).closed
  expect([closedAt(65), closedAt(64)]).toEqual([[], ['a']])
})

test('what happened closes ten minutes after the last time', () => {
  const happened = (minutes: number) =>
    decide([rule({ kind: 'refund' })], snapshot([]), [
      alert({ kind: 'refund', storeId: null, changedAt: new Date(ago(minutes)) }),
    ]).closed
  expect([happened(9), happened(10)]).toEqual([[], ['a']])
})

const stores = ['s1', 's2', 's3']
const kinds = alertKinds.filter((kind) => !happeningKinds.some((each) => each === kind))
const causes = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...kinds),
      storeId: fc.constantFrom(...stores),
      count: fc.integer({ min: 1, max: 1_000 }),
      since: fc.integer({ min: 0, max: 100 }).map(ago),
      names: fc.array(fc.string(), { maxLength: 3 }),
      targetId: fc.constant(null),
    }),
    { maxLength: 40 },
  )
  .map((all) => {
    const one = all.map((each) => (isStoreAlert(each.kind) ? each : { ...each, storeId: null }))
    return [...new Map(one.map((each) => [`${each.kind} ${each.storeId}`, each])).values()]
  })
const rules = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
    kind: fc.constantFrom(...kinds),
    threshold: fc.integer({ min: 0, max: 99 }),
    storeIds: fc.option(fc.subarray(stores, { minLength: 1 })),
    enabled: fc.boolean(),
    quietFrom: fc.constant(null),
    quietTo: fc.constant(null),
    repeatHours: fc.constant(null),
  }),
  { selector: ({ id }) => id },
)
const openSince = fc.option(fc.integer({ min: 0, max: 100 }).map(ago))
const snapshots = fc
  .tuple(causes, fc.subarray([...kinds]), fc.tuple(openSince, openSince, openSince))
  .map(([found, seen, since]) =>
    snapshot(found, {
      known: new Set(seen),
      stores: new Map(stores.map((id, index) => [id, { name: id, openSince: since[index] ?? null }])),
    }),
  )

/** The open alerts after a decision. */
const applied = (open: OpenAlert[], { opened, changed, closed }: ReturnType<typeof decide>) => [
  ...open
    .filter(({ id }) => !closed.includes(id))
    .map((each) => ({ ...each, ...changed.find(({ id }) => id === each.id)?.cause, id: each.id })),
  ...opened.map(({ ruleId, cause: { kind, storeId, count, names } }) => ({
    ...{ id: `${ruleId} ${storeId}`, ruleId, kind, storeId, count, names, changedAt: at },
    ...{ notifiedAt: at, notifiedCount: count, notifiedNames: names },
  })),
]

test('over any history one alert is open for a rule and store, a repetition decides nothing, and the unknown stays', () => {
  fc.assert(
    fc.property(rules, fc.array(snapshots, { maxLength: 8 }), (all, history) => {
      let open: OpenAlert[] = []
      for (const each of history) {
        const decision = decide(all, each, open)
        for (const id of decision.closed) {
          const kind = open.find((found) => found.id === id)?.kind
          expect(kind && each.known.has(kind)).toBe(true)
        }
        for (const { cause: found } of decision.opened) expect(each.known.has(found.kind)).toBe(true)
        open = applied(open, decision)
        const keys = open.map(({ ruleId, storeId }) => `${ruleId} ${storeId}`)
        expect(new Set(keys).size).toBe(keys.length)
        expect(decide(all, each, open)).toEqual(nothing)
      }
    }),
  )
})

test('quiet hours end at their end, also over midnight', () => {
  const night = { quietFrom: '22:00', quietTo: '07:30' }
  const seoul = (text: string) => new Date(`${text}+09:00`)
  expect(quietUntil(night, seoul('2026-11-30T23:00'))).toEqual(seoul('2026-12-01T07:30'))
  expect(quietUntil(night, seoul('2026-12-01T07:29'))).toEqual(seoul('2026-12-01T07:30'))
  expect(quietUntil(night, seoul('2026-12-01T07:30'))).toBeNull()
  expect(quietUntil({ quietFrom: '12:00', quietTo: '13:00' }, seoul('2026-12-01T12:59'))).toEqual(
    seoul('2026-12-01T13:00'),
  )
  expect(quietUntil({ quietFrom: null, quietTo: null }, at)).toBeNull()
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  fc.assert(
    fc.property(time, time, fc.integer({ min: 0, max: 1e12 }), (quietFrom, quietTo, ms) => {
      fc.pre(quietFrom !== quietTo)
      const until = quietUntil({ quietFrom, quietTo }, new Date(ms))
      if (until === null) return
      expect(until.getTime() - ms).toBeGreaterThan(0)
      expect(until.getTime() - ms).toBeLessThanOrEqual(86_400_000)
      expect(quietUntil({ quietFrom, quietTo }, until)).toBeNull()
    }),
  )
})
