import { periodsOf } from '@kingcar/contract'
import postgres, { type Sql } from 'postgres'
import { services } from '../configuration/secrets.ts'

/** A figure that differs from a count of the rows: the function that found it, and its row. */
export type WrongFigure = { figures: string; row: Record<string, unknown> }

const earliest = Date.parse('2020-01-01T00:00:00+09:00')

/**
 * Compares all figures of statistics with a count of the rows, month by month: no statement locks anything or reads more than a
 * month that has many rows.
 * @param now Unix milliseconds
 */
export async function compareFigures(sql: Sql, now: number): Promise<WrongFigure[]> {
  const months = periodsOf({ since: earliest, until: now }, 'month', Number.POSITIVE_INFINITY)
  const starts = months.map(({ start }) => new Date(start).toISOString())
  const ends = ['-infinity', ...starts, 'infinity']
  const wrong: WrongFigure[] = []
  for (const { schema, name } of await functions(sql, '^wrong_.*_figures$'))
    for (const [index, until] of ends.slice(1).entries()) {
      const rows =
        await sql`select * from ${sql(schema)}.${sql(name)}(${ends[index] ?? ''}::text::timestamptz, ${until}::text::timestamptz)`
      wrong.push(...rows.map((row) => ({ figures: `${schema}.${name}`, row })))
    }
  return wrong
}

/** Largest number of attempts for a count that PostgreSQL aborts to resolve a deadlock. */
const attempts = 5

/**
 * Counts the rows of all figures again. Transactions that change the rows wait until then. A count locks several tables
 * and those transactions lock row by row, so a deadlock is possible: a count that PostgreSQL aborts is repeated.
 * @returns the names of the functions that counted
 */
export async function recountFigures(sql: Sql): Promise<string[]> {
  const found = await functions(sql, '^recount_')
  for (const { schema, name } of found) await recount(sql, schema, name)
  return found.map(({ schema, name }) => `${schema}.${name}`)
}

async function recount(sql: Sql, schema: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await sql`select ${sql(schema)}.${sql(name)}()`
      return
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error
    }
  }
}

const isDeadlock = (error: unknown) => error instanceof postgres.PostgresError && error.code === '40P01'

const functions = (sql: Sql, pattern: string) =>
  sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = any(${[...services]}) and p.proname ~ ${pattern} and p.prorettype <> 'trigger'::regtype
    order by 1, 2`
