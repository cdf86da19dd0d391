import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connect } from 'nats'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { startTestNats, startTestPostgres, temporaryFolder, testDatabase } from '../src/index.ts'

test('each test has its own empty database, which is dropped afterwards', async () => {
  const one = await testDatabase()
  const other = await testDatabase()
  const sql = postgres(one.url, { max: 1 })
  await sql`create table thing (id int)`
  await using _other = other
  const elsewhere = postgres(other.url, { max: 1 })
  expect(await elsewhere`select 1 from pg_tables where tablename = 'thing'`).toHaveLength(0)
  await one[Symbol.asyncDispose]() // it ends its connections
  expect(await elsewhere`select 1 from pg_database where datname = ${one.name}`).toHaveLength(0)
  await Promise.all([sql.end(), elsewhere.end()])
})

test('a separate cluster can be killed, and has every committed row after a restart', async () => {
  await using cluster = await startTestPostgres()
  const sql = postgres(cluster.url, { max: 1 })
  await sql`create table thing (id int)`
  await sql`insert into thing values (1)`
  await cluster.kill()
  await expect(sql`select 1`).rejects.toThrow()
  await cluster.start()
  expect(await sql`select id from thing`).toEqual([{ id: 1 }])
  await sql.end()
})

test('a killed cluster finishes no statement', async () => {
  await using cluster = await startTestPostgres()
  const sql = postgres(cluster.url, { max: 2 })
  const work = sql`do $$ begin for i in 1..1000000000 loop end loop; end $$`.then(
    () => 'finished',
    () => 'died',
  )
  const busy = async () => (await sql`select from pg_stat_activity where state = 'active' and query like 'do %'`).length
  await expect.poll(busy).toBe(1)
  await cluster.kill()
  expect(await work).toBe('died')
  await sql.end({ timeout: 0 })
})

test('a separate nats-server keeps its port and its streams over a kill and a stop', async () => {
  await using nats = await startTestNats()
  const { user, password: pass } = nats.user('setup')
  const connection = await connect({ servers: nats.url, user, pass, maxReconnectAttempts: -1, reconnectTimeWait: 20 })
  const { streams } = await connection.jetstreamManager()
  await streams.add({ name: 'THINGS', subjects: ['things'] })
  await connection.jetstream().publish('things', 'one')
  const impatient = await connection.jetstreamManager({ timeout: 500, checkAPI: false })
  for (const end of [nats.kill, nats.stop]) {
    await end()
    await nats.start()
    const stored = () => impatient.streams.info('THINGS').catch(() => undefined) // it reconnects first
    await expect.poll(stored).toMatchObject({ state: { messages: 1 } })
  }
  await connection.close()
})

test('a frozen server does not respond until it is thawed', async () => {
  await using nats = await startTestNats()
  const { user, password: pass } = nats.user('setup')
  const connection = await connect({ servers: nats.url, user, pass })
  await nats.freeze()
  let answered = false
  const flushed = connection.flush().then(() => {
    answered = true
  })
  await expect(connect({ servers: nats.url, user, pass, timeout: 300, maxReconnectAttempts: 0 })).rejects.toThrow()
  expect(answered).toBe(false)
  await nats.thaw()
  await flushed
  await connection.close()
})

test('a server ends after its test was killed', async () => {
  const script = fileURLToPath(new URL('server-holder.ts', import.meta.url))
  const holder = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(holder.stdout, 'data')
  const signIn = { user: 'setup', pass: 'wrong', reconnect: false, timeout: 1_000 }
  const reached = () => connect({ servers: String(line).trim(), ...signIn }).catch(({ code }) => code)
  expect(await reached()).toBe('AUTHORIZATION_VIOLATION')
  holder.kill('SIGKILL')
  await expect.poll(reached).toBe('CONNECTION_REFUSED')
})

test('a temporary folder is removed when it is disposed', async () => {
  const folder = temporaryFolder()
  expect(existsSync(folder.path)).toBe(true)
  await folder[Symbol.asyncDispose]()
  expect(existsSync(folder.path)).toBe(false)
})
