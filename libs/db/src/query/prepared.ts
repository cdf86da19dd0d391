import { fillPlaceholders, getTableColumns, type InferInsertModel, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type PgColumn, PgDatabase, type PgTable } from 'drizzle-orm/pg-core'
import { DrizzleSession, dialect } from '../connection/drizzle-session.ts'
import type { Parameter } from '../connection/session.ts'
import { scopeOf, sessionOf } from '../connection/transactions.ts'
import type { Reader, Tx } from '../types.ts'

/**
 * Builds drizzle statements once per connection, for transactions and short reads. Building one takes three times the CPU of
 * running it.
 * @param build makes the statements by `prepare`
 * @returns a function that returns the statements of a transaction or of `Database.read`
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
 * Sends a statement immediately: later statements run after it, whether it is awaited or not, and if it fails, the transaction
 * fails. drizzle sends a statement only when it is awaited, so the order of several concurrent ones is undefined.
 */
export function runInOrder<Row>(tx: Tx, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const scope = scopeOf(tx)
  const rows = scope.session.run(text, params as Parameter[]).then((answer) => [...answer] as Row[])
  scope.require(rows) // of several failures the first is reported
  return rows
}

/**
 * Sends a statement whose result is not needed, without waiting: a later statement runs after it and costs no further round trip.
 * If it fails, the transaction fails.
 */
export function sendInOrder(tx: Tx, statement: SQLWrapper): void {
  void runInOrder(tx, statement.getSQL())
}

/** Resolves when every statement that the transaction sent without waiting has succeeded; rejects with the first failure. */
export async function sentStatements(tx: Tx): Promise<void> {
  await scopeOf(tx).required
}

/**
 * Returns a function that inserts a row of plain values without waiting. If the insert fails, the transaction fails.
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
  /** The built statements, with the names of the columns of a row as key. */
  const inserts = new Map<string, ReturnType<typeof build>>()
  return (tx, row) => {
    const given: Record<string, unknown> = row
    const names = Object.keys(given).filter((name) => given[name] !== undefined)
    const key = names.join()
    const insert = inserts.get(key) ?? build(tx, names)
    inserts.set(key, insert)
    const scope = scopeOf(tx)
    // Not sent by drizzle, which would send it later: the next statement must not overtake this one.
    scope.require(scope.session.run(insert.sql, fillPlaceholders(insert.params, given) as Parameter[]))
  }
}

/** A placeholder with the column's encoder, which does not handle null. */
function placeFor(name: string, column: PgColumn | undefined) {
  if (!column) throw new TypeError(`no column ${name}`)
  const mapToDriverValue = (value: unknown) => (value === null ? null : column.mapToDriverValue(value))
  return sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`
}
