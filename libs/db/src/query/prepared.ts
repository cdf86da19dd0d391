import { fillPlaceholders, getTableColumns, type InferInsertModel, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDatabase, type PgTable } from 'drizzle-orm/pg-core'
import { DrizzleSession, dialect } from '../connection/drizzle-session.ts'
import type { Parameter } from '../connection/session.ts'
import { scopeOf, sessionOf } from '../connection/transactions.ts'
import type { Reader, Tx } from '../types.ts'

/**
 * Statements that are built once for each connection, for transactions and short reads alike: to build one takes three
 * times the CPU that it takes to run it.
 * @param build makes them by `prepare`
 * @returns a function that gives those of a transaction, or of the reader of a database
 */
export function prepared<S extends object>(build: (on: Reader) => S): (on: Reader) => S {
  const built = new WeakMap<object, S>()
  return (on) => {
    const session = sessionOf(on)
    const key = session ?? on
    const known = built.get(key)
    if (known) return known
    const made = build(session ? new PgDatabase(dialect, new DrizzleSession(() => session), undefined) : on)
    built.set(key, made)
    return made
  }
}

/**
 * Runs a statement in its place: what is sent after it runs after it, whether it is awaited or not, and where it fails so
 * does the transaction. drizzle's own statements begin when they are awaited, so that of several at once the order is
 * nobody's.
 */
export async function runInOrder<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const scope = scopeOf(tx)
  const answer = scope.session.run(text, params as Parameter[])
  scope.require(answer) // of several that fail together the first one's reason counts
  return [...(await answer)] as Row[]
}

/**
 * Makes the function that inserts a row of plain values, which is sent and not waited for: where it fails, so does the
 * transaction.
 */
export function preparedInsert<T extends PgTable>(table: T): (tx: Tx, row: InferInsertModel<T>) => void {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const build = (tx: Tx, names: readonly string[]) => {
    const places = names.map((name) => [name, placeFor(name, columns[name])])
    return tx
      .insert(table)
      .values(Object.fromEntries(places) as never)
      .toSQL()
  }
  /** By the columns that are given. */
  const inserts = new Map<string, ReturnType<typeof build>>()
  return (tx, row) => {
    const given: Record<string, unknown> = row
    const names = Object.keys(given).filter((name) => given[name] !== undefined)
    const key = names.join()
    const insert = inserts.get(key) ?? build(tx, names)
    inserts.set(key, insert)
    const scope = scopeOf(tx)
    // Not by drizzle, which sends a moment later: what comes next must not overtake it.
    scope.require(scope.session.run(insert.sql, fillPlaceholders(insert.params, given) as Parameter[]))
  }
}

/** A value to come. The encoder of a column is not made for null. */
function placeFor(name: string, column: PgColumn | undefined) {
  if (!column) throw new TypeError(`no column ${name}`)
  const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value))
  return sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`
}
