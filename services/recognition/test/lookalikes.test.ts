import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { plateClass } from '../src/plate/misreadings.ts'
import { maxLocks } from '../src/visit/with-plates.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { acceptRead, correctVisit, countVisits, dismissRead, getVisit, listReadReviews, listVisits, noteVisit } =
  contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const seen = (carNumber: string, seconds: number, confidence: number, fields: Message = {}) =>
  readOf(carNumber, { recognizedAt: ago(seconds), confidence, ...fields })
const current = (carNumber: string) => recognition.visits(carNumber).filter(({ mergedInto }) => mergedInto === null)
/** Whether each visit of a plate is doubtful, in order of time. */
const doubts = (carNumber: string) => current(carNumber).map(({ doubtful }) => doubtful ?? false)
const idOf = (carNumber: string) => current(carNumber)[0]?.id ?? ''

test('the database has one class for the same plates as the service', async () => {
  const plates = [
    '12가3456',
    '12거3455',
    '12거3416',
    '12나3456',
    '127가7890',
    '721거1000',
    '서울12바3456',
    '부산12바3456',
  ]
  const all = [...plates, '외교005003', '외교006003', '임1234', '1234', '가', '']
  const rows = await recognition.backend.sql<{ id: number }[]>`
    select recognition.plate_class(${recognition.storeId}, plate) as id from unnest(${all}::text[]) with ordinality as p (plate, n) order by n`
  for (const [at, one] of all.entries())
    for (const [to, other] of all.entries())
      expect([one, other, rows[at]?.id === rows[to]?.id]).toEqual([one, other, plateClass(one) === plateClass(other)])
})

describe('of two plates that look alike', () => {
  test('the more likely one is a visit, and the other one is doubtful, in any order', async () => {
    for (const [plate, reads] of [
      ['11', [seen('11거7654', 30, 0.91), ...[29.4, 29, 28].map((at) => seen('11가7654', at, 0.94))]],
      ['12', [...[29.4, 29, 28].map((at) => seen('12가7654', at, 0.94)), seen('12거7654', 30, 0.91)]],
    ] as const) {
      await recognition.handle(...reads, ...reads)
      expect(doubts(`${plate}거7654`)).toEqual([true])
      expect(current(`${plate}가7654`)).toMatchObject([{ reads: 3 }])
      expect(doubts(`${plate}가7654`)).toEqual([false])
    }
    const { content } = await admin.call(listVisits, { carNumber: '11거7654' })
    expect(content).toMatchObject([{ doubtful: true }])
    expect(await admin.call(getVisit, { id: idOf('11거7654') })).toMatchObject({
      doubtful: true,
      readings: [{ doubtful: true, rejected: null }],
    })
    expect(await admin.call(getVisit, { id: idOf('11가7654') })).toMatchObject({ doubtful: false })
  })

  test('both in one batch are judged together', async () => {
    await recognition.stopService()
    for (const read of [seen('14거7654', 30, 0.91), seen('14가7654', 29, 0.94)]) await recognition.publish(read)
    await recognition.startService()
    await recognition.settled()
    expect([doubts('14거7654'), doubts('14가7654')]).toEqual([[true], [false]])
  })

  test('a car that is read again later is there', async () => {
    await recognition.handle(seen('21거7654', 60, 0.91), seen('21가7654', 59, 0.94))
    expect(doubts('21거7654')).toEqual([true])
    await recognition.handle(seen('21거7654', 40, 0.9))
    expect(doubts('21거7654')).toEqual([false])
    expect(current('21거7654')).toMatchObject([{ reads: 2 }])
  })

  test('at another store, or eleven seconds apart, neither is doubtful', async () => {
    const other = await recognition.addStore()
    await recognition.handle(seen('22거7654', 60, 0.91), seen('22가7654', 49, 0.94))
    await recognition.publish(seen('22거7655', 30, 0.91), other.subject)
    await recognition.handle(seen('22가7655', 30, 0.94))
    for (const plate of ['22거7654', '22가7654', '22거7655', '22가7655']) expect(doubts(plate)).toEqual([false])
  })

  test('the better reading of a track decides for the plate of its track', async () => {
    await recognition.handle(seen('24거7654', 30, 0.91), seen('24나7654', 29, 0.92, { trackId: 'x' }))
    expect(doubts('24거7654')).toEqual([false])
    await recognition.handle(seen('24가7654', 28, 0.96, { trackId: 'x' }))
    expect([doubts('24거7654'), doubts('24가7654')]).toEqual([[true], [false]])
  })
})

