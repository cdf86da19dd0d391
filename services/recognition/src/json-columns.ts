import { type SQL, sql } from 'drizzle-orm'

/**
 * One column of `rows from (…)`, as text. Sending rows by column costs PostgreSQL and the network a third less than as
 * objects.
 */
export const jsonColumn = <Row>(rows: readonly Row[], value: (row: Row) => unknown): SQL =>
  sql`json_array_elements_text(${JSON.stringify(rows.map(value))}::text::json)`
