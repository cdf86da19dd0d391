import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordBackup } from '../src/backup/record-backup.ts'
import { inspectDatabase, openRestore } from '../src/backup/restore.ts'
import { openSnapshot } from '../src/backup/snapshot.ts'
import { MigrationError, migrate } from '../src/index.ts'
import { type Server, startServer } from './test-server.ts'

const metric = 'kingcar_backup_last_success_timestamp_seconds'

let server: Server
let other: Server
beforeAll(async () => {
  ;[server, other] = await Promise.all([startServer(), startServer()])
})
afterAll(async () => {
  await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
})

/** Difficult cases of a copy: partitions, identity and generated columns, counting triggers, references in both directions. */
const first = `
create table person (
  id bigint generated always as identity primary key,
  name text not null,
  initial text not null generated always as (left(name, 1)) stored,
  best_friend bigint references person,
  note bytea, marks text[], about json, ratio double precision, at timestamptz
);
create unique index named on person (lower(name)) where name <> 'nobody';
create table letter (id int primary key, person_id bigint not null references person);
create table read (id int, at date) partition by range (at);
create table read_old partition of read for values from ('2020-01-01') to ('2021-01-01');
create table read_of_now partition of read for values from ('2026-01-01') to ('2027-01-01');
create index read_at on read (at) include (id);
create table counted (people int not null); -- before the people, by its name
insert into counted values (0);
create function count_people() returns trigger language plpgsql set search_path from current as $$
begin update counted set people = people + 1; return null; end $$;
create trigger counted after insert on person for each row execute function count_people();`
const second = 'alter table letter add column sent boolean not null default false;'
const files = { '0001_first.sql': first }

const rows = `
insert into person (name, best_friend, note, marks, about, ratio, at) values
  (E'tab\\tline\\nback\\\\slash', 2, '\\x00ff', '{"a,b",NULL,"\\"c\\""}', '{"b": 1,  "a": 2}', 0.1::float8 + 0.2, '2026-01-02 03:04:05.678901Z'),
  (E'홍길동 \\\\N', null, null, null, null, 'NaN', 'infinity');
insert into letter values (1, 2);
insert into read values (1, '2020-05-05'), (2, '2026-05-05');
drop table read_old;
insert into outbox (subject, payload) values ('evt.a', '{}');`

const services = (to: Server, name: string, own: Record<string, string>) => [
  { name, password: 'pw', folder: to.folder(own) },
]
const ignore = () => undefined

/** Copies one database into another; `own` has the migrations of the other one's program. */
async function copy(name: string, own: Record<string, string>, spoil?: (piece: Buffer) => Buffer): Promise<void> {
  await using snapshot = openSnapshot(server.postgres.url, [name])
  await snapshot.take(
    async () => {},
    async () => {},
  )
  const tables = await snapshot.tables()
  const into = { url: other.postgres.url, services: services(other, name, own) }
  await using restore = await openRestore(into, tables, await snapshot.migrations())
  for (const table of tables)
    for await (const piece of await snapshot.read(table)) await restore.take(table, spoil?.(piece) ?? piece)
  await restore.finish(await snapshot.sequences())
}

const contentOf = async ({ admin }: Server, name: string) => ({
  people: await admin.unsafe(
    `select *, ratio::text as exact, at::text as moment, about::text as text from ${name}.person order by id`,
  ),
  parts: await admin.unsafe(`select tableoid::regclass::text as part, id, at::text from ${name}.read order by id`),
  total: await admin.unsafe(`select people from ${name}.counted`),
  outbox: await admin.unsafe(`select *, payload::text from ${name}.outbox`),
  applied: await admin.unsafe(
    `select *, applied_at::text from migration.applied where service = '${name}' order by name`,
  ),
  indexes: await admin.unsafe(`select indexname, indexdef from pg_indexes where schemaname = '${name}' order by 1`),
  constraints: await admin.unsafe(`select conname, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace = '${name}'::regnamespace order by 1`),
})

async function make(name: string): Promise<void> {
  await migrate({ url: server.postgres.url, services: services(server, name, files), log: ignore })
  await server.admin.unsafe(`set search_path = ${name}; ${rows}; reset search_path`)
}

test('a restored copy has the same rows, sequences, partitions and constraints, and can be used', async () => {
  await make('whole')
  await copy('whole', files)
  expect(await contentOf(other, 'whole')).toEqual(await contentOf(server, 'whole'))
  await other.admin`insert into whole.person (name) values ('third')`
  expect(await other.admin`select max(id)::int as id, (select people from whole.counted) from whole.person`).toEqual([
    { id: 3, people: 3 },
  ])
  await expect(other.admin`insert into whole.letter values (2, 99)`).rejects.toThrow('letter_person_id_fkey')
})

