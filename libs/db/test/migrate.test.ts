import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { MigrationError, migrate } from '../src/index.ts'
import { failure, startServer } from './test-server.ts'

const clients: postgres.Sql[] = []

const server = startedBeforeAll(startServer)
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })))
})

const first = { '0001_first.sql': 'create table one (id int primary key); insert into one values (1);' }
const second = { '0002_second.sql': 'alter table one add column two int not null default 2;' }

async function run(name: string, files: Record<string, string>, password = 'pw', url = server.postgres.url) {
  const lines: string[] = []
  await migrate({ url, services: [{ name, password, folder: server.folder(files) }], log: (line) => lines.push(line) })
  return lines
}

function connect(role: string, password = 'pw', url = server.urlFor(role, password)): postgres.Sql {
  const client = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  clients.push(client)
  return client
}

const columns = async (schema: string) =>
  (
    await server.admin`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = ${schema} order by 1`
  ).map((row) => row.name)

/** What a first run says: of the tables that every service has, and of its own. */
const applied = (service: string, ...own: string[]) =>
  ['foundation_0001.sql', 'foundation_0002.sql', 'foundation_0003.sql', ...own].map(
    (name) => `${service}: applied ${name}`,
  )

test('files are applied in order and once, new ones after them', async () => {
  expect(await run('steps', first)).toEqual(applied('steps', '0001_first.sql'))
  expect(await run('steps', { ...first, ...second })).toEqual(['steps: applied 0002_second.sql'])
  expect(await run('steps', { ...first, ...second })).toEqual([])
  expect(await columns('steps')).toEqual(expect.arrayContaining(['one.id', 'one.two', 'outbox.message_id']))
})

test('exactly one of four concurrent runs applies the files', async () => {
  const logs = await Promise.all(Array.from({ length: 4 }, () => run('crowd', first)))
  expect(logs.flat()).toEqual(applied('crowd', '0001_first.sql'))
})

test.each([
  ['one that changed', { '0001_first.sql': 'create table other (id int);' }, 'changed since'],
  ['one that is gone', second, 'newer than this program'],
  ['a number before an applied one', { ...first, '0000_late.sql': 'create table late (id int);' }, 'comes before'],
  ['a number twice', { ...first, '0001_again.sql': '' }, 'the number 0001'],
  ['a name without a number', { ...first, 'more.sql': '' }, 'not named like'],
])('%s is rejected with a message, and nothing is changed', async (_what, files, sentence) => {
  await run('guarded', first)
  const before = await columns('guarded')
  const refused = migrate({
    url: server.postgres.url,
    services: [
      { name: 'bystander', password: 'pw', folder: server.folder(first) },
      { name: 'guarded', password: 'pw', folder: server.folder(files) },
    ],
    log: () => {},
  })
  await expect(refused).rejects.toThrow(MigrationError)
  await expect(refused).rejects.toThrow(sentence)
  expect(await columns('guarded')).toEqual(before)
  expect(await columns('bystander')).toEqual([])
})

test('a different kind of line ending is not a change', async () => {
  await run('ends', { '0001_first.sql': 'create table one (\n id int\n);\n' })
  expect(await run('ends', { '0001_first.sql': 'create table one (\r\n id int\r\n);\r\n' })).toEqual([])
})

test('a file that fails is rolled back, and can be fixed', async () => {
  const broken = { ...first, '0002_broken.sql': 'create table half (id int); select 1 / 0;' }
  expect((await failure(run('mended', broken))).code).toBe('22012')
  expect(await columns('mended')).not.toContain('half.id')
  expect(await run('mended', { ...first, '0002_broken.sql': 'create table half (id int);' })).toEqual([
    'mended: applied 0002_broken.sql',
  ])
})

