import { randomUUID } from 'node:crypto'
import { type Bus, deadLetterSubject } from '@kingcar/bus'
import { contract, type DeadLetter } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { outcome } from '@kingcar/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sweepDeadLetters } from '../src/dead-letter/sweep.ts'
import { administratorBeforeAll } from './administrator.ts'
import { ago, startBeforeAll } from './recognition.ts'

const { listDeadLetters, deleteDeadLetter } = contract.recognition
const recognition = startBeforeAll()
const administrator = administratorBeforeAll(recognition)
let own: Bus
beforeAll(async () => {
  own = await recognition.backend.bus('recognition')
})
beforeEach(async () => {
  await recognition.backend.sql`truncate recognition.dead_letters`
})

const letterOf = (fields: Partial<DeadLetter> = {}): DeadLetter => ({
  id: randomUUID(),
  receivedAt: ago(0),
  subject: 'recognition.read.gate',
  reason: 'subject',
  payload: '{}',
  storeId: null,
  deviceId: null,
  ...fields,
})
/** Appends letters with random message ids, so that the stream stores copies too. */
const bury = (...letters: (DeadLetter | object)[]) =>
  own.append(letters.map((letter) => ({ subject: deadLetterSubject, id: randomUUID(), data: JSON.stringify(letter) })))
const taken = () => expect.poll(() => recognition.backend.backlog('recognition-dead-letters')).toBe(0)
const ids = async () => (await administrator.letters()).map(({ id }) => id)

test('an invalid message is in the list as in the stream', async () => {
  await recognition.handle('12가3456\u0000')
  await expect.poll(ids).toHaveLength(1)
  const [letter] = await administrator.letters()
  expect(letter).toEqual((await recognition.deadLetters()).at(-1))
  expect(letter).toMatchObject({ reason: 'notJson', payload: '12가3456\u0000', storeId: recognition.storeId })
})

test('pages are newest first by default', async () => {
  const letters = Array.from({ length: 5 }, (_, at) => letterOf({ receivedAt: ago(10 * at) }))
  await bury(...letters)
  await taken()
  const page = await administrator.call(listDeadLetters, { size: 2, page: 1 })
  expect(page).toMatchObject({ totalElements: 5, content: letters.slice(2, 4) })
  const oldest = await administrator.call(listDeadLetters, { size: 1, sort: ['receivedAt,asc'] })
  expect(oldest.content).toEqual(letters.slice(4))
})

test('a redelivered letter is listed once, and not after its deletion', async () => {
  const letter = letterOf()
  await bury(letter, letter)
  await taken()
  expect(await administrator.letters()).toEqual([letter])
  await administrator.call(deleteDeadLetter, { id: letter.id })
  await bury(letter)
  await taken()
  expect(await ids()).toEqual([])
  const { sql } = recognition.backend
  expect(await sql`select letter from recognition.dead_letters`).toEqual([{ letter: null }])
})

test('an invalid letter does not block others', async () => {
  const letter = letterOf()
  await bury({ hello: 1 }, letter)
  await taken()
  expect(await ids()).toEqual([letter.id])
})

test('a page of large letters truncates them', async () => {
  const payload = '\u0001'.repeat(100 * 1024)
  const letters = [letterOf({ payload, subject: `recognition.read.${'\u0001'.repeat(2_000)}` }), letterOf({ payload })]
  for (const letter of letters) await bury(letter)
  await taken()
  const shown = await administrator.letters()
  expect(shown).toHaveLength(2)
  const share = (768 * 1024) / shown.length / 6 // each character is six bytes of JSON
  for (const letter of shown) expect(letter.payload).toBe(`${'\u0001'.repeat(share)}…`)
})

