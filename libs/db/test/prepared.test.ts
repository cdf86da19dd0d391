import { randomUUID } from 'node:crypto'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { desc, eq, sql } from 'drizzle-orm'
import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Database,
  prepared,
  preparedInsert,
  runInOrder,
  sendInOrder,
  sentStatements,
  type Tx,
} from '../src/index.ts'
import { startServer, things } from './test-server.ts'

const notes = pgTable('note', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }),
  content: jsonb().$type<unknown>(),
  words: text().array().notNull().default([]),
})

let db: Database
let built = 0
const statements = prepared((on) => {
  built += 1
  return {
    byId: on
      .select()
      .from(things)
      .where(eq(things.id, sql.placeholder('id')))
      .prepare('thing_by_id'),
  }
})
const insertThing = preparedInsert(things)
const insertNote = preparedInsert(notes)

async function lastNote(tx: Tx) {
  const [note] = await tx.select().from(notes).orderBy(desc(notes.id)).limit(1)
  if (!note) throw new Error('no note')
  return note
}

const server = startedBeforeAll(startServer)
beforeAll(async () => {
  await server.admin`create table shop.note (
    id bigint generated always as identity primary key, at timestamptz, content jsonb, words text[] not null default '{}'
  )`
  await server.admin`grant all on shop.note to shop`
  db = await server.open()
})
afterAll(async () => {
  await db[Symbol.asyncDispose]()
})

test('a statement runs in the given transaction, and is built once per connection', async () => {
  const id = randomUUID()
  await db.transaction(async (tx) => insertThing(tx, { id, name: id, amount: 3 }))
  const look = () => db.transaction((tx) => statements(tx).byId.execute({ id }))
  expect(await look()).toEqual([{ id, name: id, amount: 3 }])
  const before = built
  expect(await look()).toEqual([{ id, name: id, amount: 3 }])
  expect(built).toBe(before)
})

test('it sees the uncommitted rows of its own transaction only', async () => {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    insertThing(tx, { id, name: id, amount: 1 })
    expect(await statements(tx).byId.execute({ id })).toHaveLength(1)
    expect(await statements(db.read).byId.execute({ id })).toHaveLength(0)
  })
  expect(await statements(db.read).byId.execute({ id })).toHaveLength(1)
})

test('an ended transaction runs no statement, and a rolled back one leaves no row', async () => {
  const id = randomUUID()
  let late: Promise<unknown> | undefined
  const failed = db.transaction(async (tx) => {
    insertThing(tx, { id, name: id, amount: 1 })
    setImmediate(() => {
      late = (async () => statements(tx).byId.execute({ id }))().catch((error: Error) => error.message)
    })
    throw new Error('on purpose')
  })
  await expect(failed).rejects.toThrow('on purpose')
  expect(await late).toMatch(/after the end of its transaction/)
  expect(await statements(db.read).byId.execute({ id })).toEqual([])
})

test('after its connection died it is built on the next one', async () => {
  const id = randomUUID()
  await db.transaction(async (tx) => insertThing(tx, { id, name: id, amount: 1 }))
  // and waits until they are gone, those of readers too
  await server.admin`select pg_terminate_backend(pid, 5_000) from pg_stat_activity where usename = 'shop'`
  await expect.poll(() => db.transaction((tx) => statements(tx).byId.execute({ id })).catch(() => [])).toHaveLength(1)
})

test.each([
  { at: null, content: null },
  {
    at: new Date('2026-01-02T03:04:05.678Z'),
    content: { text: "'; drop table note; --" },
    words: ['a,b', '{"}', '가'],
  },
  { content: [null, 1, 'two'] },
  {},
])('an inserted row has the given values, and defaults for the others: %j', async (given) => {
  const row = await db.transaction(async (tx) => {
    insertNote(tx, given)
    return lastNote(tx)
  })
  expect(row).toEqual({ id: expect.any(Number), at: null, content: null, words: [], ...given })
})

test('null is stored as SQL NULL, not as JSON null', async () => {
  await db.transaction(async (tx) => {
    insertNote(tx, { content: null })
    const { id } = await lastNote(tx)
    const [stored] = await tx.select({ none: sql<boolean>`content is null` }).from(notes).where(eq(notes.id, id))
    expect(stored).toEqual({ none: true })
  })
})

test('if an insert that was not awaited fails, the transaction fails with its reason and is rolled back', async () => {
  const [id, next, taken] = [randomUUID(), randomUUID(), randomUUID()]
  const both = async (tx: Tx) => {
    insertThing(tx, { id, name: id, amount: 1 })
    insertThing(tx, { id: next, name: taken, amount: 1 })
  }
  await db.transaction(async (tx) => insertThing(tx, { id: taken, name: taken, amount: 1 }))
  const reason = { code: '23505', table: 'thing' }
  await expect(db.transaction(both)).rejects.toMatchObject(reason)
  const waiting = db.transaction(async (tx) => {
    await both(tx)
    await statements(tx).byId.execute({ id }) // refused because of the one before
  })
  await expect(waiting).rejects.toMatchObject(reason)
  const ignoring = db.transaction(async (tx) => {
    await both(tx)
    await statements(tx)
      .byId.execute({ id })
      .catch(() => {})
  })
  await expect(ignoring).rejects.toMatchObject(reason)
  expect(await statements(db.read).byId.execute({ id })).toEqual([])
})

test('if one of several statements on their way fails, the transaction fails with its reason, whatever else is awaited', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', note)
  const fails = sql`select 1 / 0`
  const works: ((tx: Tx) => Promise<unknown>)[] = [
    (tx) => Promise.all([runInOrder(tx, fails), runInOrder(tx, sql`select 1`), tx.select().from(things)]),
    async (tx) => {
      const ignored = [runInOrder(tx, fails), runInOrder(tx, sql`select 1`)]
      if (ignored.length > 0) throw new Error('after sending')
    },
    async (tx) => sendInOrder(tx, fails),
    async (tx) => {
      sendInOrder(tx, fails)
      await sentStatements(tx)
    },
  ]
  const failures = await Promise.all(works.map((work) => db.transaction(work).catch((error: unknown) => error)))
  const divided = { code: '22012' }
  expect(failures).toMatchObject([divided, { message: 'after sending' }, divided, divided])
  await db.transaction((tx) => sentStatements(tx))
  await new Promise((resolve) => setImmediate(resolve)) // Node reports unhandled rejections after the microtasks
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