test('a copy of an older version can be migrated, and replaces the existing data', async () => {
  await make('older')
  const newer = { ...files, '0002_second.sql': second }
  await migrate({ url: other.postgres.url, services: services(other, 'older', newer), log: ignore })
  await other.admin`insert into older.person (name) values ('who was there')`
  await copy('older', newer)
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  await migrate({ url: other.postgres.url, services: services(other, 'older', newer), log })
  expect(lines).toEqual(['older: applied 0002_second.sql'])
  expect(await other.admin`select id, sent from older.letter`).toEqual([{ id: 1, sent: false }])
  expect(await other.admin`select count(*)::int as people from older.person`).toEqual([{ people: 2 }])
})

test('a copy with a dangling reference, and a newer copy, change nothing', async () => {
  await make('kept')
  await copy('kept', files)
  const before = await contentOf(other, 'kept')
  const withoutPeople = copy('kept', files, (piece) => (piece.includes('slash') ? Buffer.of() : piece))
  await expect(withoutPeople).rejects.toThrow('letter_person_id_fkey')
  await expect(copy('kept', {})).rejects.toThrow(MigrationError)
  expect(await contentOf(other, 'kept')).toEqual(before)
})

test('outboxes are paused during the snapshot, which sees everything committed before it and nothing after', async () => {
  await make('held')
  const key = `hashtextextended(current_schema() || '.outbox', 0)` // as the relay has it
  const tryLock = async () => {
    const [row] = await server.admin.begin(async (tx) => {
      await tx`set local search_path = held`
      return tx.unsafe(`select pg_try_advisory_xact_lock(${key}) as free`)
    })
    return row?.free
  }
  await using snapshot = openSnapshot(server.postgres.url, ['held'])
  const held: unknown[] = []
  const add = (id: number) => server.admin`insert into held.letter values (${id}, 1)`
  for (const id of [10, 20])
    await snapshot.take(
      async () => void held.push(await tryLock(), await add(id)),
      async () => void held.push(await tryLock(), await add(id + 1)),
    )
  expect(held.filter((each) => typeof each === 'boolean')).toEqual([false, false, false, false])
  expect(await tryLock()).toBe(true)
  const letters = (await snapshot.tables()).find(({ name }) => name === 'letter')
  const text = letters && (await (await snapshot.read(letters)).toArray()).join('')
  expect(text).toBe('1\t2\n10\t1\n11\t1\n20\t1\n')
})

test('an unfinished restore changes nothing, and sessions of services are detected', async () => {
  await make('watched')
  await copy('watched', files)
  const own = services(other, 'watched', files)
  const at = { url: other.postgres.url, services: own }
  expect(await inspectDatabase(at)).toEqual({ holdsData: true, users: 0 })
  await using db = await other.open({ url: other.urlFor('watched', 'pw'), schema: 'watched' })
  expect(await db.check()).toBe(true)
  expect((await inspectDatabase(at)).users).toBe(1)
  const before = await contentOf(other, 'watched')
  await using snapshot = openSnapshot(server.postgres.url, ['watched'])
  await snapshot.take(
    async () => {},
    async () => {},
  )
  const restore = await openRestore(at, await snapshot.tables(), await snapshot.migrations())
  await restore[Symbol.asyncDispose]()
  expect(await contentOf(other, 'watched')).toEqual(before)
  const start = () => migrate({ ...at, log: ignore })
  await expect(start()).rejects.toThrow('A restore was interrupted')
  await copy('watched', files)
  await start()
  const nobody = { url: other.postgres.url, services: services(other, 'nobody', files) }
  expect(await inspectDatabase({ ...nobody })).toMatchObject({ users: 0 })
})

test('the time of the last backup is reported as a metric, and no restore brings that of another database', async () => {
  await make('backed_up')
  const register = new Registry()
  await using _db = await server.open({ url: server.urlFor('backed_up', 'pw'), schema: 'backed_up', register })
  const reported = async () => (await register.getSingleMetric(metric)?.get())?.values[0]?.value
  expect(await reported()).toBe(0)
  await recordBackup(server.postgres.url, new Date('2026-01-02T03:04:05Z'))
  await recordBackup(server.postgres.url, new Date('2026-01-02T03:04:04Z')) // began earlier and took longer
  expect(await reported()).toBe(Date.parse('2026-01-02T03:04:05Z') / 1_000)
  await copy('backed_up', files)
  expect(await other.admin`select from operations.backup`).toEqual([])
})

test('a snapshot whose pause of the outboxes was lost is refused', async () => {
  await using snapshot = openSnapshot(server.postgres.url, ['shop'])
  const endSessions = async () => {
    await server.admin`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'backup' and pid in (select pid from pg_locks where locktype = 'advisory')`
  }
  await expect(snapshot.take(endSessions, async () => {})).rejects.toThrow('the outboxes were paused for more than')
})
