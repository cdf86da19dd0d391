import type { Sql, TransactionSql } from 'postgres'

/** A table as it is copied. */
export type TableMetadata = {
  schema: string
  name: string
  /** Those that are stored and not made of others, in their order. */
  columns: string[]
  /** Of one that is parted: the names of its parts, and what each takes, as PostgreSQL says it. */
  partitions: { name: string; bound: string }[]
}

const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`

/** As a statement names it. */
export const qualifiedName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`

export const columnList = ({ columns }: TableMetadata): string => columns.map(quoted).join(', ')

/** All tables of these schemas; a part of one is no table of its own. */
export async function readTables(sql: Sql | TransactionSql, schemas: readonly string[]): Promise<TableMetadata[]> {
  return [
    ...(await sql<TableMetadata[]>`
      select n.nspname as schema, c.relname as name,
        (select json_agg(a.attname order by a.attnum) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
        coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid))
            order by p.relname)
          from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ${sql([...schemas])} and c.relkind in ('r', 'p') and not c.relispartition
      order by 1, 2`),
  ]
}