/** Each order of some items. */
const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((others) => [item, ...others]))
/** A reading that has another plate as its candidate. */
const unsure = (carNumber: string, seconds: number, confidence: number, candidate: string) =>
  seen(carNumber, seconds, confidence, { candidates: [{ carNumber: candidate, confidence: 0.5 }] })

describe('of two plates of which a read has one as a candidate of the other', () => {
  test('the less likely one is doubtful, in any order, alone and repeated', async () => {
    for (const [at, order] of ordersOf([0, 1, 2]).entries()) {
      const [wrong, right] = [`6${at}가1234`, `7${at}바 9876`]
      const plate = right.replace(' ', '')
      const reads = [unsure(wrong, 39, 0.9, right), seen(wrong, 30, 0.85), seen(plate, 21, 0.95)]
      const sorted = order.map((index) => reads[index] as Message)
      await recognition.handle(...sorted, ...sorted)
      expect([order, doubts(wrong), doubts(plate)]).toEqual([order, [false], [false]]) // the first read is too far from the right one
      const { readings } = await admin.call(getVisit, { id: idOf(wrong) })
      expect([order, readings.map(({ doubtful }) => doubtful)]).toEqual([order, [false, true]])
      await recognition.handle(seen(plate, 35, 0.91))
      expect([order, doubts(wrong), doubts(plate)]).toEqual([order, [true], [false]])
    }
  })

  test('a read without candidates becomes doubtful by a later one that has it as a candidate, and is queued', async () => {
    await recognition.handle(seen('45가1234', 30, 0.91))
    expect(doubts('45가1234')).toEqual([false])
    await recognition.handle(unsure('56나9876', 29, 0.95, '45가1234'))
    expect([doubts('45가1234'), doubts('56나9876')]).toEqual([[true], [false]])
    const { content } = await admin.call(listReadReviews, { size: 100 })
    const waiting = content.find(({ carNumber }) => carNumber === '45가1234')
    expect(waiting).toMatchObject({ reason: 'doubtful' })
    const inReview = { review: 'open', carNumber: '45가1234' } as const
    expect((await admin.call(listVisits, inReview)).content).toMatchObject([{ id: idOf('45가1234'), doubtful: true }])
    expect(await admin.call(countVisits, { review: 'open', carNumber: '56나9876' })).toEqual({ count: 0 })
    await admin.call(dismissRead, { readId: String(waiting?.readId) })
    expect(await admin.call(countVisits, inReview)).toEqual({ count: 0 })
  })

  test('at another store, too far apart, or with a candidate that is no plate, neither is doubtful', async () => {
    const other = await recognition.addStore()
    await recognition.publish(unsure('46가1234', 30, 0.91, '57나9876'), other.subject)
    await recognition.handle(seen('57나9876', 30, 0.95))
    await recognition.handle(unsure('46가1235', 60, 0.91, '57나9875'), seen('57나9875', 49, 0.95))
    await recognition.handle(unsure('46가1211', 60, 0.91, '나9874'), seen('57나9874', 60, 0.95))
    for (const plate of ['46가1234', '57나9876', '46가1235', '57나9875', '46가1211', '57나9874'])
      expect([plate, doubts(plate)]).toEqual([plate, [false]])
  })

  test('the candidates of a read go with it to the plate of its track', async () => {
    await recognition.handle(seen('48하1234', 30, 0.9), { ...unsure('47나9876', 30, 0.91, '48하1234'), trackId: 'y' })
    expect(doubts('48하1234')).toEqual([true])
    await recognition.handle(seen('47다1111', 29, 0.96, { trackId: 'y' }))
    expect([doubts('48하1234'), doubts('47다1111')]).toEqual([[true], [false]])
    await recognition.handle(seen('48하1234', 29, 0.97))
    expect([doubts('48하1234'), doubts('47다1111')]).toEqual([[false], [true]])
  })

  test('a correction, an accepted read and one noted by hand decide', async () => {
    await recognition.handle(seen('49가1234', 30, 0.91), unsure('59나9876', 29, 0.95, '49가1234'))
    await admin.call(correctVisit, { id: idOf('59나9876'), carNumber: '49가1234', reason: '같은 차' })
    await expect.poll(() => doubts('49가1234')).toEqual([false])

    await recognition.handle(seen('49가1235', 30, 0.91), unsure('59나9875', 29, 0.6, '49가1235'))
    const { content } = await admin.call(listReadReviews, { size: 100 })
    const queued = content.find(({ carNumber }) => carNumber === '59나9875')
    await admin.call(acceptRead, { readId: String(queued?.readId), carNumber: '58나9875', reason: '사진으로 확인' })
    await expect.poll(() => doubts('58나9875')).toEqual([false])

    await recognition.handle(unsure('59나9874', 0, 0.99, '49가1236'))
    await admin.call(noteVisit, { storeId: recognition.storeId, carNumber: '49가1236', reason: '직접 봤어요' })
    await expect.poll(() => doubts('59나9874')).toEqual([true])
  })
})

