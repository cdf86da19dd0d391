import { contract } from '@kingcar/contract'
import { describe, expect, test } from 'vitest'
import { plateClass } from '../src/plate/misreadings.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, getVisit, listVisits, noteVisit } = contract.recognition
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
