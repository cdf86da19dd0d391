import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { type EventOf, inForce, termsTypes } from '@kingcar/contract'
import { type Database, openDatabase } from '@kingcar/db'
import { testProcess } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findTermsInForce, termsInForce } from '../src/agreement/terms-in-force.ts'
import { startTestMember } from './start-member.ts'

type Changed = EventOf<'catalog.termsChanged'>
const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at))
let catalog: Bus
let db: Database
const member = startedBeforeAll(startTestMember)
beforeAll(async () => {
  catalog = await member.backend.bus('catalog')
  const url = member.options.DATABASE_URL
  db = await openDatabase({ url, schema: 'member', name: 'test', log: testProcess().log })
})
afterEach(async () => void (await member.backend.sql`delete from member.terms`))
afterAll(async () => {
  await db[Symbol.asyncDispose]()
})

const first: Changed = {
  termsId: randomUUID(),
  type: 'TERMS_OF_USE',
  version: 1,
  title: '이용약관',
  required: true,
  effectiveAt: day(0).toISOString(),
  removed: false,
  revision: 1,
}
const changed = (over: Partial<Changed>): Changed => ({ ...first, termsId: randomUUID(), ...over })
const publish = (...events: Changed[]) =>
  catalog.publish(events.map((payload) => ({ id: randomUUID(), subject: 'evt.catalog.termsChanged', payload })))
const settled = () => expect.poll(() => member.backend.backlog('member-events')).toBe(0)

test('the highest revision wins over duplicated, late and reordered events', async () => {
  const { termsId } = first
  const one = changed({ termsId })
  const two = changed({ termsId, revision: 2, title: '제목 2' })
  await publish(two, one, two)
  await settled()
  expect(await termsInForce(db.read, day(0))).toMatchObject([{ id: termsId, title: '제목 2', revision: 2 }])
  await publish(changed({ termsId, revision: 3, removed: true }), one)
  await settled()
  expect(await termsInForce(db.read, day(0))).toEqual([])
})

test('of each type the version that took effect last is in force, as in the contract', async () => {
  const effective = [3, 1, 5, 5, 4, -2, 2]
  const removed = [4, 6]
  const all = termsTypes.flatMap((type, shift) =>
    effective.map((at, index) =>
      changed({
        type,
        version: index + 1,
        effectiveAt: day(at + shift).toISOString(),
        removed: removed.includes(index),
      }),
    ),
  )
  await publish(...all)
  await settled()
  const standing = all
    .filter((each) => !each.removed)
    .map(({ termsId, type, version, effectiveAt }) => ({ termsId, type, version, effectiveAt: new Date(effectiveAt) }))
  for (let at = -3; at < 10; at += 1) {
    const expected = termsTypes.flatMap(
      (type) =>
        inForce(
          standing.filter((each) => each.type === type),
          day(at),
        ) ?? [],
    )
    const found = await termsInForce(db.read, day(at))
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ termsId }) => termsId)))
  }
  expect(await db.transaction((tx) => termsInForce(tx, day(10)))).toHaveLength(termsTypes.length)
})

test('of the requested ids, those in force are returned', async () => {
  const old = changed({})
  const current = changed({ version: 2, effectiveAt: day(1).toISOString() })
  const scheduled = changed({ version: 3, effectiveAt: day(9).toISOString() })
  const gone = changed({ version: 4, effectiveAt: day(2).toISOString(), removed: true })
  const other = changed({ type: 'MARKETING' })
  await publish(old, current, scheduled, gone, other)
  await settled()
  const ids = [old, current, scheduled, gone].map(({ termsId }) => termsId)
  const find = async (asked: string[]) => (await findTermsInForce({ db, now: () => day(3) }, asked)).named
  const began = performance.now()
  expect((await find([...ids, current.termsId])).map(({ id }) => id)).toEqual([current.termsId])
  expect(await find([])).toEqual([])
  const known = performance.now() - began
  await find([randomUUID()])
  expect(known).toBeLessThan(performance.now() - began - known - 500) // only unknown terms are waited for, for a second
})

test('terms that were just written are waited for, unknown ones for a second', async () => {
  const late = changed({})
  const found = findTermsInForce({ db, now: () => day(1) }, [late.termsId]).then(({ named }) => named)
  await publish(late)
  expect((await found).map(({ id }) => id)).toEqual([late.termsId])
  const began = performance.now()
  const { named: some } = await findTermsInForce({ db, now: () => day(1) }, [late.termsId, randomUUID()])
  expect(some.map(({ id }) => id)).toEqual([late.termsId])
  expect(performance.now() - began).toBeGreaterThanOrEqual(950)
})
