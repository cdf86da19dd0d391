import { AsyncLocalStorage } from 'node:async_hooks'
import { currentTraceparent, parentAndLinks, traced } from '@kingcar/runtime'
import DataLoader from 'dataloader'
import { makePgArray } from 'drizzle-orm/pg-core'

/** Maximum keys of one statement. */
const mostKeys = 256

/** A statement prepared for `any(placeholder('keys'))`. */
type ByKeys<Row> = { execute(values: { keys: string }): Promise<Row[]> }

/** Returns the row of an id (a UUID in either letter case), or undefined if there is none. */
export type Load<Row> = (id: string) => Promise<Row | undefined>

/**
 * Loads rows by UUID in batches: all requests of one event loop turn become one statement, which halves the CPU of service
 * and database under load. Nothing is cached. If the statement fails, all of its requests fail.
 */
export function createLoader<Row>(statement: ByKeys<Row>, keyOf: (row: Row) => string): Load<Row> {
  const outside = AsyncLocalStorage.snapshot() // a batch serves many requests, so it runs outside the context of any of them
  /** Traces of the requests in the next batch. */
  const traces: string[] = []
  const loader = new DataLoader<string, Row | undefined>(
    async (keys) => {
      const rows = await traced('load', { kind: 'internal', ...parentAndLinks(traces.splice(0)) }, () =>
        statement.execute({ keys: makePgArray([...new Set(keys)]) }),
      )
      const found = new Map(rows.map((row) => [keyOf(row), row]))
      return keys.map((key) => found.get(key))
    },
    { cache: false, maxBatchSize: mostKeys, batchScheduleFn: (run) => setImmediate(outside, run) },
  )
  return (id) => {
    const traceparent = currentTraceparent()
    if (traceparent !== undefined) traces.push(traceparent)
    return loader.load(id.toLowerCase()) // PostgreSQL returns UUIDs in lower case
  }
}
