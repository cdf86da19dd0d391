import { randomBytes } from 'node:crypto'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import postgres from 'postgres'
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

/** An empty database in the cluster that the test run shares; dropped when disposed. Roles are shared. */
export async function testDatabase(cluster: string = inject('postgres')): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    urlFor(user, password) {
      const own = new URL(url)
      own.username = user
      own.password = password
      return own.href
    },
    async [Symbol.asyncDispose]() {
      await administer(cluster, `drop database if exists ${name} with (force)`)
    },
  }
}

async function administer(cluster: string, statement: string): Promise<void> {
  const sql = postgres(cluster, { max: 1, onnotice: () => undefined })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
