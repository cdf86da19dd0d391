import { randomUUID } from 'node:crypto'
import { contract, type Input, type RecordedVisit } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, listVisits, countVisits, getVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
/** A visit of the stream as in a response. */
const answered = ({ revision: _revision, ...visit }: Partial<RecordedVisit> = {}) => visit
const [hongdae, member] = [randomUUID(), randomUUID()]
const at = { long: ago(400_000), early: ago(9_000), later: ago(6_000), last: ago(3_000) }

beforeAll(async () => {
  await recognition.tell('catalog.storeChanged', { storeId: hongdae, name: '홍대점', version: 1 })
  await own('12가3456', member, '홍길동')
  await own('34나5678', randomUUID(), 'Hong Kildong')
  await recognition.publish(readOf('12가3456', { recognizedAt: at.long }))
  await recognition.publish(readOf('12가3456', { recognizedAt: at.early }))
  await recognition.publish(
    readOf('34나5678', { recognizedAt: at.later }),
    `recognition.read.${hongdae}.${await recognition.addDevice(hongdae)}`,
  )
  await recognition.handle(readOf('서울78바3456', { recognizedAt: at.last }))
})

async function own(carNumber: string, memberId: string, name: string, version = 1) {
  await recognition.own(carNumber, memberId, name, version)
  const { sql } = recognition.backend
  const owned = () => sql`select from recognition.plates where car_number = ${carNumber} and owner_version = ${version}`
  await waitFor(async () => expect(await owned()).toHaveLength(1))
}
/** Publishes reads of this many seconds ago, each after the previous one is settled. */
async function readOneByOne(carNumber: string, ...seconds: number[]) {
  const boundingBox = { x: 1, y: 2, width: 3, height: 4 }
  for (const recognizedAt of seconds.map(ago)) {
    await recognition.handle(readOf(carNumber, { recognizedAt, direction: 'in', boundingBox }))
  }
}
const list = (input: Input<typeof listVisits> = {}) => admin.call(listVisits, input)
const found = async (input: Input<typeof listVisits>) =>
  (await list(input)).content.map(({ carNumber, recognizedAt }) => [carNumber, recognizedAt])
const [longAgo, early, later, last] = [
  ['12가3456', at.long],
  ['12가3456', at.early],
  ['34나5678', at.later],
  ['서울78바3456', at.last],
]

