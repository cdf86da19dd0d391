import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { refusal } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, type Message, readOf, startBeforeAll } from './recognition.ts'

const { correctVisit, getVisit } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const correct = (id: string, carNumber: string, extras = {}) =>
  admin.call(correctVisit, { id, carNumber, reason: '번호판 오인식' }, extras)
async function visitOf(carNumber: string, ...times: string[]) {
  for (const recognizedAt of times) await recognition.publish(readOf(carNumber, { recognizedAt }))
  await recognition.settled()
  const visit = recognition.visits(carNumber).at(-1)
  if (!visit) throw new Error('no visit')
  return visit
}
const counts = (...plates: string[]) =>
  recognition.backend.sql`
    select car_number, visits from recognition.plates where car_number = any(${plates}) order by car_number`
/** The last published state of a visit. */
const sent = (id: string) => recognition.published.findLast((visit) => visit.id === id)

describe('a misread visit', () => {
  test('alone on its correct plate keeps its id and gets the plate’s owner', async () => {
    const memberId = await recognition.addOwner('11가1000', '홍길동')
    const misread = await visitOf('11거1000', ago(60), ago(30))
    const answer = await correct(misread.id, '11 가-1000')
    expect(answer).toMatchObject({ id: misread.id, carNumber: '11가1000', memberId, name: '홍길동', visitCount: 1 })
    expect(answer.readings.map(({ carNumber }) => carNumber)).toEqual(['11거1000', '11거1000'])
    expect(await admin.call(getVisit, { id: misread.id })).toEqual(answer)
    await expect
      .poll(() => sent(misread.id))
      .toMatchObject({ carNumber: '11가1000', memberId, name: '홍길동', reads: 2 })
    expect(await counts('11가1000', '11거1000')).toEqual([
      { car_number: '11가1000', visits: 1 },
      { car_number: '11거1000', visits: 0 },
    ])
    await expect
      .poll(() => admin.audited(misread.id))
      .toMatchObject([
        {
          action: 'correctVisit',
          entity: 'visit',
          actorId: admin.actor.id,
          before: { carNumber: '11거1000' },
          after: { carNumber: '11가1000', reason: '번호판 오인식' },
        },
      ])
  })

  test('merges with visits within the window: the earliest keeps its id, all are published again', async () => {
    const early = await visitOf('22가2000', ago(1_400))
    const late = await visitOf('22가2000', ago(300))
    const misread = await visitOf('22거2000', ago(850))
    const answer = await correct(misread.id, '22가2000')
    expect(answer).toMatchObject({ id: misread.id, mergedInto: early.id, carNumber: '22가2000' })
    await expect.poll(() => sent(early.id)).toMatchObject({ reads: 3, visitCount: 1, mergedInto: null })
    await expect.poll(() => sent(late.id)).toMatchObject({ mergedInto: early.id })
    await expect.poll(() => sent(misread.id)).toMatchObject({ mergedInto: early.id, carNumber: '22가2000' })
    expect(await counts('22가2000', '22거2000')).toMatchObject([{ visits: 1 }, { visits: 0 }])
    expect((await admin.call(getVisit, { id: early.id })).readings).toHaveLength(3)
  })

  test('that began first absorbs the existing visit', async () => {
    const misread = await visitOf('33거3000', ago(500))
    const there = await visitOf('33가3000', ago(100))
    expect(await correct(misread.id, '33가3000')).toMatchObject({ mergedInto: null, reads: 2 })
    await expect.poll(() => sent(there.id)).toMatchObject({ mergedInto: misread.id })
  })

  test('moves with the visits merged into it', async () => {
    const first = await visitOf('44거4000', ago(1_000))
    const second = await visitOf('44거4000', ago(100))
    await visitOf('44거4000', ago(550))
    await correct(first.id, '44가4000')
    await expect.poll(() => sent(second.id)).toMatchObject({ carNumber: '44가4000', mergedInto: first.id })
    expect(await admin.call(getVisit, { id: second.id })).toMatchObject({ carNumber: '44가4000', mergedInto: first.id })
    await expect(correct(second.id, '44거4000')).rejects.toMatchObject({ code: 'VISIT_MERGED' })
  })

  test('leaves other visits of its old plate unchanged, at its store and elsewhere', async () => {
    const [before, misread, after] = [
      await visitOf('55거5000', ago(5_000)),
      await visitOf('55거5000', ago(3_000)),
      await visitOf('55거5000', ago(1_000)),
    ]
    const { subject } = await recognition.addStore()
    await recognition.publish(readOf('55거5000', { recognizedAt: ago(3_000) }), subject)
    await recognition.settled()
    await correct(misread.id, '55가5000')
    expect(await counts('55가5000', '55거5000')).toMatchObject([{ visits: 1 }, { visits: 3 }])
    for (const { id } of [before, after])
      expect(await admin.call(getVisit, { id })).toMatchObject({ carNumber: '55거5000', readings: { length: 1 } })
  })

  test('a message redelivered afterwards is still known', async () => {
    const read: Message = readOf('66거6000', { recognizedAt: ago(20) })
    await recognition.handle(read)
    const { id } = recognition.visits('66거6000')[0] ?? { id: '' }
    await correct(id, '66가6000')
    await recognition.handle(read)
    expect(await admin.call(getVisit, { id })).toMatchObject({ carNumber: '66가6000', reads: 1 })
    expect(await counts('66가6000', '66거6000')).toMatchObject([{ visits: 1 }, { visits: 0 }])
  })
})

describe('a correction', () => {
  test('to the same plate is a no-op', async () => {
    const { id } = await visitOf('77가7000', ago(10))
    expect(await correct(id, '77가7000')).toMatchObject({ id, carNumber: '77가7000' })
    expect(await admin.etag(getVisit, { id })).toBe('"1"')
    expect(admin.audited(id)).toEqual([])
  })

  test('to an invalid plate is rejected with its path', async () => {
    const { id } = await visitOf('77가7001', ago(10))
    for (const plate of ['77각7001', '00가0000'])
      await expect(correct(id, plate)).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'carNumber'))
  })

  test('of no visit', async () => {
    await expect(correct(randomUUID(), '77가7000')).rejects.toMatchObject({ code: 'VISIT_NOT_FOUND' })
  })

  test('checks If-Match, and finds the visit by its id in either case', async () => {
    const { id } = await visitOf('77가7002', ago(10))
    const etag = await admin.etag(getVisit, { id })
    await visitOf('77가7002', ago(5))
    await expect(correct(id, '77거7002', { ifMatch: etag })).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    const ifMatch = await admin.etag(getVisit, { id: id.toUpperCase() })
    expect(await correct(id.toUpperCase(), '77거7002', { ifMatch })).toMatchObject({ id, reads: 2 })
  })
})

test('the total is the number of unmerged visits after all corrections', async () => {
  const { sql } = recognition.backend
  const [counted] = await sql`select count(*)::integer as visits from recognition.visits where merged_into is null`
  expect(await sql`select sum(visits)::integer as visits from recognition.visit_totals`).toEqual([counted])
})
