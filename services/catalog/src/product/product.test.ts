import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newProduct, type ProductFields, toPatch } from './product.ts'

const refused = (...paths: string[]) =>
  expect.objectContaining({
    code: 'VALIDATION_FAILED',
    details: paths.map((path) => expect.objectContaining({ path })),
  })
const store = (at: number) => `0199a0c5-0000-7000-8000-00000000000${at}`
const bought = { name: ' 손\n세차 ', type: 'onetime', price: 35_000 } as const
const subscribed = { ...bought, type: 'subscribe' } as const

test('a new product gets defaults, except for its display order', () => {
  const defaults = { name: '손 세차', price: 35_000, description: '', storeIds: [], imageId: null, onSale: true }
  const limits = { useLimit: 1, carLimit: null, usesPerDay: null, usesPerStay: 1 }
  const terms = { validityDays: null, firstPeriodPrice: null, trialDays: 0, commitmentPeriods: 0, pauseDaysPerYear: 0 }
  const once = { type: 'onetime', billingMonths: null, ...limits, ...terms, displayOrder: undefined }
  expect(newProduct(bought)).toEqual({ ...defaults, ...once })
  const monthly = { type: 'subscribe', billingMonths: 1, useLimit: null, carLimit: 1 }
  expect(newProduct(subscribed)).toEqual({ ...defaults, ...once, ...monthly })
  expect(newProduct({ ...subscribed, carLimit: null, usesPerDay: 2 })).toMatchObject({ carLimit: null, usesPerDay: 2 })
  expect(newProduct({ ...bought, useLimit: null, billingMonths: null })).toMatchObject({ useLimit: null })
  expect(newProduct({ ...subscribed, useLimit: 4, billingMonths: 12 })).toMatchObject({
    useLimit: 4,
    billingMonths: 12,
  })
})

test('invalid fields are reported with their paths', () => {
  const storeIds = [store(1), store(2), store(1)]
  expect(() => newProduct({ ...bought, name: '\u3000', billingMonths: 1, storeIds })).toThrow(
    refused('name', 'billingMonths', 'storeIds.2'),
  )
  const ofOtherType = { firstPeriodPrice: 0, trialDays: 7, commitmentPeriods: 3, pauseDaysPerYear: 30 }
  expect(() => newProduct({ ...bought, ...ofOtherType })).toThrow(refused(...Object.keys(ofOtherType)))
  expect(() => toPatch(newRow(subscribed), { validityDays: 30, trialDays: 0 })).toThrow(refused('validityDays'))
  expect(() => toPatch(newRow(bought), { billingMonths: 2 })).toThrow(refused('billingMonths'))
  expect(() => toPatch(newRow(subscribed), { type: 'onetime', billingMonths: 2 })).toThrow(refused('billingMonths'))
})

const newRow = (typed: Parameters<typeof newProduct>[0]): ProductFields => {
  const made = newProduct(typed)
  return { ...made, displayOrder: made.displayOrder ?? 0 }
}
const isDefined = ([, value]: [string, unknown]) => value !== undefined
const change = (row: ProductFields, typed: Parameters<typeof toPatch>[1]): ProductFields =>
  Object.assign({}, row, Object.fromEntries(Object.entries(toPatch(row, typed)).filter(isDefined)))

test('a change of type sets the billing period', () => {
  const row = newRow({ ...subscribed, billingMonths: 3, useLimit: 8, carLimit: 2, usesPerDay: 1, usesPerStay: 2 })
  const once = change({ ...row, trialDays: 7 }, { type: 'onetime' })
  expect(once).toEqual({ ...row, type: 'onetime', billingMonths: null })
  expect(change({ ...once, validityDays: 30 }, { type: 'subscribe' })).toEqual({ ...row, billingMonths: 1 })
  expect(change(once, { type: 'subscribe', billingMonths: 6 })).toMatchObject({ billingMonths: 6 })
  expect(change(row, { type: 'subscribe', name: '새' })).toEqual({ ...row, name: '새' })
  expect(change(row, { billingMonths: null })).toMatchObject({ billingMonths: 1 })
})

test('every sequence of changes leaves a valid product', () => {
  const type = fc.constantFrom('subscribe' as const, 'onetime' as const)
  const fields = {
    name: fc.string({ unit: 'binary', minLength: 1 }),
    description: fc.string({ unit: 'binary' }),
    type,
    price: fc.nat(100_000_000),
    billingMonths: fc.option(fc.integer({ min: 1, max: 12 })),
    useLimit: fc.option(fc.integer({ min: 1, max: 100_000 })),
    carLimit: fc.option(fc.integer({ min: 1, max: 10 })),
    usesPerDay: fc.option(fc.integer({ min: 1, max: 1_000 })),
    usesPerStay: fc.integer({ min: 1, max: 20 }),
    validityDays: fc.option(fc.integer({ min: 1, max: 3_650 })),
    firstPeriodPrice: fc.option(fc.nat(100_000_000)),
    trialDays: fc.nat(30),
    commitmentPeriods: fc.nat(36),
    pauseDaysPerYear: fc.nat(180),
    storeIds: fc.array(fc.constantFrom(store(1), store(2), store(3))),
    imageId: fc.option(fc.constant(store(4))),
    onSale: fc.boolean(),
    displayOrder: fc.nat(1_000_000),
  }
  const created = fc.record(fields, { requiredKeys: ['name', 'type', 'price'] })
  const changes = fc.array(fc.record(fields, { requiredKeys: [] }))
  /** A rejected change has no effect. */
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch (error) {
      expect(error).toMatchObject({ code: 'VALIDATION_FAILED' })
      return otherwise
    }
  }
  fc.assert(
    fc.property(created, changes, (first, later) => {
      let row = attempt(() => newRow(first), newRow(bought))
      for (const each of later) {
        row = attempt(() => change(row, each), row)
        expect(row.billingMonths === null).toBe(row.type === 'onetime')
        const { validityDays, firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear } = row
        if (row.type === 'subscribe') expect(validityDays).toBeNull()
        else expect([firstPeriodPrice, trialDays, commitmentPeriods, pauseDaysPerYear]).toEqual([null, 0, 0, 0])
        expect(row.name.trim()).toBe(row.name)
        expect(row.name).not.toBe('')
        expect(new Set(row.storeIds).size).toBe(row.storeIds.length)
        expect([...row.storeIds, row.imageId ?? '']).toEqual(
          [...row.storeIds, row.imageId ?? ''].map((id) => id.toLowerCase()),
        )
      }
    }),
  )
})

test("a change of type replaces default limits by the new type's defaults", () => {
  const [unlimited, once] = [newRow({ ...subscribed, useLimit: null }), newRow({ ...bought })]
  expect(toPatch(unlimited, { type: 'onetime' })).toMatchObject({ useLimit: 1, carLimit: null, billingMonths: null })
  expect(toPatch(once, { type: 'subscribe' })).toMatchObject({ useLimit: null, carLimit: 1, billingMonths: 1 })
  expect(toPatch(once, { type: 'subscribe', useLimit: 4, carLimit: 3 })).toMatchObject({ useLimit: 4, carLimit: 3 })
  expect(toPatch(once, { type: 'onetime' }).useLimit).toBeUndefined()
})
