import type { Readable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { outboxLock } from '../events/relay.ts'
import { type AppliedMigration, lockMigrations } from '../migrations/migrate.ts'
import { type OpenTransaction, openLongSession, openTransaction } from './open-transaction.ts'
import { columnList, qualifiedName, readTables, type TableMetadata } from './table-metadata.ts'

export { recordBackup } from './record-backup.ts'
export type { TableMetadata } from './table-metadata.ts'

/** A sequence and its last value. */
export type SequencePosition = { schema: string; name: string; last: string }

export type Snapshot = AsyncDisposable & {
  /**
   * Takes the snapshot while all outbox relays are paused, so that the streams, as `before` sees them, belong to the same
   * moment. A second call replaces the snapshot.
   * @returns milliseconds for which the first outbox was paused
   * @throws Error when a migration, or a relay's work on an outbox, does not end, or the pause takes too long
   */
  take(before: () => Promise<void>, after: () => Promise<void>): Promise<number>
  tables(): Promise<TableMetadata[]>
  migrations(): Promise<AppliedMigration[]>
  sequences(): Promise<SequencePosition[]>
  /** The table's rows in COPY's text format. */
  read(table: TableMetadata): Promise<Readable>
}

/** Milliseconds without a statement after which the server ends the session that pauses the outboxes. */
const longestPause = 10_000

/**
 * A consistent snapshot of all services' schemas, held until disposal. It blocks outbox relays for milliseconds, and changes
 * of table definitions until disposal.
 * @param url of a role that may read all tables
 */
export function openSnapshot(url: string, services: readonly string[]): Snapshot {
  const schemas = [...services, 'migration']
  const reader = openLongSession(url, 'backup')
  /** The locks need a session of their own, because a snapshot begins with the first statement of its transaction. */
  const locker = openLongSession(url, 'backup')
  let held: OpenTransaction | undefined

  function transaction(): TransactionSql {
    if (!held) throw new Error('no snapshot was taken')
    return held.tx
  }

  return {
    async take(before, after) {
      await held?.rollback()
      await locker`select set_config('idle_session_timeout', ${String(longestPause)}, false)`
      await lockMigrations(locker)
      const keys = services.map(outboxLock)
      const began = performance.now()
      for (const key of keys) await locker`select pg_advisory_lock(hashtextextended(${key}, 0))`
      await before()
      held = await openTransaction(reader, 'isolation level repeatable read read only')
      await held.tx`select` // the snapshot
      await after()
      for (const key of keys) {
        const [row] = await locker`select pg_advisory_unlock(hashtextextended(${key}, 0)) as held`
        if (!row?.held) throw new Error(`the outboxes were paused for more than ${longestPause} ms`)
      }
      const waited = performance.now() - began
      await lockTableDefinitions(held.tx, schemas)
      await locker`select pg_advisory_unlock_all()`
      return waited
    },
    tables: () => readTables(transaction(), schemas),
    migrations: async () => [
      ...(await transaction()<AppliedMigration[]>`
        select service, name, checksum from migration.applied order by service, applied_at, name`),
    ],
    sequences: async () => [
      ...(await transaction()<SequencePosition[]>`
        select schemaname as schema, sequencename as name, last_value::text as last
        from pg_sequences where schemaname in ${transaction()(schemas)} and last_value is not null order by 1, 2`),
    ],
    read: (table) =>
      transaction()
        .unsafe(`copy (select ${columnList(table)} from ${qualifiedName(table)}) to stdout`)
        .readable(),
    async [Symbol.asyncDispose]() {
      await held?.rollback()
      await Promise.all([reader.end({ timeout: 1 }), locker.end({ timeout: 1 })])
    },
  }
}

/** Prevents changes of the tables' definitions until the transaction ends. */
async function lockTableDefinitions(tx: TransactionSql, schemas: readonly string[]): Promise<void> {
  const names = (await readTables(tx, schemas)).map(qualifiedName)
  if (names.length > 0) await tx.unsafe(`lock table ${names.join(', ')} in access share mode`)
}
