import { expect, test } from 'vitest'
import { startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()

test('a backlog of dead letters that the database stores slowly is stored in smaller batches', async () => {
  const { sql } = recognition.backend
  await sql`create function recognition.slow() returns trigger language plpgsql as
    'begin perform pg_sleep(0.1); return new; end'`
  await sql`create trigger slow before insert on recognition.dead_letters for each row execute function recognition.slow()`
  await sql.begin(async (held) => {
    await held`lock table recognition.dead_letters in share mode`
    await Promise.all(Array.from({ length: 64 }, (_, at) => recognition.publish(`no read ${at}`)))
    await expect.poll(() => recognition.deadLetters()).toHaveLength(64)
  })
  await expect.poll(() => sql`select from recognition.dead_letters`).toHaveLength(64)
})
