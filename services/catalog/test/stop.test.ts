import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { startTestCatalog } from './catalog.ts'

const { putAppSetting } = contract.catalog

test('the events of the last write are published before the service has stopped', async () => {
  await using catalog = await startTestCatalog()
  const relay = await catalog.backend.sql.reserve()
  await relay`select pg_advisory_lock(hashtextextended('catalog.outbox', 0))`
  const put = () => catalog.call(putAppSetting, { key: 'custom.last', value: 1 })
  await put()
  const stopped = catalog.stop()
  await expect.poll(() => put().catch(({ code }) => code)).toBe('UNAVAILABLE')
  await relay`select pg_advisory_unlock(hashtextextended('catalog.outbox', 0))`
  relay.release()
  await stopped
  await expect.poll(() => catalog.events.filter(({ name }) => name === 'catalog.audited').length).toBeGreaterThan(0)
  expect(await catalog.backend.sql`select from catalog.outbox`).toHaveLength(0)
})
