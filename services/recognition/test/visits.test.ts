import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ago, type Recognition, readOf, startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()

const publish = (...args: Parameters<Recognition['publish']>) => recognition.publish(...args)
const visitsOf = async (carNumber: string) => {
  await recognition.settled()
  return recognition.visits(carNumber)
}

describe('a read', () => {
  test('becomes a visit that is published completely', async () => {
    const recognizedAt = ago(2)
    await publish(readOf('12 가-3456', { recognizedAt, candidates: [{ carNumber: '12거3456', confidence: 0.4 }] }))
    await expect.poll(() => recognition.visits('12가3456')).toHaveLength(1)
    const [visit] = recognition.visits('12가3456')
    expect(visit).toEqual({
      revision: 1,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      storeId: recognition.storeId,
      storeName: '강남점',
      deviceId: recognition.deviceId,
      carNumber: '12가3456',
      memberId: null,
      name: '방문객',
      visitCount: 1,
      recognizedAt,
      latestReadAt: recognizedAt,
      receivedAt: expect.stringMatching(/Z$/),
      reads: 1,
      late: false,
      productUsed: null,
      mergedInto: null,
    })
    const { sql } = recognition.backend
    expect(await sql`select car_number, raw, candidates, rejected from recognition.reads`).toEqual([
      {
        car_number: '12가3456',
        raw: '12 가-3456',
        candidates: [{ carNumber: '12거3456', confidence: 0.4 }],
        rejected: null,
      },
    ])
  })

  test('that is sent again counts once, also with another key order', async () => {
    const read = readOf('22나2222')
    await publish(read)
    await publish(JSON.stringify(Object.fromEntries(Object.entries(read).reverse())))
    await recognition.settled()
    await publish(read)
    expect(await visitsOf('22나2222')).toMatchObject([{ reads: 1, visitCount: 1 }])
    expect(recognition.published.filter(({ carNumber }) => carNumber === '22나2222')).toHaveLength(1)
  })

  test.each([
    ['plate', '12각3456', {}],
    ['confidence', '33다3333', { confidence: 0.79 }],
    ['direction', '33다3333', { direction: 'out' }],
  ])('is stored and begins no visit: %s', async (rejected, carNumber, fields) => {
    const read = readOf(carNumber, fields)
    await publish(read)
    expect(await visitsOf(carNumber)).toEqual([])
    const { sql } = recognition.backend
    const rows = await sql`select rejected from recognition.reads where read_id = ${read.readId as string}`
    expect(rows).toEqual([{ rejected }])
  })

  test('of the same plate within the window extends the visit, after it begins another', async () => {
    await publish(readOf('44라4444', { recognizedAt: ago(1_300) }))
    await publish(readOf('44라4444', { recognizedAt: ago(710) }))
    await publish(readOf('44라4444', { recognizedAt: ago(100) }))
    expect(await visitsOf('44라4444')).toMatchObject([
      { reads: 2, visitCount: 1 },
      { reads: 1, visitCount: 2 },
    ])
  })

  test('of a car that is shown already waits for others and lets a new car pass; one with candidates does not wait', async () => {
    const [shown, next] = ['45라4545', '46라4646']
    const since = recognition.published.length
    await recognition.handle(readOf(shown))
    await Promise.all([shown, shown, shown, next].map((carNumber) => publish(readOf(carNumber))))
    await recognition.settled()
    const candidates = [{ carNumber: '45라4546', confidence: 0.2 }]
    await Promise.all([{}, { candidates }].map((fields) => publish(readOf(shown, fields))))
    await recognition.settled()
    const sent = recognition.published.slice(since).map(({ carNumber, reads }) => [carNumber, reads])
    expect(sent).toEqual([
      [shown, 1],
      [next, 1],
      [shown, 4],
      [shown, 5],
      [shown, 6],
    ])
  })

  test('that is late makes a late visit, counted where it belongs', async () => {
    await publish(readOf('55마5555'))
    await recognition.settled()
    await publish(readOf('55마5555', { recognizedAt: ago(7_200) }))
    expect(await visitsOf('55마5555')).toMatchObject([
      { late: true, visitCount: 1 },
      { late: false, visitCount: 1 },
    ])
    await publish(readOf('55마5555'))
    expect(await visitsOf('55마5555')).toMatchObject([{ visitCount: 1 }, { visitCount: 2, reads: 2 }])
  })

  test('that comes late merges two visits; both are published again', async () => {
    await publish(readOf('66바6666', { recognizedAt: ago(1_000) }))
    await publish(readOf('66바6666', { recognizedAt: ago(100) }))
    const [first, second] = await visitsOf('66바6666')
    await publish(readOf('66바6666', { recognizedAt: ago(500) }))
    expect(await visitsOf('66바6666')).toMatchObject([
      { id: first?.id, reads: 3, visitCount: 1, mergedInto: null },
      { id: second?.id, reads: 1, visitCount: 1, mergedInto: first?.id },
    ])
  })
})