test('a deleted letter is not listed, and audited without its payload', async () => {
  const letter = letterOf({ payload: '{"carNumber":"12가3456"}', storeId: recognition.storeId })
  await bury(letter)
  await taken()
  const { id } = letter
  expect(await outcome(administrator.call(deleteDeadLetter, { id }, { ifMatch: '"2"' }))).toBe('CHANGED_SINCE')
  expect(await administrator.call(deleteDeadLetter, { id }, { ifMatch: '"1"' })).toBeNull()
  expect(await ids()).toEqual([])
  for (const gone of [id, randomUUID()])
    expect(await outcome(administrator.call(deleteDeadLetter, { id: gone }))).toBe('DEAD_LETTER_NOT_FOUND')
  await expect.poll(() => administrator.audited(id)).toHaveLength(1)
  const [entry] = administrator.audited(id)
  expect(entry).toMatchObject({ action: 'deleteDeadLetter', entity: 'deadLetter', after: null })
  expect(entry?.before).toEqual({
    receivedAt: letter.receivedAt,
    reason: letter.reason,
    storeId: recognition.storeId,
    deviceId: null,
  })
})

test('letters are deleted once their last copy has left the stream, settled ones too', async () => {
  const letters = Array.from({ length: 5 }, () => letterOf())
  const [gone, , , settled, again] = letters
  await bury(...letters)
  await taken()
  await administrator.call(deleteDeadLetter, { id: settled?.id ?? '' })
  const { sql } = recognition.backend
  for (const [at, days] of [92, 90, 1, 92, 92].entries())
    await sql`
      update recognition.dead_letters set buried_at = now() - ${days} * interval '1 day' where id = ${letters[at]?.id ?? ''}`
  await bury(again ?? {})
  await taken()
  await using _another = await recognition.start()
  await expect.poll(async () => (await sql`select from recognition.dead_letters`).length).toBe(3)
  expect(await ids()).not.toContain(gone?.id)
  expect(await ids()).toContain(again?.id)
})

test('above the limit the oldest letters are deleted, and settled ones stay known', async () => {
  const letters = Array.from({ length: 6 }, (_, at) => letterOf({ receivedAt: ago(at) }))
  await bury(...letters)
  await taken()
  await administrator.call(deleteDeadLetter, { id: letters[5]?.id ?? '' })
  const log = createLogger('test', 'silent')
  await using db = await recognition.openDatabase()
  await sweepDeadLetters({ db, log }, 3)
  expect(await ids()).toEqual(letters.slice(0, 3).map(({ id }) => id))
  expect(await recognition.backend.sql`select from recognition.dead_letters`).toHaveLength(4)
})

test('above the limit the letters of the device that sends most are deleted, not those of others', async () => {
  const [faulty, other] = [randomUUID(), randomUUID()]
  const old = [letterOf({ receivedAt: ago(9), deviceId: other }), letterOf({ receivedAt: ago(8) })]
  const flood = Array.from({ length: 4 }, (_, at) =>
    letterOf({ receivedAt: ago(at), deviceId: faulty, payload: `{"deviceId":"${other}","\u0000":1}` }),
  )
  await bury(...old, ...flood)
  await taken()
  const log = createLogger('test', 'silent')
  await using db = await recognition.openDatabase()
  await sweepDeadLetters({ db, log }, 4)
  expect(await ids()).toEqual([...flood.slice(0, 2), ...old.toReversed()].map(({ id }) => id))
})

test('two processes together delete down to the limit, of the device with the most letters and not the newest ones', async () => {
  const [filled, newer] = [randomUUID(), randomUUID()]
  const { sql } = recognition.backend
  for (const [deviceId, letters, days] of [
    [filled, 1_300, 7],
    [newer, 1_100, 0],
  ] as const)
    await sql`
      insert into recognition.dead_letters (id, device_id, received_at, buried_at, letter)
      select gen_random_uuid(), ${deviceId}, now() - ${days} * interval '1 day', now(), json_build_object('deviceId', ${deviceId}::text)
      from generate_series(1, ${letters})`
  const log = createLogger('test', 'silent')
  await using db = await recognition.openDatabase()
  await using other = await recognition.openDatabase()
  await Promise.all([sweepDeadLetters({ db, log }, 2_390), sweepDeadLetters({ db: other, log }, 2_390)])
  const left = await sql`
    select device_id as "deviceId", count(*)::int as letters from recognition.dead_letters group by 1 order by 2`
  expect([...left]).toEqual([
    { deviceId: newer, letters: 1_100 },
    { deviceId: filled, letters: 1_290 },
  ])
})
