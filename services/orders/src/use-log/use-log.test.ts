import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VisitSnapshot } from '../tables.ts'
import {
  useByHandOf as byHandOf,
  currentUses,
  decideUse,
  isUseOfRenewal,
  type Limits,
  type Obstacle,
  obstacleOf,
  returnUse,
  type TakenUse,
  takeUse,
  type UsableProduct,
  type Use,
  usesNeededSince,
} from './use-log.ts'

const at = (text: string) => new Date(`2026-03-${text}.000Z`)
const now = at('10T12:00:00')

const visitOf = (fields: Partial<VisitSnapshot> = {}): VisitSnapshot => ({
  id: 'visit',
  memberId: 'member',
  storeId: 'store',
  storeName: '강남점',
  carNumber: '12가3456',
  recognizedAt: '2026-03-10T11:59:00.000Z',
  receivedAt: '2026-03-10T11:59:01.000Z',
  late: false,
  mergedInto: null,
  revision: 1,
  ...fields,
})

const product: UsableProduct = {
  id: 'product',
  memberId: 'member',
  type: 'subscribe',
  state: 'Available',
  storeIds: [],
  billingMonths: 1,
  useLimit: 4,
  carLimit: null,
  carId: null,
  usesPerDay: null,
  usesPerStay: 1,
  remainingUses: 4,
  startsAt: at('01T00:00:00'),
  anchorAt: null,
  ...{ periodStartsAt: null, pausedAt: null, pausedUntil: null },
  endsAt: new Date('2026-04-01T00:00:00.000Z'),
  nextBillingAt: null,
  refunding: false,
  createdAt: at('01T00:00:00'),
}
const productOf = (fields: Partial<UsableProduct> = {}): UsableProduct => Object.assign({}, product, fields)

const changed = (from: UsableProduct, more: Partial<UsableProduct>): UsableProduct => Object.assign({}, from, more)

const logOf = (fields: Partial<Use> = {}): Use => ({
  id: 'use',
  userProductId: 'product',
  memberId: 'member',
  carNumber: '12가3456',
  usedAt: now,
  createdAt: at('10T11:00:00'),
  reversedAt: null,
  reversedBy: null,
  byHand: false,
  ...fields,
})

const none: Limits = { plates: new Map(), taken: new Map() }

type Circumstances = { useOnVisit?: boolean; registeredAt?: Date; limits?: Limits }
const judge = (
  visit: VisitSnapshot,
  uses: readonly Use[] = [],
  products: readonly UsableProduct[] = [productOf()],
  { useOnVisit = true, registeredAt, limits = none }: Circumstances = {},
) => decideUse(visit, uses, products, { useOnVisit, registeredAt, now, ...limits })

const nothing = { reversal: null, productId: null }
const used = { reversal: null, productId: 'product' }