describe('a plate', () => {
  test('is counted across stores and has a visit at each', async () => {
    const { subject } = await recognition.addStore()
    await publish(readOf('77사7777', { recognizedAt: ago(30) }))
    await publish(readOf('77사7777'), subject)
    await expect.poll(() => recognition.visits('77사7777')).toHaveLength(2)
    expect(recognition.visits('77사7777')).toMatchObject([
      { storeName: '강남점', visitCount: 1 },
      { storeName: '홍대점', visitCount: 2 },
    ])
  })

  test('has its owner on its next visit, and past visits keep theirs', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await recognition.own('88아8888', first, '홍길동', 2)
    await recognition.own('88아8888', null, null, 1)
    await recognition.eventsHandled()
    expect(await owned('88아8888')).toEqual([{ member_id: first, owner_version: 2 }])
    await publish(readOf('88아8888', { recognizedAt: ago(1_000) }))
    expect(await visitsOf('88아8888')).toMatchObject([{ memberId: first, name: '홍길동' }])
    await recognition.own('88아8888', second, '김철수', 3)
    await expect.poll(() => owned('88아8888')).toEqual([{ member_id: second, owner_version: 3 }])
    await publish(readOf('88아8888'))
    expect(await visitsOf('88아8888')).toMatchObject([
      { memberId: first, name: '홍길동', visitCount: 1 },
      { memberId: second, name: '김철수', visitCount: 2 },
    ])
  })

  test('that gets an owner after a recent visit: the visit is published again with the name, and with each new name', async () => {
    const memberId = randomUUID()
    await publish(readOf('99자9999'))
    expect(await visitsOf('99자9999')).toMatchObject([{ memberId: null, name: '방문객' }])
    await recognition.own('99자9999', memberId, '이영희')
    await expect.poll(() => recognition.visits('99자9999')).toMatchObject([{ memberId, name: '이영희' }])
    await recognition.own('99자9999', memberId, '이영은', 2)
    await expect.poll(() => recognition.visits('99자9999')).toMatchObject([{ memberId, name: '이영은' }])
  })

  const owned = (carNumber: string) =>
    recognition.backend.sql`select member_id, owner_version from recognition.plates where car_number = ${carNumber}`
})

test('settings take effect without a restart', async () => {
  await recognition.set('recognition.minimumConfidence', 0.5)
  await recognition.set('recognition.revisitSeconds', 10)
  await recognition.set('recognition.guestName', '손님')
  await expect
    .poll(async () => {
      await publish(readOf('11하1111', { confidence: 0.6, recognizedAt: ago(60) }))
      return visitsOf('11하1111')
    })
    .toMatchObject([{ name: '손님' }])
  await publish(readOf('11하1111', { confidence: 0.6 }))
  expect(await visitsOf('11하1111')).toMatchObject([{ visitCount: 1 }, { visitCount: 2 }])
})