test('a store with more reads of similar plates than can be compared changes no doubt, except of others', async () => {
  const { storeId, deviceId, subject } = await recognition.addStore()
  await recognition.backend.sql`
    insert into recognition.reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence)
    select ${deviceId}, gen_random_uuid(), now(), now(), ${storeId}, '61가68' || n, '', 0.99
    from generate_series(30, 39) n, generate_series(1, 400)`
  await recognition.stopService()
  for (const read of [seen('61거6833', 0, 0.9), seen('64가6833', 0, 0.98), seen('64거6833', 0, 0.9)])
    await recognition.publish(read, subject)
  await recognition.startService()
  await recognition.settled()
  expect([doubts('61거6833'), doubts('64가6833'), doubts('64거6833')]).toEqual([[false], [false], [true]])
})

describe('a backlog whose reads make stored ones similar by their candidates', () => {
  /** Plates of which cameras confuse no two: 0, 1, 2 and 4 are in different classes. */
  const plate = (syllable: string, at: number) => {
    const digits = (at + 1).toString(4).padStart(5, '0').replaceAll('3', '4')
    return `1${digits[0]}${syllable}${digits.slice(1)}`
  }

  test('is judged also where more reads than can be compared are in the same batch', async () => {
    const { storeId, deviceId, subject } = await recognition.addStore()
    await recognition.backend.sql`
      insert into recognition.reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence)
      select ${deviceId}, gen_random_uuid(), now(), now(), ${storeId}, '61가68' || n, '', 0.99
      from generate_series(30, 39) n, generate_series(1, 400)`
    const count = 8
    const stored = Array.from({ length: count }, (_, at) => unsure(plate('다', at), 1, 0.9, plate('마', at)))
    for (const read of stored) await recognition.publish(read, subject)
    await recognition.settled()
    await recognition.stopService()
    for (const read of [seen('61거6833', 0, 0.9), ...stored.map((_, at) => seen(plate('마', at), 0, 0.95))])
      await recognition.publish(read, subject)
    await recognition.startService()
    await recognition.settled()
    for (const at of stored.keys())
      expect([doubts(plate('다', at)), doubts(plate('마', at))]).toEqual([[true], [false]])
  })

  test('is stored in parts of which each takes at most as many locks as a transaction may', async () => {
    const { storeId, deviceId, subject } = await recognition.addStore()
    const { sql } = recognition.backend
    await sql`create table recognition.locks_taken (locks bigint)`
    await sql`grant insert on recognition.locks_taken to recognition`
    await sql`create function recognition.count_locks() returns trigger language plpgsql as $$ begin
      insert into recognition.locks_taken select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid();
      return null; end $$`
    await sql`create trigger count_locks after insert on recognition.read_ids execute function recognition.count_locks()`
    const ofStore = { store_id: storeId, device_id: deviceId, raw: '', confidence: 0.9 }
    const cars = Array.from({ length: 100 }, (_, at) => plate('마', at))
    const similar = cars.flatMap((candidate, at) =>
      ['가', '나', '다', '라', '바'].map((syllable) => ({
        ...ofStore,
        read_id: randomUUID(),
        recognized_at: new Date(),
        received_at: new Date(),
        car_number: plate(syllable, at),
        candidate_plates: [candidate],
      })),
    )
    await sql`insert into recognition.candidate_stores values (${storeId}) on conflict do nothing`
    await sql`insert into recognition.reads ${sql(similar)}`
    await recognition.stopService()
    for (const car of cars) await recognition.publish(seen(car, 0, 0.95), subject)
    await recognition.startService()
    await recognition.settled()
    const doubtful = await sql`select from recognition.reads where store_id = ${storeId} and doubtful`
    expect(doubtful).toHaveLength(similar.length)
    const [most] = await sql`select max(locks)::integer as locks from recognition.locks_taken`
    expect(most?.locks).toBeGreaterThan(cars.length)
    expect(most?.locks).toBeLessThanOrEqual(maxLocks)
    await sql`drop trigger count_locks on recognition.read_ids`
  })
})

