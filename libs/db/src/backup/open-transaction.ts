import postgres, { type Sql, type TransactionSql } from 'postgres'
import { peerTimeouts } from '../connection/peer-timeouts.ts'

/** A transaction that stays open until `commit` or `rollback`, or until its connection closes. */
export type OpenTransaction = {
  tx: TransactionSql
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Opens one connection without time limits. A lifetime would make postgres.js replace it. */
export const openLongSession = (url: string, name: string): Sql =>
  postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: name,
      lock_timeout: 60_000,
      statement_timeout: 0,
      idle_in_transaction_session_timeout: 0,
      timezone: 'UTC',
      datestyle: 'ISO',
      ...peerTimeouts,
    },
  } as postgres.Options<Record<string, never>>)

export async function openTransaction(sql: Sql, mode = ''): Promise<OpenTransaction> {
  const begun = Promise.withResolvers<TransactionSql>()
  const ending = Promise.withResolvers<void>()
  const transaction = sql.begin(mode, async (tx) => {
    begun.resolve(tx)
    await ending.promise
  })
  transaction.catch(begun.reject)
  return {
    tx: await begun.promise,
    async commit() {
      ending.resolve()
      await transaction
    },
    async rollback() {
      ending.reject(new Error('rolled back'))
      await transaction.catch(() => undefined)
    },
  }
}
