import { contract, settingValueLimit } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { admin, startTestCatalog } from './catalog.ts'

const { listAppSettings, putAppSetting, deleteAppSetting } = contract.catalog
const largest = 'x'.repeat(settingValueLimit - 2)
const full = { code: 'VALIDATION_FAILED', details: [{ path: 'value' }] }

test('settings are rejected before their list exceeds a bus message, also with concurrent writes', async () => {
  await using catalog = await startTestCatalog()
  const put = (key: string, value: unknown) => catalog.call(putAppSetting, { key, value })
  for (let at = 0; at < 28; at++) await put(`custom.large${at}`, largest)
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, at) => put(`custom.larger${at}`, largest).catch((error: unknown) => error)),
  )
  const refused = outcomes.filter((outcome) => outcome instanceof Error)
  expect(refused.length).toBeGreaterThan(2)
  for (const error of refused) expect(error).toMatchObject(full)
  await expect(put('custom.one.more', largest)).rejects.toMatchObject(full)

  const custom = async () =>
    (await catalog.call(listAppSettings, {})).filter(({ key }) => key.startsWith('custom.large')).map(({ key }) => key)
  expect(await custom()).toHaveLength(36 - refused.length)
  await put('orders.refundDays', 14) // known keys are exempt from the limit
  const [first = ''] = await custom()
  await catalog.call(deleteAppSetting, { key: first })
  await put('custom.one.more', largest)
})

test('deleted settings keep no value', async () => {
  await using catalog = await startTestCatalog()
  for (let at = 0; at < 4; at++) {
    await catalog.call(putAppSetting, { key: `custom.gone${at}`, value: largest })
    await catalog.call(deleteAppSetting, { key: `custom.gone${at}` })
  }
  const [kept] = await catalog.backend.sql`
    select sum(octet_length(value))::integer as bytes from catalog.app_settings where removed`
  expect(kept?.bytes).toBeLessThan(100)
})

test('many small settings are limited too', async () => {
  await using catalog = await startTestCatalog()
  await catalog.backend.sql`
    insert into catalog.app_settings (key, value, description, updated_at, updated_by)
    select 'custom.small' || i, '1', null, now(), ${admin.id} from generate_series(1, 2000) i`
  await expect(catalog.call(putAppSetting, { key: 'custom.small', value: 1 })).rejects.toMatchObject(full)
})
