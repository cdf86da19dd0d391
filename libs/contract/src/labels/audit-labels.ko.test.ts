import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditActionLabel, auditEntityLabel, auditFieldLabel, auditValueLabel } from './audit-labels.ko.ts'

test('actions, entities and fields have Korean labels', () => {
  expect([auditActionLabel('updateStore'), auditEntityLabel('store')]).toEqual(['매장 수정', '매장'])
  expect(auditFieldLabel('store', 'businessHours')).toBe('영업시간')
  expect([auditFieldLabel('banner', 'visible'), auditFieldLabel('store', 'visible')]).toEqual(['노출', '앱에 표시'])
})

test.each(['pauseStore', 'constructor', '__proto__'])('the unknown name %s is returned unchanged', (name) => {
  expect([auditActionLabel(name), auditEntityLabel(name), auditFieldLabel('store', name)]).toEqual([name, name, name])
  expect(auditValueLabel(name, name, name)).toBe(name)
})

describe('a value', () => {
  test.each<[entity: string, field: string, value: unknown, word: string]>([
    ['order', 'state', 'Reserved', '입금 대기'],
    ['userProduct', 'state', 'Available', '이용 중'],
    ['userProduct', 'type', 'subscribe', '정기권'],
    ['product', 'type', 'onetime', '단품'],
    ['terms', 'type', 'MARKETING', '마케팅 정보 수신 동의'],
    ['order', 'state', 'Paused', 'Paused'],
    ['order', 'state', 'constructor', 'constructor'],
    ['notice', 'title', 'Reserved', 'Reserved'],
    ['product', 'useLimit', null, '제한 없음'],
    ['product', 'useLimit', 4, '4'],
    ['product', 'storeIds', [], '모든 매장'],
    ['admin', 'storeIds', null, '모든 매장'],
    ['admin', 'role', 'manager', '점장'],
    ['product', 'price', 1_035_000, '1,035,000'],
    ['store', 'latitude', 37.49791234, '37.49791234'],
    ['store', 'visible', false, '아니요'],
    ['store', 'closedDates', ['2026-01-01', '2026-02-17'], '2026-01-01, 2026-02-17'],
    [
      'store',
      'businessHours',
      [
        { day: 1, open: '09:00', close: '18:00' },
        { day: 7, open: '10:00', close: '02:00' },
      ],
      '월 09:00–18:00, 일 10:00–02:00',
    ],
    ['store', 'businessHours', [], '비어 있음'],
    ['notice', 'publishedAt', '2026-01-31T15:00:00.000Z', '2026-02-01 00:00:00'],
    ['appSetting', 'value', '2016-12-31T23:59:60Z', '2016-12-31T23:59:60Z'],
    ['appSetting', 'value', { a: 1 }, '{"a":1}'],
    ['appSetting', 'value', { day: 9, open: '', close: '' }, '{"day":9,"open":"","close":""}'],
    ['appSetting', 'description', null, '비어 있음'],
    ['appSetting', 'description', '', '비어 있음'],
  ])('%s.%s %j is %s', (entity, field, value, word) => expect(auditValueLabel(entity, field, value)).toBe(word))

  test('of any kind has a text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(auditValueLabel('appSetting', 'value', value)).not.toBe('')
      }),
    )
  })
})
