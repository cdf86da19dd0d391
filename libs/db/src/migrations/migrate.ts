import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { peerTimeouts } from '../connection/peer-timeouts.ts'
import { baseTables } from './base-tables.ts'
import { MigrationError } from './migration-error.ts'
import { assertRestored, createOperationsTables } from './operations-tables.ts'
import { ensureService, revokePublicRights } from './roles.ts'

export { MigrationError }

/** A service's part of the database. Schema and role have the service's name. */
export type ServiceMigrations = { name: string; password: string; folder: string }

/** A row of `migration.applied`. */
export type AppliedMigration = { service: string; name: string; checksum: string }

type Migration = { name: string; text: string; checksum: string }
/** A file that an earlier version applied and this one has as `by`: after `then`, a database has what `by` makes. */
type Replaced = Migration & { by: Migration; then: string }
type Files = { own: Migration[]; replaced: Replaced[] }
type Plan = ServiceMigrations & { replaced: Replaced[]; pending: Migration[] }

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/
const serviceName = /^[a-z][a-z0-9_]{0,30}$/
/** Milliseconds to wait for another migration, and for a table in use. */
const lockTimeout = 60_000
/** Seconds to wait for a connection: a server that has just started, or has many new connections, is slow. */
const connectTimeout = 30
const lockKey = 'kingcar.migrations'

/**
 * Creates roles and schemas and applies each service's numbered SQL files, each in a transaction, under an advisory lock of
 * the database: of several concurrent runs one applies the files, and the others find nothing to do.
 * @param options.url of a role that may create roles and schemas; it owns what is created
 * @param options.checks true to change nothing and only find out what the database would be refused for
 * @throws MigrationError, before any change, when an applied file has changed, the database is newer, or a restore has not finished
 */
export async function migrate(options: {
  url: string
  services: readonly ServiceMigrations[]
  checks?: boolean
  log: (line: string) => void
}): Promise<void> {
  const files = await Promise.all(options.services.map(readMigrations))
  // One connection, which holds the lock. A lifetime would make postgres.js replace it.
  const sql = postgres(options.url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: connectTimeout,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'migrate', lock_timeout: lockTimeout, ...peerTimeouts },
  })
  try {
    await lockMigrations(sql)
    await assertRestored(sql)
    const applied = await readApplied(sql)
    const plans = options.services.map((service, at) =>
      plan(service, files[at] ?? none, applied.get(service.name) ?? []),
    )
    if (options.checks) return
    await revokePublicRights(sql)
    await createAppliedTable(sql)
    await createOperationsTables(sql)
    for (const service of plans) await applyPending(sql, service, options.log)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * The migrations that `applied` lists, in order.
 * @throws MigrationError for one that this program does not have, or that has changed
 */
export async function planForApplied(
  services: readonly ServiceMigrations[],
  applied: readonly AppliedMigration[],
): Promise<Plan[]> {
  const files = await Promise.all(services.map(readMigrations))
  return services.map((service, at) => {
    const own = files[at] ?? none
    const wanted = applied.filter((each) => each.service === service.name)
    const { pending: newer, replaced } = plan(service, own, wanted)
    const all = plan(service, own, []).pending.filter(({ name }) => !newer.some(named(name)))
    return { ...service, replaced: [], pending: all.map((each) => replaced.find(({ by }) => by === each) ?? each) }
  })
}

/** Creates the schemas with these migrations in a database without them, in the caller's transaction. */
export async function migrateTo(sql: TransactionSql, plans: readonly Plan[]): Promise<void> {
  await revokePublicRights(sql)
  await createAppliedTable(sql)
  for (const { name, password, pending } of plans) {
    await ensureService(sql, name, password)
    for (const migration of pending) await apply(sql, name, migration)
  }
}

const none: Files = { own: [], replaced: [] }
const named = (name: string) => (migration: Migration) => migration.name === name

async function createAppliedTable(sql: Sql | TransactionSql): Promise<void> {
  await sql`create schema if not exists migration`
  await sql`create table if not exists migration.applied (
    service text not null,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    primary key (service, name)
  )`
}

async function applyPending(sql: Sql, service: Plan, log: (line: string) => void): Promise<void> {
  await ensureService(sql, service.name, service.password)
  for (const old of service.replaced) {
    await sql.begin((tx) => replace(tx, service.name, old))
    log(`${service.name}: replaced ${old.name} by ${old.by.name}`)
  }
  for (const migration of service.pending) {
    await sql.begin((tx) => apply(tx, service.name, migration))
    log(`${service.name}: applied ${migration.name}`)
  }
}

async function apply(tx: TransactionSql, service: string, { name, text, checksum }: Migration): Promise<void> {
  await tx.unsafe(`set local search_path = ${service}`)
  await tx.unsafe(text)
  await tx`insert into migration.applied (service, name, checksum) values (${service}, ${name}, ${checksum})`
}

async function replace(tx: TransactionSql, service: string, { name, by, then }: Replaced): Promise<void> {
  await tx.unsafe(`set local search_path = ${service}`)
  await tx.unsafe(then)
  await tx`update migration.applied set name = ${by.name}, checksum = ${by.checksum} where service = ${service} and name = ${name}`
}

/** Waits until no migration of this database runs, and blocks others until the session ends or unlocks. */
export async function lockMigrations(sql: Sql | TransactionSql): Promise<void> {
  try {
    await sql`select pg_advisory_lock(hashtextextended(${lockKey}, 0))`
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '55P03')
      throw new MigrationError(`Another migration of this database has been running for more than a minute.`)
    throw error
  }
}

