import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { migrate } from '@kingcar/db'
import { root } from '@kingcar/localstack/paths'
import postgres, { type Sql } from 'postgres'
import { fillHistory } from './fill-history.ts'
import type { Workload } from './workload.ts'

const password = randomBytes(16).toString('hex')

/** Seconds between past visits: as of twenty stores that are open all day. */
const apart = 60

/**
 * Creates a database with the tables of recognition, as full as after years: stores, plates, of which every other one
 * belongs to a member, and past visits with their reads. Returns the URL for the service's role.
 * @param between seconds between past visits
 */
export async function createDatabase(
  server: string,
  name: string,
  workload: Workload,
  history: number,
  between = apart,
): Promise<string> {
  const database = await createEmptyDatabase(server, name, 'recognition')
  await fillHistory(database.superuser, workload, { visits: history, apart: between })
  return database.service
}

/** Creates a database with the tables of a service. Returns the URLs for its role and for a role that may fill it. */
export async function createEmptyDatabase(
  server: string,
  name: string,
  service: 'recognition' | 'catalog',
): Promise<{ service: string; superuser: string }> {
  await onServer(server, (sql) => sql.unsafe(`create database ${name}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  const superuser = url.href
  const folder = join(root, `services/${service}/migrations`)
  await migrate({ url: superuser, services: [{ name: service, password, folder }], log: () => undefined })
  url.username = service
  url.password = password
  return { service: url.href, superuser }
}

/** Fills the existing tables of recognition. */
export const fillDatabase = (url: string, workload: Workload, history: number): Promise<void> =>
  fillHistory(url, workload, { visits: history, apart })

/** Version of the server. */
export const postgresVersion = (server: string): Promise<string> =>
  onServer(server, async (sql) => {
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`
    return row?.version ?? 'unknown'
  })

export async function onServer<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
