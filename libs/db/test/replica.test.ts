import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { startPostgres } from '../../localstack/src/postgres.ts'
import { deafPort, failure, startServer, things, until } from './test-server.ts'

/* Searches on a replica by streaming replication: each sees everything that was committed before it began. */

const server = startedBeforeAll(startServer)
const replica = startedBeforeAll(startReplica)
const db = startedBeforeAll(() => server.open({ readUrl: urlOfReplica() }))

/** A copy of the stopped primary, which follows it from then on. */
async function startReplica() {
  const folder = temporaryFolder()
  await server.stop()
  const copy = join(folder.path, 'postgres')
  spawnSync('cp', ['-a', join(server.dataDir, 'postgres'), copy]) // with its owner
  await server.start()
  writeFileSync(join(copy, 'standby.signal'), '')
  const settings = { primary_conninfo: server.postgres.url, fsync: 'off' }
  const options = { dataDir: folder.path, password: 'unused', settings }
  let running = await startPostgres(options)
  const { port } = running
  const admin = postgres(running.url.replace('unused', 'correct%20horse'), { max: 1, fetch_types: false })
  return {
    port,
    admin,
    stop: () => running.stop(),
    start: async () => {
      running = await startPostgres({ ...options, port })
    },
    async [Symbol.asyncDispose]() {
      await admin.end({ timeout: 1 })
      await running.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}
const urlOfReplica = () => server.urlFor('shop').replace(/:\d+\//, `:${replica.port}/`)

const write = (name: string) => db.transaction((tx) => tx.insert(things).values({ id: sql`uuidv7()`, name, amount: 1 }))
/** What a search sees, and whether the replica ran it. */
async function search(name: string) {
  const [row] = await db.search.execute<{ seen: boolean; onReplica: boolean }>(
    sql`select exists (select from thing where name = ${name}) as seen, pg_is_in_recovery() as "onReplica"`,
  )
  return row
}
const runsOnReplica = async () => (await search('none'))?.onReplica === true

test('a search runs on the replica and sees what was written right before', async () => {
  await until(runsOnReplica, 'a search on the replica')
  const all = []
  for (let at = 0; at < 50; at++) {
    await write(`right before ${at}`)
    all.push(await search(`right before ${at}`))
  }
  expect(all.map((each) => each?.seen)).toEqual(all.map(() => true))
  expect(all.some((each) => each?.onReplica)).toBe(true)
})

test('a replica that is late, stopped or promoted is not asked, and is asked again when it follows', async () => {
  await replica.admin`select pg_wal_replay_pause()`
  await write('while it is late')
  expect(await search('while it is late')).toEqual({ seen: true, onReplica: false })
  await replica.admin`select pg_wal_replay_resume()`
  await until(runsOnReplica, 'a search after it was late')
  expect(await search('while it is late')).toEqual({ seen: true, onReplica: true })

  await replica.stop()
  await write('while it is stopped')
  expect(await search('while it is stopped')).toEqual({ seen: true, onReplica: false })
  await replica.start()
  await until(runsOnReplica, 'a search after it was stopped')

  await replica.admin`select pg_promote()`
  await write('after it was promoted')
  expect((await search('after it was promoted'))?.seen).toBe(true)
})

test('a replica that accepts connections and stays silent costs a read 50 ms, once in a pause', async () => {
  await using silent = await deafPort(() => undefined)
  await using own = await server.open({ readUrl: server.urlFor('shop').replace(/:\d+\//, `:${silent.port}/`) })
  const times = []
  for (let at = 0; at < 20; at++) {
    const { code, ms } = await failure(own.search.execute(sql`select 1`))
    expect(code).toBe('none') // not that of a call over its deadline, which is 1.5 s
    times.push(ms)
  }
  expect(times.filter((ms) => ms > 40).length).toBeLessThan(10)
})
