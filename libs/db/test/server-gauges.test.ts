import { startedBeforeAll } from '@kingcar/testing/before-all'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { startServer, until } from './test-server.ts'

const server = startedBeforeAll(startServer)

test('a service reports the connections of PostgreSQL, and the age of a transaction of another role', async () => {
  const register = new Registry()
  await using _db = await server.open({ register })
  const reported = async (name: string) =>
    (await register.getSingleMetric(`kingcar_database_${name}`)?.get())?.values[0]?.value ?? Number.NaN
  const [limits] = await server.admin`
    select current_setting('max_connections')::int - 3 as all, (select count(*)::int from pg_stat_activity) as backends`
  expect(await reported('connections_maximum')).toBe(limits?.all)
  expect(await reported('connections')).toBeGreaterThanOrEqual(2)
  expect(await reported('connections')).toBeLessThanOrEqual(limits?.backends + 4)
  expect(await reported('oldest_transaction_seconds')).toBeLessThan(1)
  await server.admin.begin(async (tx) => {
    await tx`select txid_current()` // a transaction that then does nothing
    await until(async () => (await reported('oldest_transaction_seconds')) > 1)
  })
  await until(async () => (await reported('oldest_transaction_seconds')) < 1)
})
