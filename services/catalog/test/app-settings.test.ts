import { type AppSetting, contract, knownSettings, settingKeys } from '@kingcar/contract'
import { outcome, refusal, testProcess } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { admin, startBeforeAll, startCatalog } from './catalog.ts'

const { listAppSettings, putAppSetting, getAppSetting, deleteAppSetting } = contract.catalog
const catalog = startBeforeAll()
const get = (key: string): Promise<AppSetting> => catalog.call(getAppSetting, { key })
const put = (key: string, value: unknown, description?: string | null): Promise<AppSetting> =>
  catalog.call(putAppSetting, { key, value, ...(description === undefined ? {} : { description }) })

describe('known keys', () => {
  test('have their default until they are set', async () => {
    const all = await catalog.call(listAppSettings, {})
    for (const key of settingKeys) {
      expect(all.find((setting) => setting.key === key)).toEqual({
        key,
        value: knownSettings[key].default,
        description: knownSettings[key].description,
        updatedAt: null,
        updatedBy: null,
      })
    }
  })

  test('are set, and deleted back to the default', async () => {
    const set = await put('orders.refundDays', 14)
    expect(set).toMatchObject({ value: 14, description: knownSettings['orders.refundDays'].description })
    expect(set.updatedAt).toMatch(/Z$/)
    expect(await get('orders.refundDays')).toEqual(set)
    expect(await catalog.call(deleteAppSetting, { key: 'orders.refundDays' })).toBeNull()
    expect(await get('orders.refundDays')).toMatchObject({ value: 7, updatedAt: null, updatedBy: null })
    expect(await catalog.call(deleteAppSetting, { key: 'orders.refundDays' })).toBeNull()
  })

  test.each([
    ['recognition.minimumConfidence', 1.1],
    ['recognition.minimumConfidence', '0.9'],
    ['recognition.minimumConfidence', null],
    ['recognition.revisitSeconds', 1.5],
    ['recognition.guestName', ''],
    ['recognition.guestName', ' \n'],
    ['recognition.maskName', 'true'],
    ['orders.refundDays', { days: 7 }],
  ])('%s rejects %j', async (key, value) => {
    await expect(put(key, value)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'value', ko: expect.any(String), en: expect.any(String) }],
    })
    expect(await get(key)).toMatchObject({ updatedAt: null })
  })
})

describe('other keys', () => {
  test.each([[null], [0], [''], ['한글'], [[1, { b: 2, a: 1 }]], [{ z: 1, a: { deep: [true, null] } }]])(
    'keep %j as it was given',
    async (value) => {
      await put('custom.value', value, '설명')
      const { value: kept, description } = await get('custom.value')
      expect(JSON.stringify(kept)).toBe(JSON.stringify(value))
      expect(description).toBe('설명')
    },
  )

  test('keep their description if a change gives none, and lose it with null', async () => {
    await put('custom.described', 1, 'why')
    expect(await put('custom.described', 2)).toMatchObject({ value: 2, description: 'why' })
    expect(await put('custom.described', 2, null)).toMatchObject({ description: null })
  })

  test('are not found before they are set and after they are deleted', async () => {
    await expect(get('custom.none')).rejects.toMatchObject({ code: 'APP_SETTING_NOT_FOUND' })
    expect(await outcome(catalog.call(deleteAppSetting, { key: 'custom.none' }))).toBe('APP_SETTING_NOT_FOUND')
    await put('custom.gone', 1)
    await catalog.call(deleteAppSetting, { key: 'custom.gone' })
    await expect(get('custom.gone')).rejects.toMatchObject({ code: 'APP_SETTING_NOT_FOUND' })
    expect((await catalog.call(listAppSettings, {})).some(({ key }) => key === 'custom.gone')).toBe(false)
  })

  test('hold 16 KiB of JSON and no byte more', async () => {
    await put('custom.large', 'x'.repeat(16 * 1024 - 2))
    await expect(put('custom.large', 'x'.repeat(16 * 1024 - 1))).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'value'),
    )
    await expect(put('custom.large', '가'.repeat(6_000))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})

test('a version never repeats, so that If-Match of a deleted value does not match its successor', async () => {
  await put('custom.version', 1)
  const first = await catalog.etag(getAppSetting, { key: 'custom.version' })
  await catalog.call(deleteAppSetting, { key: 'custom.version' }, { ifMatch: first ?? '' })
  await put('custom.version', 2)
  expect(await catalog.etag(getAppSetting, { key: 'custom.version' })).not.toBe(first)
  await expect(
    catalog.call(deleteAppSetting, { key: 'custom.version' }, { ifMatch: first ?? '' }),
  ).rejects.toMatchObject({ code: 'CHANGED_SINCE', details: [{ path: 'value' }, { path: 'description' }] })
})

test('concurrent writes of a new key are serialised', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, at) => put('custom.race', at)))
  expect(await catalog.etag(getAppSetting, { key: 'custom.race' })).toBe('"8"')
})

