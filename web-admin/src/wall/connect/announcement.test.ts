import { expect, test } from 'vitest'
import type { Arrival } from '../../live/live-message.ts'
import { announcement, productText } from './announcement.ts'

const visit: Arrival = {
  visitId: 'v',
  sequence: 1,
  name: '홍길동',
  carNumber: '123가4568',
  visitCount: 1_234,
  storeName: '강남점',
  recognizedAt: 0,
  reads: 1,
  late: false,
  mergedInto: null,
  doubtful: false,
  productUsed: null,
  test: false,
}
const wash = { productName: '세차', remainingUses: 3 }

test('a visit is announced with name, plate, count and the used product', () => {
  expect(announcement(visit, true)).toBe('홍길동님, 차량 번호 123가 4568, 1,234번째 방문입니다.')
  expect(announcement({ ...visit, productUsed: wash }, true)).toBe(
    '홍길동님, 차량 번호 123가 4568, 1,234번째 방문입니다. 세차 이용 · 3회 남음.',
  )
})

test('a later product use is announced alone, a reversed one not at all', () => {
  expect(announcement({ ...visit, productUsed: wash }, false)).toBe('세차 이용 · 3회 남음.')
  expect(announcement(visit, false)).toBe('')
})

test('the test of a device is announced as a test', () => {
  expect(announcement({ ...visit, name: '테스트', carNumber: '00가0000', visitCount: 0, test: true }, true)).toBe(
    '인식기 테스트예요. 차량 번호 00가 0000.',
  )
})

test('a product without a use limit is announced without a count', () => {
  expect(productText({ productName: '정기권', remainingUses: null })).toBe('정기권 이용')
  expect(productText({ productName: '세차', remainingUses: 0 })).toBe('세차 이용 · 0회 남음')
})
