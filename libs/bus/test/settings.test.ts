import { expect, test } from 'vitest'
import type { Bus } from '../src/index.ts'
import { startBroker, until } from './broker.ts'

const guest = 'recognition.guestName'
let version = 0
const put = (catalog: Bus, key: string, value: unknown) => {
  version += 1
  return catalog.publish([{ id: `setting-${version}`, subject: `settings.${key}`, payload: { value, version } }])
}

test('settings are complete from the start, change without a restart, and have their default on a wrong type', async () => {
  await using broker = await startBroker()
  const catalog = await broker.open('catalog')
  await put(catalog, guest, '첫 손님')
  await put(catalog, guest, '손님')
  await put(catalog, 'something.ofOurOwn', { any: 'thing' })
  const recognition = await broker.open('recognition')
  const settings = await recognition.watchSettings()
  expect(settings.get(guest)).toBe('손님')
  expect(settings.get('recognition.maskName')).toBe(false)

  const changes: [string, unknown][] = []
  settings.onChange((key) => void changes.push([key, settings.get(key)]))
  await put(catalog, 'something.ofOurOwn', 1)
  await put(catalog, 'recognition.maskName', true)
  await put(catalog, guest, { not: 'text' })
  await put(catalog, 'recognition.minimumConfidence', 2)
  await until(() => changes.length === 3, 'three changes')
  expect(changes).toEqual([
    ['recognition.maskName', true],
    [guest, '방문객'],
    ['recognition.minimumConfidence', 0.8],
  ])
})

test('a setting with invalid data has its default', async () => {
  await using broker = await startBroker()
  const settings = await (await broker.open('recognition')).watchSettings()
  const setup = await broker.setup()
  const js = setup.jetstream()
  let changes = 0
  settings.onChange(() => {
    changes += 1
  })
  for (const text of ['{"value":"손님"}', '{', '', 'null']) await js.publish(`settings.${guest}`, text)
  await until(() => changes === 4)
  expect(settings.get(guest)).toBe('방문객')
})

test('a change made while the server was down arrives after its start', async () => {
  await using broker = await startBroker()
  const recognition = await broker.open('recognition')
  const settings = await recognition.watchSettings()
  const catalog = await broker.open('catalog')
  await broker.nats.kill()
  await until(() => !catalog.connected)
  await expect(put(catalog, guest, '손님')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await broker.nats.start()
  await until(
    async () =>
      put(catalog, guest, '손님').then(
        () => true,
        () => false,
      ),
    'the publish',
  )
  await until(() => settings.get(guest) === '손님', 'the setting')
})
