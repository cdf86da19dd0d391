import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VisitSnapshot } from '../tables.ts'
import { currentUse, decideUse, returnUse, takeUse, type UsableProduct, type Use } from './use-log.ts'

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
  remainingUses: 4,
  startsAt: at('01T00:00:00'),
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
  createdAt: now,
  reversedAt: null,
  reversedBy: null,
  ...fields,
})

type Circumstances = { useOnVisit?: boolean; registeredAt?: Date }
const judge = (
  visit: VisitSnapshot,
  uses: readonly Use[] = [],
  products: readonly UsableProduct[] = [productOf()],
  { useOnVisit = true, registeredAt }: Circumstances = {},
) => decideUse(visit, uses, products, { useOnVisit, registeredAt, now })

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

  test.each<[string, Partial<UsableProduct>]>([
    ["another member's", { memberId: 'other' }],
    ['unavailable', { state: 'Unavailable' }],
    ['cancelled', { state: 'Cancel' }],
    ['complete', { state: 'Complete' }],
    ['of other stores', { storeIds: ['elsewhere'] }],
    ['that starts later', { startsAt: new Date('2026-03-10T11:59:00.001Z') }],
    ['that has ended', { endsAt: at('10T11:59:00') }],
    ['used up', { remainingUses: 0 }],
    ['that is being refunded', { refunding: true }],
  ])('no product %s', (_, fields) => expect(judge(visitOf(), [], [productOf(fields)])).toEqual(nothing))

  test.each<[string, Partial<UsableProduct>]>([
    ['of its store', { storeIds: ['elsewhere', 'store'] }],
    ['that starts at the same time', { startsAt: at('10T11:59:00') }],
    ['that has no end', { type: 'onetime', endsAt: null }],
    ['whose renewal is being charged', { endsAt: at('10T11:59:00'), nextBillingAt: at('10T11:59:00') }],
    ['without a limit', { useLimit: null, remainingUses: null }],
  ])('a product %s', (_, fields) => expect(judge(visitOf(), [], [productOf(fields)])).toEqual(used))

  test('first what ends soonest, then subscriptions, then what is unlimited, then the oldest', () => {
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
})

describe('what a visit used', () => {
  test.each<[string, Partial<VisitSnapshot>]>([
    ['arrives again', {}],
    ['has become late', { late: true }],
    ['no longer names a member', { memberId: null }],
  ])('stays where the visit %s', (_, fields) => expect(judge(visitOf(fields), [logOf()])).toEqual(nothing))

  test('stays where the setting has been switched off', () =>
    expect(judge(visitOf(), [logOf()], [productOf()], { useOnVisit: false })).toEqual(nothing))

  test.each<[string, Partial<VisitSnapshot>, string]>([
    ['was merged into another', { mergedInto: 'other' }, 'visitMerged'],
    ["is another member's", { memberId: 'other' }, 'visitCorrected'],
    ["is a guest's at another plate", { memberId: null, carNumber: '34나5678' }, 'visitCorrected'],
  ])('is given back where the visit %s', (_, fields, reversal) =>
    expect(judge(visitOf(fields), [logOf()])).toEqual({ reversal, productId: null }),
  )

  test("is used again where the visit was another car's of the same member, also where it was the last use", () => {
    const last = productOf({ type: 'onetime', useLimit: 1, remainingUses: 0, state: 'Complete', endsAt: null })
    const judged = judge(visitOf({ carNumber: '34나5678' }), [logOf()], [last])
    expect(judged).toEqual({ reversal: 'visitCorrected', productId: 'product' })
  })
})

