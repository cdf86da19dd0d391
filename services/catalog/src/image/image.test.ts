import { memberImageLimits } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVisibleTo, isWithinLimits } from './image.ts'

const { count: mostPictures, bytes: mostBytes } = memberImageLimits

test('property: images are accepted exactly up to the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: mostBytes / 10 }), { maxLength: 80 }), (sizes) => {
      let [count, bytes] = [0, 0]
      for (const size of sizes) {
        const fits = count + 1 <= mostPictures && bytes + size <= mostBytes
        expect(isWithinLimits({ count, bytes }, size)).toBe(fits)
        if (fits) [count, bytes] = [count + 1, bytes + size]
      }
    }),
  )
})

test('the image that reaches a limit is accepted', () => {
  expect(isWithinLimits({ count: mostPictures - 1, bytes: mostBytes - 9 }, 9)).toBe(true)
  expect(isWithinLimits({ count: mostPictures, bytes: 0 }, 1)).toBe(false)
  expect(isWithinLimits({ count: 0, bytes: mostBytes - 9 }, 10)).toBe(false)
})

test.each([
  ['member', 'a', 'member', 'a', true],
  ['member', 'a', 'member', 'b', false],
  ['member', 'a', 'screen', 'a', false],
  ['member', 'a', 'admin', 'b', true],
  ['device', 'a', 'member', 'a', false],
  ['device', 'a', 'admin', 'b', true],
  ['admin', null, 'member', 'a', false],
  ['admin', null, 'admin', 'a', true],
] as const)('an image of %s %s is visible to %s %s: %s', (ownerKind, ownerId, role, id, seen) => {
  expect(isVisibleTo({ ownerKind, ownerId, storeId: null }, { role, id }, null)).toBe(seen)
})

test('an administrator of certain stores sees the own images and those of the devices of these stores', () => {
  const image = { ownerKind: 'admin', ownerId: 'a', storeId: null } as const
  const ofDevice = (storeId: string | null) => ({ ownerKind: 'device', ownerId: 'd', storeId }) as const
  expect(isVisibleTo(image, { role: 'admin', id: 'a' }, ['store'])).toBe(true)
  expect(isVisibleTo(image, { role: 'admin', id: 'b' }, ['store'])).toBe(false)
  const seen = (storeId: string | null, stores: string[]) =>
    isVisibleTo(ofDevice(storeId), { role: 'admin', id: 'b' }, stores)
  expect([seen('store', ['store']), seen('other', ['store']), seen('store', []), seen(null, ['store'])]).toEqual([
    ...[true, false, false, false],
  ])
  for (const role of ['member', 'screen'] as const)
    expect(isVisibleTo(ofDevice('store'), { role, id: 'b' }, ['store'])).toBe(false)
})
