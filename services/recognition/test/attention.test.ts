import { type AdminRole, served } from '@kingcar/contract'
import { callerOf, waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { administratorBeforeAll } from './administrator.ts'
import { ago, readOf, startBeforeAll } from './recognition.ts'

const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const attention = async () => {
  const { items } = await admin.call(served.recognition.getAttention, {})
  return (kind: string) => items.filter((item) => item.kind === kind)
}

test('offline devices by store, the longest silent first, without removed ones', async () => {
  const { sql } = recognition.backend
  const { storeId, deviceId } = await recognition.addStore('홍대점')
  const seen = await recognition.addDevice(storeId)
  const removed = await recognition.addDevice(storeId)
  await sql`update recognition.devices set created_at = now() - interval '2 days' where id = ${deviceId}`
  await sql`update recognition.devices set last_seen_at = now() - interval '3 days' where id = ${seen}`
  await sql`update recognition.devices set removed_at = now() where id = ${removed}`
  const found = (await attention())('offlineDevices').find((item) => item.storeId === storeId)
  expect(found).toMatchObject({ count: 2, examples: [{ id: seen, name: '출입구' }, { id: deviceId }] })
  expect(found?.since).toBe(found?.examples[0]?.since)
  await sql`update recognition.devices set heartbeat_sent_at = now(), last_seen_at = now() where store_id = ${storeId}`
  expect((await attention())('offlineDevices').find((item) => item.storeId === storeId)).toBeUndefined()
})

test('thousands of offline devices at thousands of stores fit into one reply, with the latest outages', async () => {
  const { sql } = recognition.backend
  await sql`
    insert into recognition.devices (id, store_id, name, created_at, last_seen_at)
    select gen_random_uuid(), s.id, repeat('입', 100), now() - interval '9 days', now() - make_interval(hours => s.n)
    from (select gen_random_uuid() as id, n from generate_series(1, 4000) n) s, generate_series(1, 3)`
  const part = await admin.call(served.recognition.getAttention, {})
  expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1_000_000)
  expect(part.truncated).toEqual(['offlineDevices', 'silentStores'])
  expect(part.items.filter(({ kind }) => kind === 'silentStores')).toHaveLength(2_000)
  const offline = part.items.filter(({ kind }) => kind === 'offlineDevices')
  expect(offline).toHaveLength(2_000)
  expect(offline.filter(({ count }) => count === 3).length).toBeGreaterThan(1_990)
  expect(offline.filter(({ examples }) => examples.length > 0)).toHaveLength(250)
  const oldest = offline.map(({ since }) => since ?? '').reduce((one, other) => (one < other ? one : other))
  expect(Date.now() - Date.parse(oldest)).toBeLessThan(2_100 * 3_600_000)
  await sql`delete from recognition.devices where name = repeat('입', 100)`
})

test('the last visit of each store that has devices', async () => {
  const { storeId } = await recognition.addStore('판교점')
  const before = (await attention())('silentStores')
  expect(before.find((item) => item.storeId === storeId)).toMatchObject({ since: null, count: 1 })
  const recognizedAt = ago(5)
  await recognition.handle(readOf('12가3456', { recognizedAt }))
  const after = (await attention())('silentStores')
  expect(after.find((item) => item.storeId === recognition.storeId)?.since).toBe(new Date(recognizedAt).toISOString())
})

test('dead letters with their reason, the oldest first, counted up to a thousand', async () => {
  expect((await attention())('deadLetters')).toEqual([])
  await recognition.publish('no read')
  await waitFor(async () => expect((await attention())('deadLetters')).toMatchObject([{ count: 1 }]))
  const [item] = (await attention())('deadLetters')
  const [letter] = await admin.letters()
  expect(item?.examples).toEqual([
    { id: letter?.id, name: letter?.reason, storeId: letter?.storeId ?? null, since: letter?.receivedAt },
  ])
  await recognition.backend.sql`
    insert into recognition.dead_letters (id, received_at, buried_at, letter)
    select gen_random_uuid(), now() + n * interval '1 second', now(), l.letter
    from generate_series(1, 1000) n, (select letter from recognition.dead_letters limit 1) l`
  expect((await attention())('deadLetters')).toMatchObject([{ count: 1_000, since: letter?.receivedAt }])
})

test('doubtful reads that are not decided', async () => {
  const { sql } = recognition.backend
  const { storeId, deviceId } = recognition
  await sql`
    insert into recognition.read_reviews (read_id, device_id, store_id, recognized_at, received_at, read_as, raw, confidence, reason)
    select gen_random_uuid(), ${deviceId}, ${storeId}, now() - n * interval '1 hour', now(), '99하000' || n, '99하000' || n, 0.4,
      'lowConfidence'
    from generate_series(1, 4) n`
  expect((await attention())('doubtfulReads')).toMatchObject([
    { storeId: null, count: 4, examples: [{ name: '99하0004', storeId }, { name: '99하0003' }, { name: '99하0002' }] },
  ])
  await sql`update recognition.read_reviews set state = 'dismissed', decided_at = now()`
  expect((await attention())('doubtfulReads')).toEqual([])
})

// ASVS 8.2.2
test('an administrator of certain stores gets what belongs to them, and no dead letters, which are of no store', async () => {
  const { storeId, deviceId } = await recognition.addStore('송도점')
  const { sql } = recognition.backend
  for (const [store, device] of [
    [storeId, deviceId],
    [recognition.storeId, recognition.deviceId],
  ] as const)
    await sql`
      insert into recognition.read_reviews (read_id, device_id, store_id, recognized_at, received_at, read_as, raw, confidence, reason)
      values (gen_random_uuid(), ${device}, ${store}, now(), now(), '98하0001', '98하0001', 0.4, 'lowConfidence')`
  await recognition.publish('no read')
  await waitFor(async () => expect((await attention())('deadLetters')).toHaveLength(1))
  const bus = await recognition.backend.bus('gateway')
  const seenBy = async (adminRole: AdminRole, storeIds: string[] | null) => {
    const actor = { ...admin.actor, adminRole, storeIds } as never
    const { items } = await bus.call(served.recognition.getAttention, {}, callerOf({ actor }))
    return items
      .flatMap((item) =>
        [item.storeId, ...item.examples.map((example) => example.storeId)].map((id) => [item.kind, id] as const),
      )
      .filter(([, id]) => id !== null)
  }
  for (const role of ['owner', 'manager', 'staff', 'accountant'] as const) {
    const seen = await seenBy(role, [storeId])
    expect(new Set(seen.map(([, id]) => id))).toEqual(new Set([storeId]))
    expect(new Set(seen.map(([kind]) => kind))).toEqual(new Set(['offlineDevices', 'silentStores', 'doubtfulReads']))
    expect(await seenBy(role, [])).toEqual([])
    expect(new Set((await seenBy(role, null)).map(([, id]) => id))).toContain(recognition.storeId)
  }
})
