import { randomBytes } from 'node:crypto'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import postgres, { type Sql } from 'postgres'
import { inject } from 'vitest'
import { containersWanted, startPostgresContainer } from './containers.ts'
import { faultsOf, type TestPostgres } from './server-faults.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the cluster that a test run shares. */
    postgres: string
  }
}

/**
 * Speed over safety: a test's data does not have to survive a crash of the machine. A killed server process loses
 * nothing.
 */
const settings = { fsync: 'off', synchronous_commit: 'on', full_page_writes: 'off', max_connections: 400 }

/** A separate cluster, for tests that stop, kill or freeze it. Other tests use `testDatabase`. */
export async function startTestPostgres(): Promise<TestPostgres> {
  if (await containersWanted()) return startPostgresContainer()
  const folder = temporaryFolder()
  const password = randomBytes(12).toString('hex')
  const first = await startPostgres({ dataDir: folder.path, password, settings })
  const again = () => startPostgres({ dataDir: folder.path, password, settings, port: first.port })
  return { ...faultsOf(first, again, async () => folder[Symbol.asyncDispose]()), url: first.url }
}

export type TestDatabase = AsyncDisposable & {
  name: string
  /** As the superuser. */
  url: string
  /** As another role of the same database. */
  urlFor(user: string, password: string): string
}

/** A database in the cluster that the test run shares, empty or a copy; dropped when disposed. Roles are shared. */
export async function testDatabase(template = 'template1'): Promise<TestDatabase> {
  const cluster = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(cluster, (sql) => sql.unsafe(`create database ${name} template ${template}`))
  const url = urlOf(cluster, name)
  return {
    name,
    url,
    urlFor(user, password) {
      const own = new URL(url)
      own.username = user
      own.password = password
      return own.href
    },
    async [Symbol.asyncDispose]() {
      await administer(cluster, (sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
    },
  }
}

/**
 * Creates a template unless another file of the run has created it, also in another process. To copy a database takes a tenth of
 * the time of its migrations.
 * @param fill what the copies have; it closes its connections
 * @returns the template's name
 */
export async function databaseTemplate(name: string, fill: (url: string) => Promise<void>): Promise<string> {
  const cluster = inject('postgres')
  await administer(cluster, async (sql) => {
    await sql`select pg_advisory_lock(hashtext(${name}))` // until the connection is closed
    const [done] = await sql`select from pg_database where datname = ${name} and datistemplate`
    if (done) return
    await sql.unsafe(`drop database if exists ${name} with (force)`)
    await sql.unsafe(`create database ${name}`)
    await fill(urlOf(cluster, name))
    await sql.unsafe(`alter database ${name} is_template true`)
  })
  return name
}

function urlOf(cluster: string, database: string): string {
  const url = new URL(cluster)
  url.pathname = `/${database}`
  return url.href
}

async function administer(cluster: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(cluster, { max: 1, onnotice: () => undefined })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