describe('a product', () => {
  const single = productOf({ type: 'onetime', useLimit: 1, remainingUses: 1, endsAt: null })

  test('that is sold by the piece is complete after its last use, and available again when that is returned', () => {
    const after = takeUse(single)
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
    expect(takeUse(productOf({ remainingUses: 1 }))).toEqual({ state: 'Available', remainingUses: 0 }))

  test('gets no use back in a later period, and never more than its limit', () => {
    const renewed = productOf({ startsAt: new Date('2026-01-31T00:00:00Z'), endsAt: new Date('2026-03-31T00:00:00Z') })
    const left = changed(renewed, { remainingUses: 2 })
    const unchanged = { state: 'Available', remainingUses: 2 }
    expect(returnUse(left, logOf({ createdAt: new Date('2026-02-27T23:59:59Z') }), now)).toEqual(unchanged)
    const ofNow = logOf({ createdAt: new Date('2026-02-28T00:00:00Z') })
    expect(returnUse(left, ofNow, now)).toEqual({ state: 'Available', remainingUses: 3 })
    expect(returnUse(renewed, ofNow, now)).toEqual({ state: 'Available', remainingUses: 4 })
    const granted = productOf({ remainingUses: 2 }) // granted by a process whose clock was ahead
    expect(returnUse(granted, logOf({ createdAt: new Date('2026-02-28T00:00:00Z') }), now)).toMatchObject({
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
    const left = (createdAt: string) =>
      returnUse(quarterly, logOf({ createdAt: new Date(createdAt) }), now).remainingUses
    expect(left('2026-01-31T00:00:00.000Z')).toBe(3)
    expect(left('2026-01-30T23:59:59.999Z')).toBe(2)
  })

  test('that is sold by the piece has no periods', () => {
    const ticket = productOf({
      type: 'onetime',
      startsAt: new Date('2025-12-31T00:00:00Z'),
      endsAt: new Date('2026-03-31T00:00:00Z'),
      remainingUses: 2,
    })
    const use = logOf({ createdAt: new Date('2026-01-10T00:00:00Z') })
    expect(returnUse(ticket, use, now)).toEqual({ state: 'Available', remainingUses: 3 })
  })

  test('without a limit stays without one', () => {
    const unlimited = productOf({ useLimit: null, remainingUses: null })
    expect(takeUse(unlimited)).toEqual({ state: 'Available', remainingUses: null })
    expect(returnUse(unlimited, logOf(), now)).toEqual({ state: 'Available', remainingUses: null })
  })
})

type Step =
  | { kind: 'visit'; visit: number; memberId: string | null; carNumber: string; merged: boolean; late: boolean }
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
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), visit: fc.nat(3) }) },
)

test('whatever happens to visits: one use for each, used and left add up to the limit, and repetition changes nothing', () => {
  const limits = fc.record({
    type: fc.constantFrom('subscribe' as const, 'onetime' as const),
    useLimit: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(
    fc.property(fc.array(limits, { minLength: 1, maxLength: 3 }), fc.array(step, { maxLength: 40 }), (given, steps) => {
      const products = given.map((each, index) =>
        productOf({
          type: each.type,
          useLimit: each.useLimit,
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
      const undo = (ofVisit: Use[], by: string | null) => {
        const standing = currentUse(ofVisit)
        if (!standing) return
        change(standing.userProductId, (product) => returnUse(product, standing, now))
        Object.assign(standing, { reversedAt: now, reversedBy: by })
      }
      for (const each of steps) {
        const id = `visit ${each.visit}`
        const ofVisit = uses.get(id) ?? []
        uses.set(id, ofVisit)
        if (each.kind === 'undo') undo(ofVisit, 'admin')
        else {
          const { memberId, carNumber, late, merged } = each
          const visit = visitOf({ id, memberId, carNumber, late, mergedInto: merged ? 'another' : null })
          const { reversal, productId } = judge(visit, ofVisit, products)
          if (reversal) undo(ofVisit, null)
          if (productId !== null) {
            const { memberId: owner } = products.find((product) => product.id === productId) as UsableProduct
            expect(owner).toBe(memberId)
            change(productId, takeUse)
            ofVisit.push(logOf({ id: `${id} ${ofVisit.length}`, userProductId: productId, memberId: owner, carNumber }))
          }
          expect(judge(visit, ofVisit, products)).toEqual(nothing)
        }
        const standing = [...uses.values()].flatMap((all) => all.filter(({ reversedAt }) => reversedAt === null))
        expect(
          Math.max(0, ...[...uses.values()].map((all) => all.filter((use) => !use.reversedAt).length)),
        ).toBeLessThan(2)
        for (const { id: productId, remainingUses, useLimit, state, type } of products) {
          expect((remainingUses ?? 0) + standing.filter((use) => use.userProductId === productId).length).toBe(useLimit)
          expect(state).toBe(type === 'onetime' && remainingUses === 0 ? 'Complete' : 'Available')
        }
      }
    }),
  )
})