async function readApplied(sql: Sql): Promise<Map<string, { name: string; checksum: string }[]>> {
  const [table] = await sql`select to_regclass('migration.applied') is not null as exists`
  if (!table?.exists) return new Map()
  const rows = await sql<{ service: string; name: string; checksum: string }[]>`
    select service, name, checksum from migration.applied`
  return Map.groupBy(rows, ({ service }) => service)
}

/** Applied files must be present and unchanged, and a new file must come after them. */
function plan(
  service: ServiceMigrations,
  { own, replaced: known }: Files,
  rows: readonly { name: string; checksum: string }[],
): Plan {
  const migrations = [...baseTables.map(({ name, text }) => withChecksum(name, text)), ...own]
  const replaced = known.filter((old) => rows.some((row) => row.name === old.name && row.checksum === old.checksum))
  const applied = rows.map((row) => replaced.find(named(row.name))?.by ?? row)
  for (const { name, checksum } of applied) {
    const file = migrations.find((migration) => migration.name === name)
    if (!file)
      throw new MigrationError(
        `The database is newer than this program: ${service.name} has the migration ${name}, which this program does not know. Run the newer version.`,
      )
    if (file.checksum !== checksum)
      throw new MigrationError(
        `${service.name}: ${name} was applied to this database and has changed since. Undo the change and add a new file.`,
      )
  }
  const isApplied = ({ name }: Migration) => applied.some((row) => row.name === name)
  const last = own.findLast(isApplied)
  const late = last && own.slice(0, own.indexOf(last)).find((file) => !isApplied(file))
  if (late)
    throw new MigrationError(`${service.name}: ${late.name} comes before ${last.name}, which is already applied.`)
  return { ...service, replaced, pending: migrations.filter((file) => !isApplied(file)) }
}

async function readMigrations({ name, folder }: ServiceMigrations): Promise<Files> {
  if (!serviceName.test(name)) throw new MigrationError(`${name} is not a valid name of a role and schema.`)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  for (const file of files)
    if (!fileName.test(file)) throw new MigrationError(`${join(folder, file)} is not named like 0001_what_it_does.sql.`)
  const numbers = files.map((file) => file.slice(0, 4))
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
  if (twice) throw new MigrationError(`${folder} has two migrations with the number ${twice}.`)
  const own = await Promise.all(
    files.map(async (file) => withChecksum(file, await readFile(join(folder, file), 'utf8'))),
  )
  return { own, replaced: await readReplaced(join(folder, 'replaced'), own) }
}

/** Of `<name>.sql`, which an earlier version applied, and `<name>.then.sql`, whose first line names the file that replaces it. */
async function readReplaced(folder: string, own: readonly Migration[]): Promise<Replaced[]> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] // most services have none
    throw error
  })
  const olds = files.filter((file) => fileName.test(file))
  return Promise.all(
    olds.map(async (file) => {
      const [text, then] = await Promise.all(
        [file, file.replace(/\.sql$/, '.then.sql')].map((each) => readFile(join(folder, each), 'utf8')),
      )
      const by = own.find(named(/^-- replaced by (\S+)\n/.exec(then ?? '')?.[1] ?? ''))
      if (by === undefined || then === undefined)
        throw new MigrationError(`${join(folder, file)} is replaced by no file of this program.`)
      return { ...withChecksum(file, text ?? ''), by, then }
    }),
  )
}

/** The checksum ignores the kind of line ending, which a checkout may change. */
function withChecksum(name: string, raw: string): Migration {
  const text = raw.replaceAll('\r\n', '\n')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}