describe('listVisits', () => {
  test('returns visits as published, the newest first', async () => {
    const all = await list()
    expect(all).toMatchObject({ totalElements: 4, numberOfElements: 4, totalPages: 1 })
    expect(all.content).toMatchObject([
      { carNumber: '서울78바3456', name: '방문객', memberId: null, visitCount: 1, productUsed: null },
      { carNumber: '34나5678', name: 'Hong Kildong', storeName: '홍대점' },
      { carNumber: '12가3456', name: '홍길동', memberId: member, visitCount: 2, late: true },
      { carNumber: '12가3456', visitCount: 1 },
    ])
    expect(all.content[0]).toEqual({
      ...answered(recognition.visits('서울78바3456')[0]),
      ...{ imageId: null, boundingBox: null, suggestedCarNumber: null, useDecision: null, judgedProduct: null },
      ...{ doubtful: false, listed: null, leftAt: null, dwellSeconds: null },
    })
  })

  test.each<[string, Input<typeof listVisits>, unknown[]]>([
    ['a store', { storeId: hongdae }, [later]],
    ['a whole plate, however it is written', { carNumber: '서울 78 바 3456' }, [last]],
    ['its last four digits', { carNumber: '3456' }, [last, early, longAgo]],
    ['what is no plate', { carNumber: '12가' }, []],
    ['a member', { member: member.toUpperCase() }, [early, longAgo]],
    ['part of a name', { member: '길동' }, [early, longAgo]],
    ['part of a name in other letters', { member: 'hong k' }, [later]],
    ['a name that nobody has', { member: '%' }, []],
    ['members alone', { kind: 'member' }, [later, early, longAgo]],
    ['guests alone', { kind: 'guest' }, [last]],
    ['members of a store', { kind: 'member', storeId: hongdae }, [later]],
    ['guests of a store', { kind: 'guest', storeId: hongdae }, []],
    ['guests by a plate of a member', { kind: 'guest', carNumber: '5678' }, []],
    ['a moment on, included', { from: at.later }, [last, later]],
    ['a moment until, excluded', { to: at.later }, [early, longAgo]],
    ['all of it', { storeId: hongdae, carNumber: '5678', member: 'Kil', from: at.early, to: at.last }, [later]],
    ['another order', { sort: ['recognizedAt,asc'], size: 2 }, [longAgo, early]],
    ['a page', { page: 1, size: 3 }, [longAgo]],
    ['years before and after all others', { from: '0000-01-01', to: '9999-12-31' }, [last, later, early, longAgo]],
  ])('by %s', async (_, input, expected) => {
    expect(await found(input)).toEqual(expected)
    const { page: _page, size, sort: _sort, ...filters } = input
    if (size === undefined) expect(await admin.call(countVisits, filters)).toEqual({ count: expected.length })
    expect(await admin.call(countVisits, { ...filters, most: 1 })).toEqual({ count: Math.min(1, expected.length) })
  })

  const totalOf = async (input: Input<typeof listVisits>) => (await list({ ...input, size: 1 })).totalElements
  test('counts both kinds', async () => {
    expect(await Promise.all([totalOf({ kind: 'member' }), totalOf({ kind: 'guest' })])).toEqual([3, 1])
    expect(await totalOf({ kind: 'member', from: at.later })).toBe(1)
    expect(await totalOf({ kind: 'member', storeId: hongdae })).toBe(1)
    expect(await totalOf({ kind: 'guest', storeId: hongdae })).toBe(0)
    expect(await totalOf({ kind: 'member', carNumber: '3456' })).toBe(2)
    expect(await totalOf({ kind: 'member', member })).toBe(2)
  })

  test('counts a former member as a guest', async () => {
    const leaver = randomUUID()
    await own('89마0123', leaver, '이영희')
    await readOneByOne('89마0123', 500_000)
    const kinds = [{ kind: 'member' }, { kind: 'guest' }] as const
    const both = async (input: Input<typeof listVisits>) =>
      Promise.all(kinds.map((kind) => totalOf({ ...input, ...kind })))
    expect(await both({})).toEqual([4, 1])
    await recognition.leave(leaver)
    await waitFor(async () => expect((await list({ carNumber: '89마0123' })).content[0]?.name).toBe('방문객'))
    expect(await both({})).toEqual([3, 2])
    expect(await both({ carNumber: '0123' })).toEqual([0, 1])
    expect(await both({ member: leaver })).toEqual([0, 1])
    expect(await found({ kind: 'guest', carNumber: '0123' })).toHaveLength(1)
    expect(await found({ kind: 'member', carNumber: '0123' })).toEqual([])
    await recognition.backend.sql`update recognition.visits set merged_into = id where car_number = '89마0123'`
    await recognition.backend.sql`update recognition.plates set visits = 0 where car_number = '89마0123'`
    await recognition.backend.sql`insert into recognition.visit_totals values (-1)`
  })

  test('by days in Asia/Seoul', async () => {
    const day = (instant: string) => new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 10)
    expect(await found({ from: day(at.long), to: day(at.long) })).toEqual([longAgo])
    expect(await found({ from: day(at.early) })).toEqual([last, later, early])
  })

  test.each([
    [{ from: at.later, to: at.early }, 'to'],
    [{ from: '2016-12-31T23:59:60Z' }, 'from'],
  ])('rejects %j with its path', async (input, path) => {
    await expect(list(input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] })
  })

  test('finds a member by a former name', async () => {
    await own('34나5678', randomUUID(), '김철수', 2)
    expect(await found({ member: 'Kildong' })).toEqual([later])
    expect(await found({ member: '철수' })).toEqual([])
  })

  test('leaves out merged visits', async () => {
    await readOneByOne('56다7890', 2_000, 1_000, 1_500)
    expect(recognition.visits('56다7890')).toHaveLength(2)
    expect((await list({ carNumber: '56다7890' })).content).toMatchObject([{ reads: 3, visitCount: 1 }])
  })
})

