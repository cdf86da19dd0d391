import type { Sql, TransactionSql } from 'postgres'
import { MigrationError } from './migration-error.ts'

/*
 * The schema `operations` records what operators do with a database: its last backup, and a restore that has not finished. It
 * is not part of a backup, so it describes the database that it is in, not the one that was copied.
 */

/** Creates the schema. Idempotent. Services may read it (`ensureService`), except whether a restore is unfinished. */
export async function createOperationsTables(sql: Sql | TransactionSql): Promise<void> {
  await sql`create schema if not exists operations`
  await sql`create table if not exists operations.backup (at timestamptz not null)`
  await sql`create table if not exists operations.unfinished_restore (began_at timestamptz not null default now())`
  await createOldestTransaction(sql)
}

/**
 * Creates a function: age of the oldest transaction of a client of this database, in seconds. It runs with the rights of the owner,
 * since a service sees only its own transactions. A superuser sees all, another owner those of its own role.
 */
async function createOldestTransaction(sql: Sql | TransactionSql): Promise<void> {
  await sql`
    create or replace function operations.oldest_transaction_seconds() returns double precision
    language sql stable security definer set search_path = pg_catalog as $$
      select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)
      from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    $$`
  await sql`revoke all on function operations.oldest_transaction_seconds() from public`
}

/** @throws MigrationError if a restore has replaced only a part of the data */
export async function assertRestored(sql: Sql): Promise<void> {
  const [table] = await sql`select to_regclass('operations.unfinished_restore') is not null as exists`
  if (!table?.exists) return
  const [unfinished] = await sql`select from operations.unfinished_restore`
  if (unfinished)
    throw new MigrationError('A restore was interrupted, and the data is incomplete. Restore again with --replace.')
}
