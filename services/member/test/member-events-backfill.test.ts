import { type EventName, eventSubject, events } from '@kingcar/contract'
import { uuidv7Time } from '@kingcar/db'
import { databaseBeforeMigration } from '@kingcar/testing'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

test('the migration publishes existing members and cars once, a car with the time of its plate', async () => {
  await using database = await databaseBeforeMigration('member', '0009')
  const { sql } = database
  const [created, changed] = [new Date('2026-01-31T00:00:00.123Z'), new Date('2026-02-28T00:00:00.456Z')]
  const [member] = await sql<{ id: string }[]>`
    insert into members (provider, social_subject, email, name, gender, birth_date, phone_number, version)
    values ('KAKAO', '1', null, '홍 "길동"', 'Male', '1990-01-01', '+821012345678', 7) returning id`
  const cars = [
    ...['12가3456', '34나5678'].map((car_number) => ({ car_number, main: car_number.startsWith('12'), version: 1 })),
    { car_number: '56다7890', main: false, version: 3, field_versions: sql.json({ carNumber: 2, color: 3 }) },
  ]
  for (const car of cars)
    await sql`insert into cars ${sql({
      ...car,
      member_id: member?.id ?? '',
      car_brand_id: (await sql`select id from car_brands limit 1`)[0]?.id,
      model: 'K5',
      created_at: created,
      updated_at: changed,
    })}`
  await database.applyRest()

  const published = await sql<{ subject: string; payload: Record<string, unknown>; message_id: string }[]>`
    select subject, payload, message_id from outbox order by id`
  for (const { subject, payload } of published) {
    const name = (Object.keys(events) as EventName[]).find((each) => eventSubject(each) === subject)
    expect(name && Value.Check(events[name], payload)).toBe(true)
  }
  expect(published.map(({ subject, payload: { carId: _, ...payload } }) => [subject, payload])).toEqual([
    [
      'evt.member.changed',
      { memberId: member?.id, name: '홍 "길동"', email: null, phoneNumber: '+821012345678', version: 7 },
    ],
    ...cars.map(({ car_number: carNumber, version }) => [
      'evt.member.carChanged',
      { memberId: member?.id, carNumber, removed: false, version },
    ]),
  ])
  const times = published.slice(1).map(({ message_id }) => uuidv7Time(message_id) ?? 0)
  for (const [at, time] of [created, created, changed].entries())
    expect(Math.abs((times[at] ?? 0) - time.getTime())).toBeLessThan(100)
})
