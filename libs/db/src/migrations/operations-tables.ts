import type { Sql, TransactionSql } from 'postgres'
import { MigrationError } from './migration-error.ts'

/*
 * The schema `operations` records what operators do with a database: its last backup, and a restore that has not finished. It
 * is not part of a backup, so it describes the database that it is in, not the one that was copied.
 */

/** Creates the schema. Idempotent. Services may read the time of the last backup (`ensureService`). */
export async function createOperationsTables(sql: Sql | TransactionSql): Promise<void> {
  await sql`create schema if not exists operations`
  await sql`create table if not exists operations.backup (at timestamptz not null)`
  await sql`create table if not exists operations.unfinished_restore (began_at timestamptz not null default now())`
}

/** @throws MigrationError if a restore has replaced a part of the data only */
export async function assertRestored(sql: Sql): Promise<void> {
  const [table] = await sql`select to_regclass('operations.unfinished_restore') is not null as exists`
  if (!table?.exists) return
  const [unfinished] = await sql`select from operations.unfinished_restore`
  if (unfinished)
    throw new MigrationError('A restore was interrupted, and the data is incomplete. Restore again with --replace.')
}