test('`updatedBy` has the name once the member service has published it, and the newest name wins', async () => {
  await put('custom.author', 1)
  const tell = async (name: string, version: number) => {
    const payload = { adminId: admin.id, name, version }
    const publisher = await catalog.backend.bus('member')
    await publisher.publish([{ id: `${admin.id}.${version}`, subject: 'evt.member.adminChanged', payload }])
  }
  await tell('김새이름', 2)
  await tell('김옛이름', 1)
  await expect.poll(async () => (await get('custom.author')).updatedBy).toBe('김새이름')
  expect((await put('custom.author', 2)).updatedBy).toBe('김새이름')
})

test('every write is audited with before and after', async () => {
  await put('custom.audited', 1, 'first')
  await put('custom.audited', 2)
  await catalog.call(deleteAppSetting, { key: 'custom.audited' })
  const audited = () =>
    catalog.events
      .filter(({ name, payload }) => name === 'catalog.audited' && payload.entityId === 'custom.audited')
      .map(({ payload: { action, before, after, actorId } }) => ({ action, before, after, actorId }))
  const actorId = admin.id
  await expect.poll(audited).toEqual([
    { action: 'putAppSetting', before: null, after: { value: 1, description: 'first' }, actorId },
    {
      action: 'putAppSetting',
      before: { value: 1, description: 'first' },
      after: { value: 2, description: 'first' },
      actorId,
    },
    { action: 'deleteAppSetting', before: { value: 2, description: 'first' }, after: null, actorId },
  ])
})

describe('the stream of settings', () => {
  test('follows each change, in another process, without a restart', async () => {
    const settings = await (await catalog.backend.bus('recognition')).watchSettings()
    expect(settings.get('recognition.guestName')).toBe('방문객')
    await put('recognition.guestName', '손님')
    await expect.poll(() => settings.get('recognition.guestName')).toBe('손님')
    await catalog.call(deleteAppSetting, { key: 'recognition.guestName' })
    await expect.poll(() => settings.get('recognition.guestName')).toBe('방문객')
  })

  test('is restored at a start, if it was lost', async () => {
    await put('recognition.revisitSeconds', 90)
    await catalog.backend.purge('SETTINGS')
    await using _second = await startCatalog(catalog.options, testProcess())
    const settings = await (await catalog.backend.bus('orders')).watchSettings()
    await expect.poll(() => settings.get('recognition.revisitSeconds')).toBe(90)
  })

  test('has the default of a known key whose stored value an earlier version accepted, and the service starts', async () => {
    await put('recognition.guestName', '손님')
    await catalog.backend.sql`
      update catalog.app_settings set value = to_json(chr(12644))::text where key = 'recognition.guestName'`
    await using _second = await startCatalog(catalog.options, testProcess())
    const settings = await (await catalog.backend.bus('orders')).watchSettings()
    await expect.poll(() => settings.get('recognition.guestName')).toBe('방문객')
    expect(await get('recognition.guestName')).toMatchObject({ value: '방문객' })
  })
})