describe('getVisit', () => {
  test('returns its accepted reads, and the survivor of a merged visit', async () => {
    const candidates = [
      { carNumber: '67러-8901', confidence: 0.5 },
      { carNumber: '?', confidence: 0 },
    ]
    await recognition.publish(readOf('67라8901', { recognizedAt: ago(1_001), candidates }))
    await readOneByOne('67라8901', 1_000, 90, 550, 60)
    await recognition.handle(
      readOf('67라8901', { recognizedAt: ago(70), confidence: 0.1 }),
      readOf('67라8901', { recognizedAt: ago(50), direction: 'out' }),
    )
    const [first, second] = recognition.visits('67라8901')
    const detail = await admin.call(getVisit, { id: first?.id ?? '' })
    expect(detail).toMatchObject(answered(first))
    expect(detail.readings.map((read) => read.candidates)).toEqual([candidates, [], [], [], []])
    expect(detail.readings[1]).toEqual({
      readId: expect.any(String),
      deviceId: recognition.deviceId,
      carNumber: '67라8901',
      confidence: 0.97,
      direction: 'in',
      candidates: [],
      recognizedAt: expect.stringMatching(/Z$/),
      receivedAt: expect.stringMatching(/Z$/),
      imageId: null,
      boundingBox: { x: 1, y: 2, width: 3, height: 4 },
      rejected: null,
      doubtful: false,
    })
    expect(await admin.call(getVisit, { id: second?.id ?? '' })).toMatchObject({ mergedInto: first?.id })
    await expect(admin.call(getVisit, { id: randomUUID() })).rejects.toMatchObject({ code: 'VISIT_NOT_FOUND' })
  })

  test('returns candidates of the first hundred reads only', async () => {
    const candidates = [{ carNumber: '68러8901', confidence: 0.5 }]
    const reads = Array.from({ length: 102 }, (_, n) => readOf('68라8901', { recognizedAt: ago(500 - n), candidates }))
    for (const read of reads.toReversed()) await recognition.publish(read)
    await recognition.settled()
    const { readings } = await admin.call(getVisit, { id: recognition.visits('68라8901')[0]?.id ?? '' })
    expect(readings.map(({ readId }) => readId)).toEqual(reads.map(({ readId }) => readId))
    expect(readings.map((read) => read.candidates)).toEqual(reads.map((_, n) => (n < 100 ? candidates : [])))
  })

  test('suggests registered plates one misreading away if the plate has no owner', async () => {
    const [near, nearer] = [randomUUID(), randomUUID()]
    await own('178마9012', near, '이영희')
    await own('78머9012', nearer, '박민수')
    await own('78무9012', randomUUID(), '다른 사람')
    await recognition.handle(readOf('78마9012'))
    const id = recognition.visits('78마9012')[0]?.id ?? ''
    expect((await admin.call(getVisit, { id })).suggestions).toEqual([
      { carNumber: '178마9012', memberId: near, name: '이영희' },
      { carNumber: '78머9012', memberId: nearer, name: '박민수' },
    ])
    await own('78마9012', randomUUID(), '주인')
    expect((await admin.call(getVisit, { id })).suggestions).toEqual([])
  })

  test('otherwise suggests at most five with the same last digits, the most similar first', async () => {
    const memberId = randomUUID()
    const names = { memberId, name: '최하준' }
    for (const plate of ['11나0123', '12나0123', '22다0123', '33라0123', '44마0123', '임0123', '12나0124'])
      await own(plate, memberId, names.name)
    await recognition.handle(readOf('12가0123'))
    const id = recognition.visits('12가0123')[0]?.id ?? ''
    expect((await admin.call(getVisit, { id })).suggestions).toEqual([
      { carNumber: '12나0123', ...names },
      { carNumber: '11나0123', ...names },
      { carNumber: '22다0123', ...names },
      { carNumber: '33라0123', ...names },
      { carNumber: '44마0123', ...names },
    ])
  })
})

test('a row has the image of the clearest read that has one, with the box of its plate', async () => {
  const [faint, clear, box] = [randomUUID(), randomUUID(), { x: 412, y: 300, width: 180, height: 44 }]
  const reads = [
    readOf('51바6789', { recognizedAt: ago(9), confidence: 0.85, imageId: faint, boundingBox: { ...box, x: 1 } }),
    readOf('51바6789', { recognizedAt: ago(8), confidence: 0.93, imageId: clear, boundingBox: box }),
    readOf('51바6789', { recognizedAt: ago(7), confidence: 0.99, boundingBox: { ...box, y: 1 } }),
    readOf('51바6789', { recognizedAt: ago(6), confidence: 0.1, imageId: randomUUID() }),
  ]
  const row = async (carNumber: string) => (await list({ carNumber })).content[0]
  expect(await row('12가3456')).toMatchObject({ imageId: null, boundingBox: null })
  for (const read of reads) await recognition.handle(read)
  expect(await row('51바6789')).toMatchObject({ imageId: clear, boundingBox: box })
  const [{ id = '' } = {}] = recognition.visits('51바6789')
  await admin.call(correctVisit, { id, carNumber: '51바6780', reason: '0으로 보여요.' })
  expect(await row('51바6780')).toMatchObject({ id, imageId: clear, boundingBox: box })
})
