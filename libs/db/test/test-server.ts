import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@kingcar/runtime'
import { deadline } from '@kingcar/testing'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import postgres from 'postgres'
import { type Postgres, startPostgres } from '../../localstack/src/postgres.ts'
import { type DatabaseOptions, migrate, openDatabase } from '../src/index.ts'

export const things = pgTable('thing', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  amount: integer().notNull(),
})

const tables = `create table thing (
  id uuid primary key default uuidv7(),
  name text not null unique,
  amount integer not null default 0
);
`

export type Server = AsyncDisposable & {
  postgres: Postgres
  /** Folder of the cluster's folder `postgres`. */
  dataDir: string
  /** Runs anything as the superuser. */
  admin: postgres.Sql
  /** URL of the database for a role. */
  urlFor(role: string, password?: string): string
  /** A folder of migrations. */
  folder(files: Record<string, string>): string
  open(options?: Partial<DatabaseOptions>): ReturnType<typeof openDatabase>
  stop(): Promise<void>
  /** The same cluster on the same port, after a stop. */
  start(): Promise<void>
}

const password = 'correct horse'

/** Starts a PostgreSQL for one test file, with a migrated schema `shop` and a table in it. */
export async function startServer(): Promise<Server> {
  const home = mkdtempSync(join(tmpdir(), 'db-test-'))
  const options = { dataDir: home, password, settings: { fsync: 'off' } }
  let server = await startPostgres(options)
  const { port } = server
  const urlFor = (role: string, secret = password) =>
    `postgres://${role}:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres`
  const admin = postgres(server.url, { max: 2, fetch_types: false, onnotice: () => {}, backoff: () => 0.05 })
  const folder = (files: Record<string, string>) => {
    const made = mkdtempSync(join(home, 'migrations-'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(made, name), content)
    return made
  }
  const services = [{ name: 'shop', password, folder: folder({ '0001_things.sql': tables }) }]
  await migrate({ url: server.url, services, log: () => {} })
  return {
    get postgres() {
      return server
    },
    dataDir: home,
    admin,
    urlFor,
    folder,
    open: (changes) =>
      openDatabase({
        url: urlFor('shop'),
        schema: 'shop',
        name: 'test',
        log: createLogger('test', 'silent'),
        ...changes,
      }),
    stop: () => server.stop(),
    start: async () => {
      server = await startPostgres({ ...options, port })
    },
    async [Symbol.asyncDispose]() {
      await admin.end({ timeout: 1 })
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Waits until the condition is true. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const end = performance.now() + deadline
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} did not come about`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The error code of a promise (`none` without an error), and how long it took. */
export async function failure(work: Promise<unknown>): Promise<{ code: string; ms: number }> {
  const began = performance.now()
  const error = await work.then(
    () => ({ code: 'none' }),
    (reason: unknown) => reason,
  )
  const code = error instanceof Object && 'code' in error ? String(error.code) : String(error)
  return { code, ms: performance.now() - began }
}

/** A port that accepts connections and only calls `answer`. */
export async function deafPort(answer: (socket: net.Socket) => void): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()))
    answer(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