describe('an administrator decides', () => {
  test('a corrected visit is not doubtful, and the one that it was confused with is judged again', async () => {
    await recognition.handle(seen('41거7654', 30, 0.91), seen('41가7654', 29, 0.94))
    await admin.call(correctVisit, { id: idOf('41거7654'), carNumber: '99가7654', reason: '다른 차' })
    await expect.poll(() => doubts('99가7654')).toEqual([false])
    await recognition.handle(seen('42거7654', 30, 0.96), seen('42가7654', 29, 0.94))
    expect(doubts('42가7654')).toEqual([true])
    await admin.call(correctVisit, { id: idOf('42거7654'), carNumber: '98가7654', reason: '다른 차' })
    await expect.poll(() => doubts('42가7654')).toEqual([false])
  })

  test('a doubtful visit that is corrected to the more likely plate is part of the visit of that plate', async () => {
    await recognition.handle(seen('44거7654', 30, 0.91), seen('44가7654', 29, 0.94))
    const id = idOf('44거7654')
    await admin.call(correctVisit, { id, carNumber: '44가7654', reason: '오인식' })
    await expect.poll(() => current('44가7654')).toMatchObject([{ id, reads: 2 }])
    expect(doubts('44가7654')).toEqual([false])
  })

  test('a visit noted by hand makes its lookalike doubtful', async () => {
    await recognition.handle(seen('11거1242', 0, 0.99))
    await admin.call(noteVisit, { storeId: recognition.storeId, carNumber: '11가1242', reason: '직접 봤어요' })
    await expect.poll(() => doubts('11거1242')).toEqual([true])
    await expect.poll(() => doubts('11가1242')).toEqual([false])
  })
})

test('with the setting at 0 no plate is doubtful', async () => {
  await recognition.set('recognition.lookalikeSeconds', 0)
  await expect
    .poll(async () => {
      await recognition.handle(seen('12거1242', 30, 0.91), seen('12가1242', 29, 0.94))
      return doubts('12거1242')
    })
    .toEqual([false])
  await recognition.handle(seen('14거1242', 30, 0.91), seen('14가1242', 29, 0.94))
  expect([doubts('14거1242'), doubts('14가1242')]).toEqual([[false], [false]])
})