describe('a visit uses', () => {
  test('a product that its member has', () => expect(judge(visitOf())).toEqual(used))

  test.each<[string, Partial<VisitSnapshot>, Circumstances?]>([
    ['of a guest', { memberId: null }],
    ['that is late', { late: true }],
    ['that was merged into another', { mergedInto: 'other' }],
    ['where the setting is off', {}, { useOnVisit: false }],
    ['whose plate was registered long after it', {}, { registeredAt: new Date('2026-03-10T12:09:01.001Z') }],
  ])('nothing: one %s', (_, fields, circumstances = {}) => {
    expect(judge(visitOf(fields), [], [productOf()], circumstances)).toEqual(nothing)
  })

  test('a product if the plate was registered before it, or within ten minutes after it', () => {
    for (const registeredAt of [new Date('2026-03-10T12:09:01.000Z'), at('01T00:00:00')])
      expect(judge(visitOf(), [], [productOf()], { registeredAt })).toEqual(used)
  })

  test.each<[string, Partial<UsableProduct>, Obstacle]>([
    ["another member's", { memberId: 'other' }, 'noProduct'],
    ['cancelled', { state: 'Cancel' }, 'noProduct'],
    ['that is being refunded', { refunding: true }, 'noProduct'],
    [
      'whose renewal is not paid',
      { state: 'Unavailable', endsAt: at('10T11:59:00'), nextBillingAt: now },
      'periodOver',
    ],
    ['that starts later', { startsAt: new Date('2026-03-10T11:59:00.001Z') }, 'periodOver'],
    ['that has ended', { endsAt: at('10T11:59:00') }, 'periodOver'],
    ['complete', { state: 'Complete', endsAt: at('10T11:59:00') }, 'periodOver'],
    ['of other stores', { storeIds: ['elsewhere'] }, 'notThisStore'],
    ['used up', { remainingUses: 0 }, 'usedUp'],
    ['complete since it is used up', { type: 'onetime', state: 'Complete', endsAt: null, remainingUses: 0 }, 'usedUp'],
  ])('no product %s', (_, fields, obstacle) => {
    expect(judge(visitOf(), [], [productOf(fields)])).toEqual(nothing)
    expect(obstacleOf(productOf(fields), visitOf(), none)).toBe(obstacle)
  })

  test.each<[string, Partial<UsableProduct>]>([
    ['of its store', { storeIds: ['elsewhere', 'store'] }],
    ['that starts at the same time', { startsAt: at('10T11:59:00') }],
    ['that has no end', { type: 'onetime', endsAt: null }],
    ['whose renewal is being charged', { endsAt: at('10T11:59:00'), nextBillingAt: at('10T11:59:00') }],
    ['without a limit', { useLimit: null, remainingUses: null }],
    ['that has ended since it', { state: 'Complete', endsAt: new Date('2026-03-10T11:59:00.001Z') }],
    ['that has begun but is not yet available', { state: 'Unavailable', startsAt: at('10T11:59:00') }],
  ])('a product %s', (_, fields) => expect(judge(visitOf(), [], [productOf(fields)])).toEqual(used))

  test('first the product that ends soonest, then subscriptions, then unlimited products, then the oldest', () => {
    const end = new Date('2026-04-01T00:00:00.000Z')
    const counted = productOf({ type: 'onetime', endsAt: end })
    const inOrder = [
      productOf({ endsAt: at('20T00:00:00'), type: 'onetime', createdAt: at('09T00:00:00') }),
      productOf({ useLimit: null, remainingUses: null, createdAt: at('09T00:00:00') }),
      productOf({ createdAt: at('02T00:00:00') }),
      productOf({ createdAt: at('03T00:00:00') }),
      counted,
      productOf({ endsAt: null }),
      productOf({ endsAt: null, type: 'onetime', useLimit: null, remainingUses: null, createdAt: at('09T00:00:00') }),
      productOf({ endsAt: null, type: 'onetime' }),
      productOf({ endsAt: null, type: 'onetime' }),
    ].map((product, index) => changed(product, { id: `product ${9 - index}` }))
    for (const [at, first] of inOrder.slice(0, -2).entries())
      for (const second of inOrder.slice(at + 1))
        for (const products of [
          [first, second],
          [second, first],
        ])
          expect(judge(visitOf(), [], products).productId).toBe(first.id)
    const equal = inOrder.slice(-2) // created at the same time: always the same one is used
    for (const products of [equal, equal.toReversed()])
      expect(judge(visitOf(), [], products).productId).toBe(equal.at(-1)?.id)
  })

  test('nothing of a member for whom an administrator reversed its use; of another member it may use', () => {
    const undone = logOf({ reversedAt: now, reversedBy: 'admin' })
    expect(judge(visitOf(), [undone])).toEqual(nothing)
    const byCorrection = logOf({ reversedAt: now })
    expect(judge(visitOf(), [byCorrection])).toEqual(used)
    expect(judge(visitOf({ memberId: 'other' }), [undone], [productOf({ memberId: 'other' })])).toEqual(used)
  })

  test('its product again if an administrator reversed only one of several uses, and a correction the others', () => {
    const undone = logOf({ reversedAt: now, reversedBy: 'admin' })
    const until = (reversedAt: Date) => [logOf({ id: 'another', byHand: true, reversedAt }), undone]
    expect(judge(visitOf(), until(at('10T12:00:01')))).toEqual(used)
    expect(judge(visitOf(), until(at('10T11:59:59')))).toEqual(nothing)
    expect(judge(visitOf(), [undone, logOf({ id: 'later', createdAt: now, reversedAt: at('10T12:00:01') })])).toEqual(
      nothing,
    )
  })
})

