import { expect, test } from 'vitest'
import { readMessage } from './live-message.ts'

test('reads an event with all its fields', () => {
  const event = {
    name: '홍길동',
    carNumber: '12가3456',
    visitCount: 5,
    visitId: 'v',
    storeId: 's',
    storeName: '강남점',
    recognizedAt: '2026-11-21T05:32:00.000Z',
    sequence: 9,
    late: true,
    reads: 2,
    productUsed: { productName: '세차 10회권', remainingUses: 3 },
    mergedInto: 'w',
    doubtful: true,
  }
  expect(readMessage(JSON.stringify(event), 0)).toEqual({
    type: 'arrival',
    arrival: {
      visitId: 'v',
      name: '홍길동',
      carNumber: '12가3456',
      visitCount: 5,
      storeName: '강남점',
      recognizedAt: Date.parse(event.recognizedAt),
      sequence: 9,
      reads: 2,
      late: true,
      mergedInto: 'w',
      doubtful: true,
      productUsed: { productName: '세차 10회권', remainingUses: 3 },
      test: false,
    },
  })
})

test('name, plate and count are enough', () => {
  expect(readMessage('{"name":"홍길동","carNumber":"12가3456","visitCount":5}', 42)).toMatchObject({
    type: 'arrival',
    arrival: {
      name: '홍길동',
      recognizedAt: 42,
      sequence: null,
      reads: 1,
      late: false,
      mergedInto: null,
      doubtful: false,
      test: false,
    },
  })
})

test.each([
  [
    { productName: '정기권', remainingUses: null },
    { productName: '정기권', remainingUses: null },
  ],
  [{ productName: '정기권' }, { productName: '정기권', remainingUses: null }],
  [
    { productName: '세차', remainingUses: 0 },
    { productName: '세차', remainingUses: 0 },
  ],
  [{ remainingUses: 3 }, null],
  ['세차', null],
  [undefined, null],
])('productUsed %j is parsed as %j', (productUsed, read) => {
  const event = { name: '홍길동', carNumber: '12가3456', visitCount: 5, productUsed }
  expect(readMessage(JSON.stringify(event), 0)).toMatchObject({ arrival: { productUsed: read } })
})

test('reads a gap', () => {
  expect(readMessage('{"type":"gap","from":3,"to":7}', 0)).toEqual({ type: 'gap', from: 3, to: 7 })
})

test('reads the messages for wall screens', () => {
  expect(readMessage('{"type":"message","text":"<b>곧 마감해요</b>"}', 0)).toEqual({
    type: 'message',
    text: '<b>곧 마감해요</b>',
  })
  expect(readMessage('{"type":"reload"}', 0)).toEqual({ type: 'reload' })
  expect(readMessage('{"type":"screen","screenId":"x","name":"입구 1","storeId":"s"}', 0)).toEqual({
    type: 'screen',
    name: '입구 1',
  })
})

test.each(['pong', '', '{', '[]', 'null', '7', '{}', '{"name":1,"carNumber":"x","visitCount":1}', new Blob(['{}'])])(
  '%s is not a message',
  (data) => {
    expect(readMessage(data, 0)).toBeNull()
  },
)
