import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Sql, TransactionSql } from 'postgres'
import {
  type AppliedMigration,
  lockMigrations,
  migrateTo,
  planForApplied,
  type ServiceMigrations,
} from '../migrations/migrate.ts'
import { createOperationsTables } from '../migrations/operations-tables.ts'
import { openLongSession, openTransaction } from './open-transaction.ts'
import type { SequencePosition } from './snapshot.ts'
import { columnList, qualifiedName, type TableMetadata } from './table-metadata.ts'

export type Restore = AsyncDisposable & {
  /** Adds rows in COPY's text format: all rows of one table, then those of the next. */
  take(table: TableMetadata, piece: Uint8Array): Promise<void>
  /** Called after the last rows: sets sequences, rebuilds indexes and constraints, and commits. */
  finish(sequences: readonly SequencePosition[]): Promise<void>
}

type Options = { url: string; services: readonly ServiceMigrations[] }

const schemasOf = (services: readonly ServiceMigrations[]) => [...services.map(({ name }) => name), 'migration']

/** Obstacles to a restore: existing tables of the product, and the number of sessions of its services. */
export async function inspectDatabase({ url, services }: Options): Promise<{ holdsData: boolean; users: number }> {
  const sql = openLongSession(url, 'restore')
  try {
    const names: string[] = services.map(({ name }) => name)
    const [row] = await sql<{ holdsData: boolean; users: number }[]>`
      select exists (select from pg_class where relkind in ('r', 'p') and relnamespace in (
          select oid from pg_namespace where nspname in ${sql(schemasOf(services))})) as "holdsData",
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and usename in ${sql([...names])}) as users`
    return row ?? { holdsData: false, users: 0 }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/**
 * Replaces all schemas of the services with a copy, in one transaction. The tables are created by the migrations that the
 * copy lists; newer ones are applied by the next `migrate`, which refuses the database until `finish`.
 * @throws MigrationError, before any change, if this program does not have one of them, or it has changed
 */
export async function openRestore(
  { url, services }: Options,
  tables: readonly TableMetadata[],
  applied: readonly AppliedMigration[],
): Promise<Restore> {
  const plans = await planForApplied(services, applied)
  const sql = openLongSession(url, 'restore')
  const mark = await markUnfinished(sql)
  const held = await openTransaction(sql)
  const { tx } = held
  let filling: TableCopy | undefined
  const close = async () => {
    filling?.rows.destroy()
    await held.rollback() // no effect after the commit
    await sql.end({ timeout: 1 })
  }

  try {
    await lockMigrations(tx)
    for (const schema of schemasOf(services)) await tx.unsafe(`drop schema if exists ${schema} cascade`)
    await migrateTo(tx, plans)
    const rules = await prepare(tx, tables)
    return {
      async take(table, piece) {
        if (filling?.table !== qualifiedName(table)) {
          await end(filling)
          filling = await begin(tx, table)
        }
        const { rows, ended } = filling
        if (!rows.write(piece)) await Promise.race([once(rows, 'drain'), ended])
      },
      async finish(sequences) {
        await end(filling)
        for (const sequence of sequences)
          await tx`select setval(${qualifiedName(sequence)}::regclass, ${sequence.last})`
        await runAll(tx, rules)
        await runAll(
          tx,
          tables.map((table) => `alter table ${qualifiedName(table)} enable trigger user`),
        )
        await tx`delete from operations.unfinished_restore`
        await held.commit()
      },
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await held.rollback()
    await sql`delete from operations.unfinished_restore where ctid = ${mark}::tid` // this attempt changed nothing; another attempt may have
    await close()
    throw error
  }
}

/**
 * Until the restore commits, no migration and so no start accepts the database, because its streams may already be
 * replaced.
 */
async function markUnfinished(sql: Sql): Promise<string> {
  return sql.begin(async (tx) => {
    await createOperationsTables(tx)
    const [row] = await tx<
      { at: string }[]
    >`insert into operations.unfinished_restore default values returning ctid::text as at`
    return row?.at ?? ''
  })
}

/** The running COPY into a table. */
type TableCopy = { table: string; rows: Writable; ended: Promise<void> }

async function begin(tx: TransactionSql, table: TableMetadata): Promise<TableCopy> {
  const rows = await tx.unsafe(`copy ${qualifiedName(table)} (${columnList(table)}) from stdin`).writable()
  const ended = finished(rows)
  ended.catch(() => undefined) // the next write throws it
  return { table: qualifiedName(table), rows, ended }
}

async function end(filling: TableCopy | undefined): Promise<void> {
  filling?.rows.end()
  await filling?.ended
}

/**
 * Deletes the rows that migrations inserted and creates the copy's partitions. Then disables triggers and drops constraints
 * and indexes, so that rows can be added in any order and without being counted. Creating indexes at the end takes a fraction
 * of the time of updating them for each row.
 * @returns the statements that restore keys, indexes and references
 */
async function prepare(tx: TransactionSql, tables: readonly TableMetadata[]): Promise<string[]> {
  await tx`set local search_path = pg_catalog` // so that PostgreSQL returns names with their schema
  await tx`set local maintenance_work_mem = '256MB'`
  const names = tables.map(qualifiedName)
  await runAll(
    tx,
    names.map((name) => `alter table ${name} disable trigger user`),
  )
  await tx.unsafe(`truncate ${names.join(', ')}`)
  for (const table of tables.filter(({ partitions }) => partitions.length > 0)) await createPartitions(tx, table)
  const schemas = [...new Set(tables.map(({ schema }) => schema))]
  const constraints = await tx<{ off: string; on: string }[]>`
    select format('alter table %s drop constraint %I', c.conrelid::regclass, conname) as off,
      format('alter table %s add constraint %I %s', c.conrelid::regclass, conname, pg_get_constraintdef(c.oid)) as on
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where contype in ('p', 'u', 'f') and conparentid = 0 and nspname in ${tx(schemas)}
    order by contype = 'f' desc`
  await runAll(
    tx,
    constraints.map(({ off }) => off), // references before the keys that they need
  )
  // The definition of a partitioned table's index says ON ONLY; its partitions need the index, too.
  const indexes = await tx<{ off: string; on: string }[]>`
    select format('drop index %s', indexrelid::regclass) as off,
      replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as on
    from pg_index i join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace
    where not c.relispartition and nspname in ${tx(schemas)}`
  await runAll(
    tx,
    indexes.map(({ off }) => off),
  )
  return [...indexes, ...constraints.toReversed()].map(({ on }) => on)
}

/** Sends hundreds of statements in one message, instead of a round trip for each. */
const runAll = (tx: TransactionSql, statements: readonly string[]) => tx.unsafe(statements.join(';\n'))

async function createPartitions(tx: TransactionSql, table: TableMetadata): Promise<void> {
  const { schema, partitions } = table
  const parts = await tx<{ part: string }[]>`
    select inhrelid::regclass::text as part from pg_inherits where inhparent = ${qualifiedName(table)}::regclass`
  await runAll(tx, [
    ...parts.map(({ part }) => `drop table ${part}`),
    ...partitions.map(
      ({ name, bound }) =>
        `create table ${qualifiedName({ schema, name })} partition of ${qualifiedName(table)} ${bound}`,
    ),
  ])
}