describe('what a visit used', () => {
  test.each<[string, Partial<VisitSnapshot>]>([
    ['arrives again', {}],
    ['has become late', { late: true }],
    ['no longer names a member', { memberId: null }],
  ])('stays where the visit %s', (_, fields) => expect(judge(visitOf(fields), [logOf()])).toEqual(nothing))

  test('stays used if the setting has been switched off', () =>
    expect(judge(visitOf(), [logOf()], [productOf()], { useOnVisit: false })).toEqual(nothing))

  test.each<[string, Partial<VisitSnapshot>, string]>([
    ['was merged into another', { mergedInto: 'other' }, 'visitMerged'],
    ["is another member's", { memberId: 'other' }, 'visitCorrected'],
    ["is a guest's at another plate", { memberId: null, carNumber: '34나5678' }, 'visitCorrected'],
    ['has a doubtful plate', { doubtful: true }, 'visitDoubtful'],
  ])('is given back where the visit %s', (_, fields, reversal) =>
    expect(judge(visitOf(fields), [logOf()])).toEqual({ reversal, productId: null }),
  )

  test('stays used if an administrator decided it, and a doubtful visit gets no use', () => {
    expect(judge(visitOf({ doubtful: true }), [{ ...logOf(), byHand: true }])).toEqual(nothing)
    expect(judge(visitOf({ doubtful: true }), [])).toEqual(nothing)
    const undone = { ...logOf(), reversedAt: now }
    expect(judge(visitOf(), [undone])).toEqual({ reversal: null, productId: 'product' })
  })

  test('is given back with all uses by hand, and stays with them if the plate is doubtful', () => {
    const uses = [logOf(), logOf({ id: 'by hand', byHand: true })]
    const moved = { memberId: 'other', carNumber: '34나5678' }
    const last = productOf({ type: 'onetime', useLimit: 2, remainingUses: 0, state: 'Complete', endsAt: null })
    expect(judge(visitOf(moved), uses, [last])).toEqual({ reversal: 'visitCorrected', productId: null })
    const sameMember = visitOf({ carNumber: '34나5678' })
    expect(judge(sameMember, uses, [last])).toEqual({ reversal: 'visitCorrected', productId: 'product' })
    expect(judge(visitOf({ doubtful: true }), uses)).toEqual(nothing)
  })

  test("is used again where the visit was another car's of the same member, also where it was the last use", () => {
    const last = productOf({ type: 'onetime', useLimit: 1, remainingUses: 0, state: 'Complete', endsAt: null })
    const judged = judge(visitOf({ carNumber: '34나5678' }), [logOf()], [last])
    expect(judged).toEqual({ reversal: 'visitCorrected', productId: 'product' })
  })
})

