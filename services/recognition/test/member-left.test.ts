import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import type { ISql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { plateClass } from '../src/plate/misreadings.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const { listVisits, getVisit, getVisitStatistics } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)

const visitsOf = async (carNumber: string) => {
  await recognition.settled()
  return recognition.visits(carNumber)
}
/** The number of rows that contain a name. */
const named = async (name: string) => {
  const [row] = await recognition.backend.sql`select
    (select count(*)::integer from recognition.visits where member_name = ${name})
    + (select count(*)::integer from recognition.plates where member_name = ${name})
    + (select count(*)::integer from recognition.member_names where name = ${name}) as count`
  return row?.count
}
/** Inserts old visits directly into the table. */
const insertVisits = (
  carNumber: string,
  memberId: string,
  name: string,
  count: number,
  sql: ISql = recognition.backend.sql,
) =>
  sql`insert into recognition.visits
      (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name)
    select ${recognition.storeId}, ${carNumber}, ${recognition.deviceId}, at, at, at, 1, false, ${memberId}, ${name}
    from generate_series(1, ${count}) as n, lateral (select now() - interval '2 days' - n * interval '1 hour' as at) as t`

describe('a member who has left', () => {
  const memberId = randomUUID()
  const other = randomUUID()
  const day = { from: ago(86_400), to: ago(-60) }
  const figures = async () => {
    const hours = await admin.call(getVisitStatistics, { ...day, by: 'hour' })
    return hours.map(({ visits, members }) => [visits, members])
  }

  test('is a guest on every visit, and recent ones are published again; statistics stay', async () => {
    await recognition.own('12가3456', memberId, '홍길동', 1)
    await recognition.own('34나5678', memberId, '홍길동', 1)
    await recognition.own('56다7890', other, '김철수', 1)
    await recognition.eventsHandled()
    await insertVisits('12가3456', memberId, '홍길동', 1_200)
    for (const seconds of [2_000, 900, 100])
      await recognition.publish(readOf('12가3456', { recognizedAt: ago(seconds) }))
    await recognition.settled()
    await recognition.publish(readOf('12가3456', { recognizedAt: ago(500) })) // joins two visits
    await recognition.publish(readOf('34나5678'))
    await recognition.publish(readOf('56다7890'))
    const before = await visitsOf('12가3456')
    expect(before).toMatchObject(Array(3).fill({ memberId, name: '홍길동' }))
    expect(before.filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1)
    const [counted, sent] = [await figures(), recognition.published.length]

    await recognition.leave(memberId)
    await recognition.eventsHandled()
    expect(await named('홍길동')).toBe(0)
    const after = await visitsOf('12가3456')
    expect(after.map(({ id, revision, name, memberId }) => [id, revision, name, memberId])).toEqual(
      before.map(({ id, revision }) => [id, revision + 1, '방문객', null]),
    )
    expect(await visitsOf('34나5678')).toMatchObject([{ name: '방문객', memberId: null, visitCount: 1 }])
    expect(recognition.published.length - sent).toBe(4) // no old ones
    expect(await figures()).toEqual(counted)
    expect(await visitsOf('56다7890')).toMatchObject([{ name: '김철수', memberId: other, revision: 1 }])
  })

  test('is not found by name any more, but by id; lists and details show a guest', async () => {
    expect(await admin.call(listVisits, { member: '홍길동' })).toMatchObject({ totalElements: 0 })
    const { content, totalElements } = await admin.call(listVisits, { member: memberId })
    expect(totalElements).toBe(1_203)
    expect(content).toMatchObject(Array(20).fill({ name: '방문객', memberId: null }))
    const { id = '' } = content[0] ?? {}
    expect(await admin.call(getVisit, { id })).toMatchObject({ name: '방문객', memberId: null, suggestions: [] })
  })

  test('leaves plates without an owner until another member has them', async () => {
    await recognition.own('12가3456', null, null, 2)
    await recognition.eventsHandled()
    await recognition.publish(readOf('78라1234'))
    const [misread] = await visitsOf('78라1234')
    expect(await admin.call(getVisit, { id: misread?.id ?? '' })).toMatchObject({ suggestions: [] })
    await recognition.own('12가3456', other, '김철수', 3)
    await recognition.eventsHandled()
    await recognition.publish(readOf('12가3456', { recognizedAt: ago(5_000) }))
    const visits = await visitsOf('12가3456')
    expect(visits.map(({ name }) => name)).toEqual(['김철수', '방문객', '방문객', '방문객'])
  })
})

const events = ['owner', 'owner again', 'nobody', 'left', 'left again']
const orders = events.flatMap((first) =>
  events.flatMap((second) =>
    first === second ? [] : [[first, second, ...events.filter((each) => each !== first && each !== second)]],
  ),
)

test('leaves no name in any order of events, and none comes back', async () => {
  const told = orders.map((order, at) => ({
    order,
    memberId: randomUUID(),
    carNumber: `${10 + at}거${1000 + at}`,
    name: `이름${at}`,
  }))
  for (const { order, memberId, carNumber, name } of told) {
    await recognition.handle(readOf(carNumber))
    for (const event of order) {
      if (event.startsWith('left')) await recognition.leave(memberId)
      else if (event === 'nobody') await recognition.own(carNumber, null, null, 3)
      else await recognition.own(carNumber, memberId, name, event === 'owner' ? 1 : 2)
    }
  }
  await recognition.eventsHandled()
  for (const { carNumber, name, order } of told) {
    expect(await named(name), order.join()).toBe(0)
    await recognition.publish(readOf(carNumber, { recognizedAt: ago(5_000) }))
    expect(
      (await visitsOf(carNumber)).map((visit) => [visit.name, visit.memberId]),
      order.join(),
    ).toEqual([
      ['방문객', null],
      ['방문객', null],
    ])
    const { sql } = recognition.backend
    expect(
      await sql`select from recognition.plates where car_number = ${carNumber} and member_id is null`,
    ).toHaveLength(1)
  }
})

describe('while a name is being stored', () => {
  /** The member leaves while an uncommitted transaction has stored the name: the event has to wait for it. */
  const leaveDuring = async (memberId: string, lock: string, store: (tx: ISql) => Promise<unknown>) => {
    const { sql } = recognition.backend
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
      await store(tx)
      await recognition.leave(memberId)
      await expect.poll(() => recognition.lockWaits()).toBe(1)
    })
    await recognition.eventsHandled()
  }

  test('with a new visit, the name is erased', async () => {
    const memberId = randomUUID()
    await recognition.own('11더1111', memberId, '최하준', 1)
    await recognition.eventsHandled()
    await leaveDuring(memberId, plateClass('11더1111'), (tx) => insertVisits('11더1111', memberId, '최하준', 1, tx))
    expect(await named('최하준')).toBe(0)
  })

  test('with the owner of a plate, the name is erased', async () => {
    const memberId = randomUUID()
    await leaveDuring(memberId, `recognition.member.${memberId}`, async (tx) => {
      await tx`insert into recognition.plates (car_number, member_id, member_name, owner_version)
        values ('22더2222', ${memberId}, '최하윤', 1)`
      await tx`insert into recognition.member_names (member_id, name) values (${memberId}, '최하윤')`
    })
    expect(await named('최하윤')).toBe(0)
  })
})

test('while VISITS is full the name is erased; the visits are published afterwards', async () => {
  const memberId = randomUUID()
  await recognition.own('99저9999', memberId, '박지우', 1)
  await recognition.eventsHandled()
  await recognition.publish(readOf('99저9999'))
  expect(await visitsOf('99저9999')).toMatchObject([{ name: '박지우' }])
  const empty = await recognition.fillVisits()
  await recognition.leave(memberId)
  await expect.poll(() => named('박지우')).toBe(0)
  expect(recognition.visits('99저9999')).toMatchObject([{ name: '박지우' }])
  await empty()
  await expect.poll(() => recognition.visits('99저9999')).toMatchObject([{ name: '방문객' }])
})
