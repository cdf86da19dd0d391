import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../src/postgres.ts'

const password = `it's "quoted" \\ and 한글`

async function query<T>(url: string, statement: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return [...(await sql.unsafe(statement))] as T[]
  } finally {
    await sql.end()
  }
}

test('a server that a killed start left is stopped, and its data is kept', async () => {
  await using folder = temporaryFolder()
  const first = await startPostgres({ dataDir: folder.path, password })
  await query(first.url, 'create table thing (id int); insert into thing values (1)')
  const lines: string[] = []
  await using second = await startPostgres({ dataDir: folder.path, password, log: (line) => lines.push(line) })
  expect(lines[0]).toBe(`stopping the PostgreSQL server (process ${first.pid}) of an earlier start`)
  expect(await first.exited).toEqual({ code: 0, signal: null })
  expect(await query(second.url, 'select id from thing')).toEqual([{ id: 1 }])
})

test('a start that was killed while it made the cluster does not prevent the next one', async () => {
  await using folder = temporaryFolder()
  const module = JSON.stringify(new URL('../src/postgres.ts', import.meta.url).href)
  const options = JSON.stringify({ dataDir: folder.path, password })
  const script = `(await import(${module})).startPostgres(${options})`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true, stdio: 'ignore' })
  const made = ['postgres', 'postgres.part'].map((name) => join(folder.path, name, 'PG_VERSION'))
  await expect.poll(() => made.some(existsSync), { interval: 5 }).toBe(true)
  process.kill(-(starter.pid ?? 0), 'SIGKILL') // with its initdb
  await using again = await startPostgres({ dataDir: folder.path, password })
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(join(folder.path, 'postgres.part'))).toBe(false)
})

test('a postmaster.pid with the pid of another program is ignored', async () => {
  await using folder = temporaryFolder()
  await using other = spawnSleeper()
  await (await startPostgres({ dataDir: folder.path, password })).stop()
  writeFileSync(join(folder.path, 'postgres', 'postmaster.pid'), `${other.pid}\n${folder.path}/postgres\n`)
  await using again = await startPostgres({ dataDir: folder.path, password })
  expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(other.alive()).toBe(true)
})

function spawnSleeper() {
  const child = spawn('sleep', ['60'])
  return {
    pid: child.pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

// ASVS 14.2.4
test('values of statements and refused rows are not logged', async () => {
  await using folder = temporaryFolder()
  const lines: string[] = []
  await using server = await startPostgres({ dataDir: folder.path, password, log: (line) => lines.push(line) })
  await query(server.url, 'create table person (phone text primary key, name text check (length(name) < 3))')
  await expect(query(server.url, `insert into person values ('01012345678', '홍길동전')`)).rejects.toThrow(
    'person_name',
  )
  const sql = postgres(server.url, { max: 1 })
  const insert = () => sql`insert into person values (${'01087654321'}, ${'성춘'})`
  await insert()
  await expect(insert()).rejects.toThrow('person_pkey')
  await sql.end()
  await expect.poll(() => lines.filter((line) => line.includes('ERROR')).length).toBe(2)
  await server.stop()
  expect(lines.filter((line) => /01012345678|홍길동전|01087654321|성춘/.test(line))).toEqual([])
})

// ASVS 16.2.2
test('text sorts by code point and time is UTC, on every machine', async () => {
  await using folder = temporaryFolder()
  await using server = await startPostgres({ dataDir: folder.path, password })
  const statement = `select 'Z' < 'a' as bytewise, current_setting('TimeZone') as zone, getdatabaseencoding() as encoding`
  expect(await query(server.url, statement)).toEqual([{ bytewise: true, zone: 'UTC', encoding: 'UTF8' }])
})

test.runIf(process.getuid?.() === 0)(
  'below a folder that `nobody` cannot enter, the data is stored elsewhere and found again',
  async () => {
    await using folder = temporaryFolder()
    chmodSync(folder.path, 0o700)
    const dataDir = join(folder.path, 'data')
    const first = await startPostgres({ dataDir, password })
    const place = readFileSync(join(dataDir, 'postgres.location'), 'utf8').trim()
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    expect(place).toMatch(/^\/var\/lib\/kingcar\/[0-9a-f]{16}$/)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await query(first.url, 'create table thing (id int)')
    await first.stop()
    await using second = await startPostgres({ dataDir, password })
    expect(await query(second.url, 'select id from thing')).toEqual([])
    await second.stop()
    rmSync(place, { recursive: true })
    await expect(startPostgres({ dataDir, password })).rejects.toThrow(`The database folder ${place}`)
  },
)

test('data of another major version is rejected and not changed', async () => {
  await using folder = temporaryFolder()
  const cluster = join(folder.path, 'postgres')
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  await expect(startPostgres({ dataDir: folder.path, password })).rejects.toThrow('holds data of PostgreSQL 17')
})
