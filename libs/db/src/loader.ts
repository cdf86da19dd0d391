import { AsyncLocalStorage } from 'node:async_hooks'
import DataLoader from 'dataloader'
import { makePgArray } from 'drizzle-orm/pg-core'

/** Keys of one statement. */
const mostKeys = 256

/** A statement prepared for `any(placeholder('keys'))`. */
type ByKeys<Row> = { execute(values: { keys: string }): Promise<Row[]> }

/** Gives the row of a key, or undefined where there is none. */
export type Load<Row> = (key: string) => Promise<Row | undefined>

/**
 * Rows by key, gathered: what one turn of the event loop asks for is one statement, which costs the service and the
 * database a third of a statement each. Nothing is cached. Fails as the statement does, for all that it asked for.
 */
export function createLoader<Row>(statement: ByKeys<Row>, keyOf: (row: Row) => string): Load<Row> {
  const outside = AsyncLocalStorage.snapshot() // a batch is on behalf of many requests, and so of none
  const loader = new DataLoader<string, Row | undefined>(
    async (keys) => {
      const rows = await statement.execute({ keys: makePgArray([...new Set(keys)]) })
      const found = new Map(rows.map((row) => [keyOf(row), row]))
      return keys.map((key) => found.get(key))
    },
    { cache: false, maxBatchSize: mostKeys, batchScheduleFn: (run) => setImmediate(outside, run) },
  )
  return (key) => loader.load(key)
}
