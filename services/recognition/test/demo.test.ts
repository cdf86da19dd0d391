import { demoHistory } from '@kingcar/service/demo'
import { expect, test } from 'vitest'
import { storeDemoVisits } from '../src/demo/store-visits.ts'
import { expectFiguresToBeExact } from './figures.ts'
import { startTestRecognition } from './recognition.ts'

const until = new Date()

test('the visits of the demo are stored once, with exact figures and counts of plates, and none is published', async () => {
  await using recognition = await startTestRecognition()
  await using db = await recognition.openDatabase()
  const { sql } = recognition.backend
  const { visits } = demoHistory(until)
  expect(await storeDemoVisits(db, until)).toBe(visits.length)
  expect(await storeDemoVisits(db, until)).toBe(0)
  await expectFiguresToBeExact(sql)
  expect(await sql`select count(*)::integer as visits from recognition.visits`).toEqual([{ visits: visits.length }])
  expect(await sql`select sum(visits)::integer as visits from recognition.visit_totals`).toEqual([
    { visits: visits.length },
  ])
  const wrongPlates = await sql`
    select car_number from recognition.plates p left join (
      select car_number, count(*) as visits from recognition.visits group by car_number
    ) v using (car_number) where p.visits is distinct from v.visits`
  expect(wrongPlates).toEqual([])
  const members = await sql`select distinct member_id from recognition.visits where member_id is not null`
  expect(members.length).toBeGreaterThan(50)
  await using _service = await recognition.start()
  await recognition.settled()
  expect(recognition.published).toEqual([])
})
