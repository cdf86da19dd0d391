/**
 * Terminates backends of the driver's client at every stage of a statement, and prints the numbers of uncaught exceptions and
 * of statements on a dead connection that never ended. (The driver's own transactions may still hang, which is why this
 * library has its own.) Arguments: URL of the database, module of the driver.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type postgresDriver from 'postgres'

const [url = '', module = 'postgres'] = process.argv.slice(2)
const { default: postgres }: { default: typeof postgresDriver } = await import(module)

let uncaught = 0
process.on('uncaughtException', () => {
  uncaught += 1
})

const rounds = 15
const settings = { max: 4, fetch_types: false, backoff: () => 0, onnotice: () => {} }
const killer = postgres(url, { ...settings, max: 1 })

/** True if it settles within two seconds. */
const ends = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    wait(2_000, false),
  ])

let hung = 0
for (let round = 0; round < rounds; round++) {
  const sql = postgres(url, settings)
  // The driver reserves no connection that it would have to make first.
  await sql`select 1`
  const reserved = await sql.reserve()
  await ends(Promise.resolve(reserved`select pg_terminate_backend(pg_backend_pid())`))
  // The connection is lost, and this statement is still bound to it.
  if (!(await ends(Promise.resolve(reserved`select 1`)))) hung += 1
  const busy = Array.from({ length: 12 }, (_, at) =>
    ends(
      sql.begin(async (tx) => {
        await tx`select pg_sleep(${(at + round) / 2_000})`
        await wait(at % 4)
        await tx`select ${at}::int`
      }),
    ),
  )
  await wait(round % 5)
  await killer`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()`
  await Promise.all(busy)
  await sql.end({ timeout: 0 })
}
await killer.end({ timeout: 1 })
process.stdout.write(`${JSON.stringify({ uncaught, hung })}\n`, () => process.exit())