describe('a product', () => {
  const single = productOf({ type: 'onetime', useLimit: 1, remainingUses: 1, endsAt: null })

  test('of type one-time is complete after its last use, and available again when that is returned', () => {
    const after = takeUse(single, logOf())
    expect(after).toEqual({ state: 'Complete', remainingUses: 0 })
    expect(returnUse(changed(single, after), logOf(), now)).toEqual({ state: 'Available', remainingUses: 1 })
  })

  test('that was cancelled, or has ended, stays so', () => {
    const cancelled = changed(single, { state: 'Cancel', remainingUses: 0 })
    expect(returnUse(cancelled, logOf(), now)).toEqual({ state: 'Cancel', remainingUses: 1 })
    const ended = changed(single, { state: 'Complete', remainingUses: 0, endsAt: now })
    expect(returnUse(ended, logOf(), now)).toEqual({ state: 'Complete', remainingUses: 1 })
    const unused = changed(single, { useLimit: 3, state: 'Complete', remainingUses: 2 })
    expect(returnUse(unused, logOf(), now)).toEqual({ state: 'Complete', remainingUses: 3 })
    const over = productOf({ state: 'Complete', remainingUses: 0 })
    expect(returnUse(over, logOf(), now)).toEqual({ state: 'Complete', remainingUses: 1 })
  })

  test('that is subscribed to stays available without a use, until its period ends', () =>
    expect(takeUse(productOf({ remainingUses: 1 }), logOf())).toEqual({ state: 'Available', remainingUses: 0 }))

  test('gets no use back in a later period, and never more than its limit', () => {
    const renewed = productOf({ startsAt: new Date('2026-01-31T00:00:00Z'), endsAt: new Date('2026-03-31T00:00:00Z') })
    const left = changed(renewed, { remainingUses: 2 })
    const unchanged = { state: 'Available', remainingUses: 2 }
    expect(returnUse(left, logOf({ usedAt: new Date('2026-02-27T23:59:59Z') }), now)).toEqual(unchanged)
    const ofNow = logOf({ usedAt: new Date('2026-02-28T00:00:00Z') })
    expect(returnUse(left, ofNow, now)).toEqual({ state: 'Available', remainingUses: 3 })
    expect(returnUse(renewed, ofNow, now)).toEqual({ state: 'Available', remainingUses: 4 })
    const granted = productOf({ remainingUses: 2 }) // granted by a process whose clock was ahead
    expect(returnUse(granted, logOf({ usedAt: new Date('2026-02-28T00:00:00Z') }), now)).toMatchObject({
      remainingUses: 3,
    })
  })

  test('of several months gets back uses of any month of the current period', () => {
    const quarterly = productOf({
      startsAt: new Date('2025-10-31T00:00:00Z'),
      endsAt: new Date('2026-04-30T00:00:00Z'),
      billingMonths: 3,
      remainingUses: 2,
    })
    const left = (usedAt: string) => returnUse(quarterly, logOf({ usedAt: new Date(usedAt) }), now).remainingUses
    expect(left('2026-01-31T00:00:00.000Z')).toBe(3)
    expect(left('2026-01-30T23:59:59.999Z')).toBe(2)
  })

  test('of type one-time has no periods', () => {
    const ticket = productOf({
      type: 'onetime',
      startsAt: new Date('2025-12-31T00:00:00Z'),
      endsAt: new Date('2026-03-31T00:00:00Z'),
      remainingUses: 2,
    })
    const use = logOf({ usedAt: new Date('2026-01-10T00:00:00Z') })
    expect(returnUse(ticket, use, now)).toEqual({ state: 'Available', remainingUses: 3 })
  })

  test('without a limit stays without one', () => {
    const unlimited = productOf({ useLimit: null, remainingUses: null })
    expect(takeUse(unlimited, logOf())).toEqual({ state: 'Available', remainingUses: null })
    expect(returnUse(unlimited, logOf(), now)).toEqual({ state: 'Available', remainingUses: null })
  })
})

const takenBy = (fields: Partial<TakenUse> = {}): TakenUse =>
  Object.assign(
    { userProductId: 'product', visitId: 'earlier', carNumber: '12가3456', usedAt: at('10T11:00:00') },
    fields,
  )
const limitsOf = (taken: readonly TakenUse[], plates: [string, string][] = []): Limits => ({
  plates: new Map(plates),
  taken: new Map([['product', taken]]),
})
const obstacle = (fields: Partial<UsableProduct>, limits: Limits, visit: Partial<VisitSnapshot> = {}) =>
  obstacleOf(productOf(fields), visitOf(visit), limits)

describe('a product for a number of cars', () => {
  const plates: [string, string][] = [
    ['car', '34나5678'],
    ['mine', '12가3456'],
  ]

  test('that is bound is used by that car alone, whatever its plate is now', () => {
    expect(obstacle({ carLimit: 1, carId: 'car' }, limitsOf([], plates))).toBe('otherCar')
    expect(obstacle({ carLimit: 1, carId: 'mine' }, limitsOf([], plates))).toBeNull()
    expect(obstacle({ carLimit: 1, carId: 'gone' }, limitsOf([], plates))).toBe('otherCar')
    expect(obstacle({ carLimit: null, carId: 'car' }, limitsOf([], plates))).toBeNull()
  })

  test('without a car is used by the first cars of a period, and can have other cars in the next one', () => {
    const other = takenBy({ carNumber: '34나5678' })
    expect(obstacle({ carLimit: 1 }, limitsOf([]))).toBeNull()
    expect(obstacle({ carLimit: 1 }, limitsOf([takenBy()]))).toBeNull()
    expect(obstacle({ carLimit: 1 }, limitsOf([other]))).toBe('otherCar')
    expect(obstacle({ carLimit: 2 }, limitsOf([other]))).toBeNull()
    const renewed = { startsAt: new Date('2026-02-05T00:00:00Z'), endsAt: new Date('2026-04-05T00:00:00Z') }
    const before = takenBy({ carNumber: '34나5678', usedAt: at('04T23:59:59') })
    expect(obstacle({ carLimit: 1, ...renewed }, limitsOf([before]))).toBeNull()
    expect(
      obstacle({ carLimit: 1, ...renewed }, limitsOf([before]), { recognizedAt: '2026-03-04T12:00:00.000Z' }),
    ).toBe('otherCar')
  })

  test('keeps a place for the car that it is bound to', () => {
    const other = takenBy({ carNumber: '34나5678' })
    expect(obstacle({ carLimit: 2, carId: 'elsewhere' }, limitsOf([other]))).toBe('otherCar')
    expect(
      obstacle({ carLimit: 2, carId: 'mine' }, limitsOf([other, takenBy({ carNumber: '56다7890' })], plates)),
    ).toBeNull()
  })

  test('does not count the use that the visit itself has', () =>
    expect(
      obstacle({ carLimit: 1, usesPerDay: 1 }, limitsOf([takenBy({ visitId: 'visit', carNumber: 'x' })])),
    ).toBeNull())
})

