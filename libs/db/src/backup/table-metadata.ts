import type { Sql, TransactionSql } from 'postgres'

/** The metadata that copying a table needs. */
export type TableMetadata = {
  schema: string
  name: string
  /** Stored columns in order, without generated ones. */
  columns: string[]
  /** Only of a partitioned table: names of its partitions and their bounds as SQL. */
  partitions: { name: string; bound: string }[]
}

const quoted = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`

/** The table's quoted name with its schema. */
export const qualifiedName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`

export const columnList = ({ columns }: TableMetadata): string => columns.map(quoted).join(', ')

/** All tables of these schemas, without partitions. */
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
