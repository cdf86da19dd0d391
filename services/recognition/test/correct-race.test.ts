import { contract } from '@kingcar/contract'
import { patiently } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const correct = (id: string, carNumber: string) => admin.call(correctVisit, { id, carNumber, reason: '번호판 오인식' })
async function visitOf(carNumber: string, recognizedAt: string) {
  await recognition.handle(readOf(carNumber, { recognizedAt }))
  return recognition.visits(carNumber).at(-1)?.id ?? ''
}
const counts = (...plates: string[]) =>
  recognition.backend.sql`
    select car_number, visits from recognition.plates where car_number = any(${plates}) order by car_number`
/** Resolves when this number of the service's transactions wait for a lock. */
const waiting = (number: number) => expect.poll(() => recognition.lockWaits()).toBe(number)

test('two equal concurrent corrections: the second sees the result of the first', async () => {
  const id = await visitOf('11거1001', ago(100))
  const held = await recognition.backend.sql.reserve()
  try {
    await held`begin`
    await held`select from recognition.plates where car_number = '11거1001' for update`
    const both = Promise.all([correct(id, '11가1001'), correct(id, '11가1001')])
    await waiting(2)
    await held`commit`
    expect(await both).toMatchObject([{ id }, { id }])
  } finally {
    held.release()
  }
  expect(await counts('11가1001', '11거1001')).toMatchObject([{ visits: 1 }, { visits: 0 }])
})

test('a read that is being recorded moves along', async () => {
  const id = await visitOf('22거2002', ago(100))
  const held = await recognition.backend.sql.reserve()
  try {
    await held`begin`
    await held`select from recognition.visits where id = ${id} for update`
    await recognition.publish(readOf('22거2002'))
    await waiting(1)
    const correction = correct(id, '22가2002')
    await waiting(2)
    await held`commit`
    expect(await correction).toMatchObject({ id, carNumber: '22가2002', reads: 2, readings: { length: 2 } })
  } finally {
    held.release()
  }
})

test('a noted visit and a concurrent correction to its plate merge', async () => {
  const id = await visitOf('33거3003', ago(100))
  const { noteVisit } = contract.recognition
  const { storeId } = recognition
  const [corrected, noted] = await Promise.all([
    correct(id, '33가3003'),
    admin.call(noteVisit, { storeId, carNumber: '33가3003', reason: '수기' }),
  ])
  expect([corrected.id, noted.id]).toContain(id)
  expect(await counts('33가3003', '33거3003')).toMatchObject([{ visits: 1 }, { visits: 0 }])
})

test('twenty concurrent corrections in both directions with reads: no visit is lost, every count is correct', async () => {
  const plates = ['88가8000', '88거8000']
  const ids = [await visitOf('88가8000', ago(5_000)), await visitOf('88거8000', ago(6_000))]
  await Promise.all([
    ...Array.from({ length: 20 }, (_, at) => patiently(() => correct(ids[at % 2] ?? '', plates[(at >> 1) % 2] ?? ''))),
    ...plates.map((plate) => recognition.publish(readOf(plate, { recognizedAt: ago(60) }))),
  ])
  await recognition.settled()
  const { sql } = recognition.backend
  const counted = await sql`
    select car_number, count(*)::integer as visits from recognition.visits
    where car_number = any(${plates}) and merged_into is null group by 1 order by 1`
  const stored = (await counts(...plates)).filter(({ visits }) => visits > 0)
  expect([...stored]).toEqual([...counted])
  expect(counted.reduce((sum, { visits }) => sum + visits, 0)).toBe(4)
  const strays = await sql`
    select from recognition.reads r where car_number = any(${plates}) and not exists (
      select from recognition.visits v where v.store_id = r.store_id and v.car_number = r.car_number
        and v.merged_into is null and r.recognized_at between v.first_read_at and v.last_read_at)`
  expect(strays).toHaveLength(0)
})