// ASVS 13.2.2
test('a role reads and writes its own rows, and nothing else', async () => {
  await run('mine', first)
  await run('theirs', first)
  const mine = connect('mine')
  await mine`insert into one values (2)`
  await mine`update one set id = 3 where id = 2`
  await mine`delete from one where id = 3`
  expect(await mine`select * from one`).toMatchObject([{ id: 1 }])
  await mine`insert into outbox (subject, payload) values ('s', '{}')`
  const forbidden = [
    'select * from theirs.one',
    'insert into theirs.one values (9)',
    'select * from migration.applied',
    `update migration.applied set checksum = ''`,
    'create table mine.own (id int)',
    'create table public.own (id int)',
    'create temporary table own (id int)',
    'create schema own',
    'create role own',
    'drop table one',
    'alter table one add column x int',
    'truncate one',
    'set role theirs',
    'alter role mine createrole',
  ]
  for (const statement of forbidden)
    expect([statement, (await failure(mine.unsafe(statement))).code]).toEqual([statement, '42501'])
})

// ASVS 11.2.2, 11.4.4, 13.2.1
test('a changed password applies from the next run, and is in no statement', async () => {
  await run('turned', first, 'old password')
  expect(await connect('turned', 'old password')`select 1 as one`).toMatchObject([{ one: 1 }])
  await run('turned', first, 'neues Päßwort')
  expect((await failure(Promise.resolve(connect('turned', 'old password')`select 1`))).code).toBe('28P01')
  expect(await connect('turned', 'neues Päßwort')`select 1 as one`).toMatchObject([{ one: 1 }])
})

test('a role without superuser can migrate its own database', async () => {
  await server.admin`create role landlord login createrole password 'pw'`
  await server.admin`create database house owner landlord`
  const url = server.urlFor('landlord', 'pw').replace(/postgres$/, 'house')
  expect(await run('tenant', first, 'pw', url)).toEqual(applied('tenant', '0001_first.sql'))
  expect(await run('tenant', first, 'pw', url)).toEqual([])
  const tenant = connect('tenant', 'pw', url.replace('landlord', 'tenant'))
  expect(await tenant`select id from one`).toMatchObject([{ id: 1 }])
})

test('a name that is not an identifier is rejected before any statement', async () => {
  await expect(run('x; drop table y', first)).rejects.toThrow(MigrationError)
})

test('a folder of replaced files that cannot be read is an error', async () => {
  const folder = server.folder(first)
  writeFileSync(join(folder, 'replaced'), '')
  const services = [{ name: 'unreadable', password: 'pw', folder }]
  await expect(migrate({ url: server.postgres.url, services, log: () => {} })).rejects.toThrow('ENOTDIR')
})

test('a file that a later version replaces is replaced in its place, and in a database without it nothing changes', async () => {
  const old = 'create table one (id int primary key, word text);'
  const folder = server.folder(first)
  mkdirSync(join(folder, 'replaced'))
  const write = (name: string, text: string) => writeFileSync(join(folder, 'replaced', name), text)
  write('0003_once.sql', old)
  write(
    '0003_once.then.sql',
    '-- replaced by 0001_first.sql\nalter table one drop column word; insert into one values (1);',
  )
  const here = async (name: string) => {
    const lines: string[] = []
    await migrate({
      url: server.postgres.url,
      services: [{ name, password: 'pw', folder }],
      log: (line) => lines.push(line),
    })
    return lines
  }
  await run('superseded', { '0003_once.sql': old })
  expect(await here('superseded')).toEqual(['superseded: replaced 0003_once.sql by 0001_first.sql'])
  expect(await here('superseded')).toEqual([])
  expect(await columns('superseded')).not.toContain('one.word')
  expect(await here('direct')).toEqual(applied('direct', '0001_first.sql'))
  await run('differing', { '0003_once.sql': `${old} -- another text` })
  await expect(here('differing')).rejects.toThrow(MigrationError)
})

test('a check changes nothing, and refuses what a run would refuse', async () => {
  const check = (name: string, files: Record<string, string>) =>
    migrate({
      url: server.postgres.url,
      services: [{ name, password: 'pw', folder: server.folder(files) }],
      checks: true,
      log: () => undefined,
    })
  await check('checked', first)
  expect(await columns('checked')).toEqual([])
  await run('checked', { ...first, ...second })
  await expect(check('checked', first)).rejects.toThrow('newer than this program')
})
