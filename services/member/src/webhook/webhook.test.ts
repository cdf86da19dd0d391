import { type EventOf, type RecordedVisit, webhookEvents } from '@kingcar/contract'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { factOfAlert } from '../alert/notify.ts'
import {
  deliveryDelay,
  endpointPause,
  factsOfDeviceStates,
  factsOfEndedVisits,
  factsOfGates,
  factsOfLeave,
  factsOfMember,
  factsOfOrder,
  factsOfUserProduct,
  factsOfUses,
  factsOfVisit,
  mostAttempts,
} from './webhook.ts'

const id = '01980000-0000-7000-8000-000000000001'
const other = '01980000-0000-7000-8000-000000000002'
const at = '2026-01-31T00:00:00.000Z'

const visit: RecordedVisit = {
  ...{
    id,
    storeId: other,
    storeName: '강남점',
    deviceId: other,
    carNumber: '12가3456',
    memberId: other,
    name: '김민지',
  },
  ...{ visitCount: 5, recognizedAt: at, latestReadAt: at, receivedAt: at, reads: 1, late: false },
  ...{ productUsed: { productName: '손세차', remainingUses: 3 }, mergedInto: null, revision: 1 },
}
const order: EventOf<'orders.orderChanged'> = {
  ...{ memberId: other, version: 3 },
  order: {
    ...{ id, merchantUid: 'kc_1', productId: other, productName: '손세차', productType: 'onetime', carId: null },
    ...{ amount: 1_000, refundedAmount: 300, state: 'Completed', paidAt: at, refundedAt: at, failReason: null },
    ...{ createdAt: at, userProductId: id },
  },
}
const subscription: EventOf<'orders.userProductChanged'> = {
  ...{ memberId: other, version: 3, changedAt: at },
  userProduct: {
    ...{ id, productId: other, productName: '월 정기권', type: 'subscribe', state: 'Available', startsAt: at },
    ...{ endsAt: at, remainingUses: null, orderId: null, nextBillingAt: at },
    dunning: { since: at, reason: 'limitExceeded', nextTryAt: at, amount: 1_000 },
  },
}
const use = {
  ...{ useLogId: id, visitId: other, userProductId: other, productName: '손세차', memberId: other, storeId: other },
  ...{ carNumber: '12가3456', usedAt: at },
}

const device = { deviceId: id, storeId: other, deviceName: '입구 카메라', changedAt: at, lastSeenAt: at }
const ended = {
  ...{ visitId: id, storeId: other, carNumber: '12가3456', memberId: other, recognizedAt: at, latestReadAt: at },
  ...{ leftAt: at, dwellSeconds: 1_800, endedBy: 'exit' as const, changedAt: at },
}

test('a departure that becomes what it was before is another event', () => {
  const known = [1, 2, 3].map((second) => ({ ...ended, changedAt: `2026-10-01T00:00:0${second}.000Z` }))
  const ids = factsOfEndedVisits({ visits: known }).map(({ distinction }) => distinction)
  expect(new Set(ids).size).toBe(3)
})

const alert = {
  ...{ id, kind: 'offlineDevices' as const, storeId: other, count: 2, openedAt: new Date(at), closedAt: new Date(at) },
}

const all = [
  ...factsOfEndedVisits({ visits: [ended] }),
  ...factsOfDeviceStates({
    devices: [
      { ...device, online: false, version: 1 },
      { ...device, online: true, version: 2 },
    ],
  }),
  ...factsOfVisit(visit, true),
  ...factsOfVisit({ ...visit, revision: 2, doubtful: true }, true),
  ...['alert.opened' as const, 'alert.closed' as const].map((type) => ({ ...factOfAlert(alert), type })),
  ...factsOfGates({
    decisions: [
      {
        ...{ storeId: other, deviceId: id, visitId: id, carNumber: '12가3456', open: true, reason: 'used', version: 2 },
        ...{
          memberName: '김*지',
          productName: '손세차',
          remainingUses: 3,
          memberId: other,
          expiresAt: at,
          decidedAt: at,
        },
      },
    ],
  }),
  ...factsOfMember({ memberId: id, name: '김민지', email: null, phoneNumber: '+821012345678', version: 1 }),
  ...factsOfLeave({ memberId: id, leftAt: at }),
  ...factsOfOrder({ ...order, happened: ['paid', 'refunded'] }),
  ...factsOfUserProduct({ ...subscription, happened: ['renewed', 'paymentFailed', 'ended'] }),
  ...factsOfUses({
    uses: [
      { ...use, reversedAt: null },
      { ...use, reversedAt: at },
    ],
  }),
]

test('every offered type is made of an event, and its data fit the published schema', () => {
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(Object.keys(webhookEvents)))
  for (const { type, data } of all) {
    const schema = webhookEvents[type].data
    expect([type, Object.keys(data).sort()]).toEqual([type, Object.keys(schema.properties).sort()])
    expect([type, Value.Check(schema, data)]).toEqual([type, true])
  }
})

test('no fact has a name, a phone number or an email', () => {
  expect(JSON.stringify(all)).not.toMatch(/김민지|8210|@/)
})

test('a change that is none of these events makes no fact', () => {
  expect(factsOfVisit({ ...visit, test: true }, true)).toEqual([])
  expect(factsOfMember({ memberId: id, name: '김', email: null, phoneNumber: null, version: 2 })).toEqual([])
  expect(factsOfOrder(order)).toEqual([])
  expect(factsOfUserProduct(subscription)).toEqual([])
})

test('each message of a recent visit reports that it began, before its change, and always as the same event', () => {
  const typesOf = (revision: number, isRecent: boolean) =>
    factsOfVisit({ ...visit, revision }, isRecent).map(({ type, distinction }) => [type, distinction])
  expect(typesOf(1, true)).toEqual([['visit.created', '']])
  expect(typesOf(7, true)).toEqual([
    ['visit.created', ''],
    ['visit.changed', 7],
  ])
  expect(typesOf(7, false)).toEqual([['visit.changed', 7]])
})

test('a delivery is tried for three days, with growing delays', () => {
  const delays = Array.from({ length: mostAttempts - 1 }, (_, index) => deliveryDelay(index + 1))
  const days = delays.reduce((sum, each) => sum + each, 0) / 86_400
  expect(delays.slice(0, 4)).toEqual([5, 15, 45, 135])
  expect(days).toBeGreaterThanOrEqual(3)
  expect(days).toBeLessThan(3.5)
})

test('delays grow and stay within their bounds, after any number of tries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (count) => {
      expect(deliveryDelay(count + 1)).toBeGreaterThanOrEqual(deliveryDelay(count))
      expect(deliveryDelay(count)).toBeLessThanOrEqual(8 * 3_600)
      expect(endpointPause(count + 1)).toBeGreaterThanOrEqual(endpointPause(count))
      expect(endpointPause(count)).toBeLessThanOrEqual(300)
    }),
  )
})
