import type { Sql, TransactionSql } from 'postgres'
import { scramVerifier } from './scram-verifier.ts'

/** Roles belong to the whole server, so a migration of another database may change the same role concurrently. */
const attempts = 5
const concurrentUpdate = 'XX000'
const duplicates = ['42710', '23505']

/**
 * Creates or updates a service's role and schema: the role can sign in, reads and writes rows of its own schema, and
 * creates nothing. It can also read the schema `operations`, which must exist. The role that runs this owns everything;
 * it needs the right to create roles, but is not necessarily a superuser.
 * @param name of role and schema; a checked identifier
 */
export async function ensureService(sql: Sql | TransactionSql, name: string, password: string): Promise<void> {
  await ensureRole(sql, name, password)
  await sql.unsafe(`
    create schema if not exists ${name};
    revoke all on schema ${name} from public;
    revoke all on schema ${name} from ${name};
    grant usage on schema ${name} to ${name};
    grant select, insert, update, delete on all tables in schema ${name} to ${name};
    grant usage on all sequences in schema ${name} to ${name};
    alter default privileges in schema ${name} grant select, insert, update, delete on tables to ${name};
    alter default privileges in schema ${name} grant usage on sequences to ${name};
    grant usage on schema operations to ${name};
    grant select on operations.backup to ${name};
    grant execute on function operations.oldest_transaction_seconds() to ${name};
  `)
  await grantDatabase(sql, name)
}

/** Lets a service's role connect to this database, and sets its schema: rights that a copy of a database does not have. */
export async function grantDatabase(sql: Sql | TransactionSql, name: string): Promise<void> {
  const database = await databaseOf(sql)
  await sql.unsafe(`
    grant connect on database ${database} to ${name};
    alter role ${name} in database ${database} set search_path = ${name};
  `)
}

/**
 * Revokes the default rights that all roles have in PostgreSQL: no tables in `public`, no temporary tables, no
 * connection.
 */
export async function revokePublicRights(sql: Sql | TransactionSql): Promise<void> {
  await sql.unsafe(`
    revoke all on schema public from public;
    revoke all on database ${await databaseOf(sql)} from public;
  `)
}

async function ensureRole(sql: Sql | TransactionSql, name: string, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [exists] = await sql`select from pg_roles where rolname = ${name}`
    // These attributes are set only at creation: changing them needs a superuser.
    const change = exists ? `alter role ${name}` : `create role ${name} nocreatedb nocreaterole noinherit`
    try {
      await sql.unsafe(`${change} login password '${scramVerifier(password)}'`)
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === attempts || ![concurrentUpdate, ...duplicates].includes(code)) throw error
    }
  }
}

async function databaseOf(sql: Sql | TransactionSql): Promise<string> {
  const [row] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`
  return row?.name ?? ''
}