describe('a product with uses per day', () => {
  test.each([
    ['2026-03-09T15:00:00.000Z', 'dayLimit'], // 00:00 in Seoul
    ['2026-03-10T14:59:59.999Z', 'dayLimit'],
    ['2026-03-09T14:59:59.999Z', null],
    ['2026-03-10T15:00:00.000Z', null],
  ])('counts the uses of the day in Seoul: one at %s', (usedAt, expected) => {
    expect(obstacle({ usesPerDay: 1 }, limitsOf([takenBy({ usedAt: new Date(usedAt) })]))).toBe(expected)
    expect(obstacle({ usesPerDay: 2 }, limitsOf([takenBy({ usedAt: new Date(usedAt) })]))).toBeNull()
  })
})

describe('a visit of a past period', () => {
  const renewed = productOf({ startsAt: new Date('2026-02-05T00:00:00Z'), endsAt: new Date('2026-04-05T00:00:00Z') })
  const visit = visitOf({ recognizedAt: '2026-03-04T23:59:40.000Z' })
  const usedAt = new Date(visit.recognizedAt)
  const uses = (count: number) => limitsOf(Array.from({ length: count }, () => takenBy({ usedAt: at('01T00:00:00') })))

  test('uses what was left of that period and nothing of the current one', () => {
    expect(obstacleOf(changed(renewed, { remainingUses: 0 }), visit, uses(3))).toBeNull()
    expect(obstacleOf(renewed, visit, uses(4))).toBe('usedUp')
    expect(takeUse(renewed, { usedAt })).toEqual({ state: 'Available', remainingUses: 4 })
    expect(returnUse(changed(renewed, { remainingUses: 3 }), { usedAt }, now)).toMatchObject({ remainingUses: 3 })
  })

  test.each<[string, Partial<UsableProduct>, string, string | undefined]>([
    ['of a past period', {}, visit.recognizedAt, '2026-02-04T23:50:00.000Z'],
    ['of the current one', {}, '2026-03-05T00:00:00.000Z', undefined],
    ['with uses per day', { usesPerDay: 1 }, '2026-03-10T16:00:00.000Z', '2026-03-10T15:00:00.000Z'],
    ['for a bound car', { carLimit: 1, carId: 'car' }, '2026-03-10T16:00:00.000Z', undefined],
    ['for several cars', { carLimit: 2, carId: 'car' }, '2026-03-10T16:00:00.000Z', '2026-03-04T23:50:00.000Z'],
    ['for one car', { carLimit: 1, type: 'onetime' }, '2026-03-10T16:00:00.000Z', '2026-02-04T23:50:00.000Z'],
  ])('%s needs the uses since', (_, fields, recognized, since) =>
    expect(usesNeededSince(changed(renewed, fields), new Date(recognized))?.toISOString()).toBe(since),
  )
})

