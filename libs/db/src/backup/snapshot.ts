import type { Readable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { outboxLock } from '../events/relay.ts'
import { type AppliedMigration, lockMigrations } from '../migrations/migrate.ts'
import { type OpenTransaction, openLongSession, openTransaction } from './open-transaction.ts'
import { columnList, qualifiedName, readTables, type TableMetadata } from './table-metadata.ts'

export type { TableMetadata } from './table-metadata.ts'

/** A sequence, and the last number that it has given. */
export type SequencePosition = { schema: string; name: string; last: string }

export type Snapshot = AsyncDisposable & {
  /**
   * Fixes the moment, while no outbox is sent: what `before` sees of the streams belongs to the same one. Again for another.
   * @returns milliseconds for which the first outbox waited
   * @throws Error where a migration, or somebody's work on an outbox, does not end
   */
  take(before: () => Promise<void>, after: () => Promise<void>): Promise<number>
  tables(): Promise<TableMetadata[]>
  migrations(): Promise<AppliedMigration[]>
  sequences(): Promise<SequencePosition[]>
  /** The rows as COPY writes them, as text. */
  read(table: TableMetadata): Promise<Readable>
}

/**
 * A view of all services' schemas at one moment, which is held until it is disposed. Nobody waits for it but relays, for
 * milliseconds, and who wants to change or drop a table.
 * @param url a role that may read all
 */
export function openSnapshot(url: string, services: readonly string[]): Snapshot {
  const schemas = [...services, 'migration']
  const reader = openLongSession(url, 'backup')
  /** Locks of a session of its own: a snapshot begins with the first statement of its transaction. */
  const locker = openLongSession(url, 'backup')
  let held: OpenTransaction | undefined

  function moment(): TransactionSql {
    if (!held) throw new Error('no moment was taken')
    return held.tx
  }

  return {
    async take(before, after) {
      await held?.rollback()
      await lockMigrations(locker)
      const keys = services.map(outboxLock)
      const began = performance.now()
      for (const key of keys) await locker`select pg_advisory_lock(hashtextextended(${key}, 0))`
      await before()
      held = await openTransaction(reader, 'isolation level repeatable read read only')
      await held.tx`select` // the snapshot
      await after()
      for (const key of keys) await locker`select pg_advisory_unlock(hashtextextended(${key}, 0))`
      const waited = performance.now() - began
      await lockTableDefinitions(held.tx, schemas)
      await locker`select pg_advisory_unlock_all()`
      return waited
    },
    tables: () => readTables(moment(), schemas),
    migrations: async () => [
      ...(await moment()<AppliedMigration[]>`
        select service, name, checksum from migration.applied order by service, applied_at, name`),
    ],
    sequences: async () => [
      ...(await moment()<SequencePosition[]>`
        select schemaname as schema, sequencename as name, last_value::text as last
        from pg_sequences where schemaname in ${moment()(schemas)} and last_value is not null order by 1, 2`),
    ],
    read: (table) =>
      moment()
        .unsafe(`copy (select ${columnList(table)} from ${qualifiedName(table)}) to stdout`)
        .readable(),
    async [Symbol.asyncDispose]() {
      await held?.rollback()
      await Promise.all([reader.end({ timeout: 1 }), locker.end({ timeout: 1 })])
    },
  }
}

/** As they are now: nobody changes or drops one before the transaction ends. */
async function lockTableDefinitions(tx: TransactionSql, schemas: readonly string[]): Promise<void> {
  const names = (await readTables(tx, schemas)).map(qualifiedName)
  if (names.length > 0) await tx.unsafe(`lock table ${names.join(', ')} in access share mode`)
}
