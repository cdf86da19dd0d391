import type { Sql, TransactionSql } from 'postgres'
import { scramVerifier } from './scram-verifier.ts'

/** Roles belong to the whole server: another database's run may write the same one at the same moment. */
const attempts = 5
const concurrentUpdate = 'XX000'
const duplicates = ['42710', '23505']

/**
 * Makes a service's role and schema what they must be: it signs in, reads and writes the rows of its own schema, and
 * creates nothing. Everything belongs to the role that runs this, which may create roles but need be no superuser.
 * @param name of role and schema; a checked identifier
 */
export async function ensureService(sql: Sql | TransactionSql, name: string, password: string): Promise<void> {
  const database = await databaseOf(sql)
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
    grant connect on database ${database} to ${name};
    alter role ${name} in database ${database} set search_path = ${name};
  `)
}

/** Nobody creates anything by default: no table in `public`, no temporary one. */
export async function revokePublicRights(sql: Sql | TransactionSql): Promise<void> {
  await sql.unsafe(`
    revoke all on schema public from public;
    revoke all on database ${await databaseOf(sql)} from public;
  `)
}

async function ensureRole(sql: Sql | TransactionSql, name: string, password: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [exists] = await sql`select from pg_roles where rolname = ${name}`
    // Limits are set once: to repeat them takes rights that a role without superuser lacks.
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