test('for any visits in any order, a product has no more uses a day and no other cars than it allows', () => {
  const plateNumbers = ['12가3456', '34나5678', '56다7890']
  const steps = fc.array(
    fc.record({ visit: fc.nat(9), hours: fc.nat(70 * 24), plate: fc.nat(2), undo: fc.boolean() }),
    { maxLength: 60 },
  )
  const terms = fc.record({
    carLimit: fc.option(fc.integer({ min: 1, max: 3 })),
    carId: fc.option(fc.constantFrom('0', '1')),
    usesPerDay: fc.option(fc.integer({ min: 1, max: 2 })),
    useLimit: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  const began = new Date('2026-01-31T03:00:00Z')
  const plates = new Map(plateNumbers.map((plate, index) => [`${index}`, plate]))
  const seoul = (date: Date) => new Date(date.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)
  const ends = ['2026-02-28', '2026-03-31', '2026-04-30'].map((day) => new Date(`${day}T03:00:00Z`))
  const periodIn = (date: Date) => ends.findIndex((end) => date < end)
  fc.assert(
    fc.property(terms, steps, (given, all) => {
      let held = productOf({ ...given, remainingUses: given.useLimit, startsAt: began, endsAt: ends[2] ?? null })
      const uses: Use[] = []
      const visitIds = new Map<Use, string>()
      const standing = () => uses.filter(({ reversedAt }) => reversedAt === null)
      for (const { visit: n, hours, plate, undo } of all) {
        const recognizedAt = new Date(began.getTime() + hours * 3_600_000).toISOString()
        const visit = visitOf({
          id: `${n}`,
          recognizedAt,
          receivedAt: recognizedAt,
          carNumber: plateNumbers[plate] ?? '',
        })
        const own = uses.filter((use) => visitIds.get(use) === visit.id)
        const reverse = (use: Use, by: string | null) => {
          held = changed(held, returnUse(held, use, ends[1] ?? now))
          Object.assign(use, { reversedAt: now, reversedBy: by })
        }
        const [current] = currentUses(own)
        if (undo) {
          if (current) reverse(current, null)
          continue
        }
        const taken = standing().map((use) => Object.assign({ visitId: visitIds.get(use) ?? null }, use))
        const decided = judge(visit, own, [held], { limits: { plates, taken: new Map([['product', taken]]) } })
        if (decided.reversal && current) reverse(current, null)
        if (decided.productId !== null) {
          const use = logOf({ carNumber: visit.carNumber, usedAt: new Date(recognizedAt) })
          held = changed(held, takeUse(held, use))
          uses.push(use)
          visitIds.set(use, visit.id)
        }
        const days = Map.groupBy(standing(), ({ usedAt }) => seoul(usedAt))
        for (const { length } of days.values()) expect(length).toBeLessThanOrEqual(given.usesPerDay ?? Infinity)
        for (const [period, ofPeriod] of Map.groupBy(standing(), ({ usedAt }) => periodIn(usedAt))) {
          const bound = given.carId === null ? undefined : plates.get(given.carId)
          const others = new Set(ofPeriod.map(({ carNumber }) => carNumber).filter((number) => number !== bound))
          expect(others.size).toBeLessThanOrEqual((given.carLimit ?? Infinity) - (bound === undefined ? 0 : 1))
          expect(ofPeriod.length).toBeLessThanOrEqual(given.useLimit ?? Infinity)
          if (period === 2) expect(held.remainingUses).toBe(given.useLimit && given.useLimit - ofPeriod.length)
        }
      }
    }),
  )
})

type Step =
  | { kind: 'visit'; visit: number; memberId: string | null; carNumber: string; merged: boolean; late: boolean }
  | { kind: 'hand'; visit: number; product: number }
  | { kind: 'undo'; visit: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      visit: fc.nat(3),
      memberId: fc.constantFrom('member', 'member', 'other', null),
      carNumber: fc.constantFrom('12가3456', '34나5678'),
      merged: fc.boolean(),
      late: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hand' as const), visit: fc.nat(3), product: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), visit: fc.nat(3) }) },
)

test('for any changes of visits, each has one automatic use and no more than allowed, used and left add up to the limit, and repetition changes nothing', () => {
  const limits = fc.record({
    type: fc.constantFrom('subscribe' as const, 'onetime' as const),
    useLimit: fc.integer({ min: 1, max: 5 }),
    usesPerStay: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(limits, { minLength: 1, maxLength: 3 }), fc.array(step, { maxLength: 40 }), (given, steps) => {
      const products = given.map((each, index) =>
        productOf({
          type: each.type,
          useLimit: each.useLimit,
          usesPerStay: each.usesPerStay,
          remainingUses: each.useLimit,
          id: `${index}`,
          memberId: index === 1 ? 'other' : 'member',
        }),
      )
      const uses = new Map<string, Use[]>()
      const change = (id: string, by: (product: UsableProduct) => Partial<UsableProduct>) => {
        const index = products.findIndex((product) => product.id === id)
        const product = products[index] as UsableProduct
        products[index] = changed(product, by(product))
      }
      const visits = new Map<string, VisitSnapshot>()
      let time = now
      const undo = (standing: readonly Use[], by: string | null) => {
        for (const use of standing) {
          change(use.userProductId, (product) => returnUse(product, use, now))
          Object.assign(use, { reversedAt: time, reversedBy: by })
        }
      }
      const take = (ofVisit: Use[], { id, carNumber }: VisitSnapshot, product: UsableProduct, byHand: boolean) => {
        change(product.id, () => takeUse(product, logOf()))
        const ofProduct = { userProductId: product.id, memberId: product.memberId, carNumber, createdAt: time, byHand }
        ofVisit.push(logOf({ id: `${id} ${10 + ofVisit.length}`, ...ofProduct }))
      }
      for (const each of steps) {
        const id = `visit ${each.visit}`
        const ofVisit = uses.get(id) ?? []
        uses.set(id, ofVisit)
        time = new Date(time.getTime() + 1)
        const before = visits.get(id)
        if (each.kind === 'undo') undo(currentUses(ofVisit).slice(-1), 'admin')
        else if (each.kind === 'hand') {
          const product = products[each.product]
          if (!before || before.mergedInto !== null || before.memberId !== product?.memberId) continue
          const found = byHandOf(product, before, ofVisit, none, now)
          if (currentUses(ofVisit).length >= product.usesPerStay) expect(found).toBe('VISIT_USED')
          if (typeof found !== 'string') take(ofVisit, before, product, true)
          expect(judge(before, ofVisit, products)).toEqual(nothing)
        } else {
          const { memberId, carNumber, late, merged } = each
          const visit = visitOf({ id, memberId, carNumber, late, mergedInto: merged ? 'another' : null })
          const { reversal, productId } = judge(visit, ofVisit, products)
          visits.set(id, visit)
          if (reversal) undo(currentUses(ofVisit), null)
          if (productId !== null) {
            const product = products.find((found) => found.id === productId) as UsableProduct
            expect([product.memberId, currentUses(ofVisit)]).toEqual([memberId, []])
            take(ofVisit, visit, product, false)
          }
          expect(judge(visit, ofVisit, products)).toEqual(nothing)
        }
        const standing = [...uses.values()].flatMap((all) => all.filter(({ reversedAt }) => reversedAt === null))
        for (const current of [...uses.values()].map(currentUses)) {
          expect(current.filter(({ byHand }) => !byHand).length).toBeLessThan(2)
          expect(current.length).toBeLessThanOrEqual(Math.max(...products.map(({ usesPerStay }) => usesPerStay)))
          expect(new Set(current.map(({ memberId, carNumber }) => `${memberId} ${carNumber}`)).size).toBeLessThan(2)
        }
        for (const { id: productId, remainingUses, useLimit, state, type } of products) {
          expect((remainingUses ?? 0) + standing.filter((use) => use.userProductId === productId).length).toBe(useLimit)
          expect(state).toBe(type === 'onetime' && remainingUses === 0 ? 'Complete' : 'Available')
        }
      }
    }),
  )
})

describe('a product that was bought after the visit', () => {
  function boughtAt(text: string): UsableProduct {
    const startsAt = at(text)
    return productOf({ startsAt, createdAt: startsAt, endsAt: new Date('2026-04-10T12:00:00.000Z') })
  }

  test.each([
    ['10T12:09:00', null],
    ['10T12:09:00.001', 'periodOver'],
  ])('at %s: %s', (text, expected) => {
    const startsAt = new Date(`2026-03-${text.padEnd(15, '.000')}Z`)
    const product = productOf({ startsAt, createdAt: startsAt })
    expect(obstacleOf(product, visitOf(), none)).toBe(expected)
  })

  test('is used in its first period, also if that has passed, and only by as many cars as it allows', () => {
    const product = changed(boughtAt('10T12:05:00'), { carLimit: 1 })
    const visit = visitOf()
    expect(takeUse(product, { usedAt: new Date(visit.recognizedAt) })).toMatchObject({ remainingUses: 3 })
    const taken = { userProductId: 'product', visitId: 'other', carNumber: '34나5678', usedAt: at('10T11:58:00') }
    const limits = limitsOf([taken])
    expect(obstacleOf(product, visit, limits)).toBe('otherCar')
    expect(Number(usesNeededSince(product, new Date(visit.recognizedAt)))).toBeLessThanOrEqual(Number(taken.usedAt))
    const renewed = changed(product, { carLimit: null, useLimit: 1, endsAt: new Date('2026-05-10T12:05:00.000Z') })
    expect(obstacleOf(renewed, visit, limits)).toBe('usedUp')
  })

  test('of a late payment is used from the period that the payment began', () => {
    const product = changed(boughtAt('01T00:00:00'), {
      anchorAt: at('10T12:05:00'),
      endsAt: new Date('2026-04-10T12:05:00.000Z'),
    })
    const usedAt = new Date(visitOf().recognizedAt)
    expect(takeUse(product, { usedAt })).toMatchObject({ remainingUses: 3 })
    expect(takeUse(product, { usedAt: at('10T11:54:59') })).toMatchObject({ remainingUses: 4 })
  })
})

test('a use counts for a renewal from the start of the period that it paid, or shortly before a late payment that began one', () => {
  const of = (anchorAt: string | null, paidAt: string) => {
    const product = {
      billingMonths: 1,
      startsAt: new Date('2026-01-10T00:00:00Z'),
      anchorAt: anchorAt === null ? null : new Date(anchorAt),
      periodStartsAt: null,
    }
    const counts = isUseOfRenewal(product, {
      renewalDueAt: new Date('2026-02-10T00:00:00Z'),
      paidAt: new Date(paidAt),
    })
    return (usedAt: string) => counts({ usedAt: new Date(usedAt) })
  }
  const inPeriod = of(null, '2026-02-12T00:00:00Z')
  expect(inPeriod('2026-02-09T23:59:59Z')).toBe(false)
  expect(inPeriod('2026-02-10T00:00:00Z')).toBe(true)
  expect(inPeriod('2026-03-11T00:00:00Z')).toBe(true)
  const moved = of('2026-03-05T00:00:00Z', '2026-03-05T00:00:00Z')
  expect(moved('2026-03-04T23:49:59Z')).toBe(false)
  expect(moved('2026-03-04T23:50:00Z')).toBe(true)
  expect(of(null, '2026-02-09T23:59:59Z')('2026-02-09T23:59:59Z')).toBe(false)
})

test('a visit in a pause uses nothing, also if it arrives after the pause; the pause ends a period later, and begins none', () => {
  const paused = changed(product, {
    ...{ anchorAt: new Date('2026-04-06T00:00:00Z'), endsAt: new Date('2026-04-06T00:00:00Z') },
    ...{ periodStartsAt: at('01T00:00:00'), pausedAt: at('05T00:00:00'), pausedUntil: at('10T00:00:00') },
    remainingUses: 3,
  })
  const limits = { plates: new Map(), taken: new Map() }
  const obstacleAt = (time: string) => obstacleOf(paused, visitOf({ recognizedAt: `2026-03-${time}.000Z` }), limits)
  expect(['04T23:59:59', '05T00:00:00', '09T23:59:59', '10T00:00:00'].map(obstacleAt)).toEqual([
    ...[null, 'paused', 'paused', null],
  ])
  for (const time of ['02T00:00:00', '12T00:00:00'])
    expect(takeUse(paused, { usedAt: at(time) })).toMatchObject({ remainingUses: 2 })
  const counts = isUseOfRenewal(paused, { renewalDueAt: at('01T00:00:00'), paidAt: at('01T00:00:00') })
  expect([at('02T00:00:00'), new Date('2026-02-27T00:00:00Z')].map((usedAt) => counts({ usedAt }))).toEqual([
    true,
    false,
  ])
})
