import { contract, type Input, type Store, served } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { admin, startBeforeAll } from './catalog.ts'

const { createStore, listStores, getStore, updateStore, deleteStore, listPublicStores, getPublicStore } =
  contract.catalog
/** Tuesday, 10:00 in Seoul. */
const now = new Date('2026-01-06T01:00:00Z')
const catalog = startBeforeAll({ now: () => now })

const input: Input<typeof createStore> = {
  name: '강남점',
  address: '서울특별시 강남구 테헤란로 1',
  latitude: 37.4979,
  longitude: 127.0276,
  phone: '02-555-0100',
  businessHours: [{ day: 2, open: '09:00', close: '18:00' }],
}
const create = (over: Partial<typeof input> = {}, extras = {}): Promise<Store> =>
  catalog.call(createStore, { ...input, ...over }, extras)
const eventsOf = (id: string) =>
  catalog.events
    .filter(({ name, payload }) => name === 'catalog.storeChanged' && payload.storeId === id)
    .map(({ payload }) => payload)

test('a store is found by its id in either case', async () => {
  const { id } = await create()
  for (const op of [getStore, getPublicStore]) expect((await catalog.call(op, { id: id.toUpperCase() })).id).toBe(id)
})

describe('createStore', () => {
  test('emits an event with the id of its request', async () => {
    const { id } = await create()
    const told = () => catalog.events.filter(({ payload }) => payload.storeId === id || payload.entityId === id)
    await expect.poll(() => told().length).toBe(2)
    const audited = told().find(({ name }) => name === 'catalog.audited')?.payload.requestId
    expect(audited).toMatch(/^[0-9a-f-]{36}$/)
    expect(told().map(({ requestId }) => requestId)).toEqual([audited, audited])
  })

  test('returns what was stored, with defaults', async () => {
    const store = await create()
    const { id, createdAt, updatedAt, ...rest } = store
    expect(rest).toEqual({
      ...input,
      addressDetail: null,
      closedDates: [],
      imageIds: [],
      visible: true,
      open: true,
    })
    expect(await catalog.call(getStore, { id })).toEqual(store)
    expect([createdAt, updatedAt]).toEqual([expect.stringMatching(/\.\d{3}Z$/), createdAt])
  })

  test.each([5e-324, -5e-324, 1e-310, -0])('stores %d degrees as 0', async (degrees) => {
    const { id } = await create({ latitude: degrees, longitude: degrees })
    const there = { latitude: 0, longitude: 0 }
    expect(await catalog.call(getStore, { id })).toMatchObject(there)
    expect(await catalog.call(updateStore, { id, longitude: 12.34567890123, latitude: degrees })).toMatchObject({
      latitude: 0,
      longitude: 12.3456789012,
    })
    await catalog.call(deleteStore, { id })
  })

  test('rejects hours of zero length', async () => {
    await expect(create({ businessHours: [{ day: 1, open: '09:00', close: '09:00' }] })).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'businessHours.0.close'),
    )
  })

  test('keeps name and address on one line, and rejects empty ones', async () => {
    expect(await create({ name: ' 강남\n점 ' })).toMatchObject({ name: '강남 점' })
    for (const [name, address] of [
      [' ', '\u3000\t'],
      ['\u200b', '\u3164'],
    ] as const)
      await expect(create({ name, address })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'name', 'address'))
  })

  test('rejects a phone number without digits', async () => {
    await expect(create({ phone: '---' })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'phone'))
    expect(await create({ phone: '(02) 555-0100' })).toMatchObject({ phone: '(02) 555-0100' })
  })

  test('runs once per idempotency key: same response, other body rejected, 20 concurrent calls', async () => {
    const key = { idempotencyKey: 'create-once' }
    const first = await create({ name: '한번' }, key)
    expect(await create({ name: '한번' }, key)).toEqual(first)
    await expect(create({ name: '두번' }, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    await Promise.allSettled(Array.from({ length: 20 }, () => create({ name: '동시' }, { idempotencyKey: 'at-once' })))
    expect(await catalog.backend.sql`select from catalog.stores where name in ('한번', '동시')`).toHaveLength(2)
  })
})

describe('updateStore', () => {
  test('changes only the given fields, emits an event and audits them', async () => {
    const { id } = await create()
    const changed = await catalog.call(updateStore, { id, name: '역삼점', closedDates: ['2026-01-06'] })
    expect(changed).toMatchObject({ name: '역삼점', closedDates: ['2026-01-06'], open: false, phone: input.phone })
    await expect
      .poll(() => eventsOf(id))
      .toEqual([
        { storeId: id, name: '강남점', version: 1 },
        { storeId: id, name: '역삼점', version: 2 },
      ])
    const audited = () => catalog.events.filter(({ payload }) => payload.entityId === id).at(-1)?.payload
    await expect.poll(audited).toMatchObject({
      action: 'updateStore',
      entity: 'store',
      actorId: admin.id,
      before: { name: '강남점', closedDates: [] },
      after: { name: '역삼점', closedDates: ['2026-01-06'] },
    })
    expect(audited()?.before).not.toHaveProperty('phone')
  })

  test('a no-op keeps the version', async () => {
    const { id } = await create()
    await catalog.call(updateStore, {
      id,
      name: input.name,
      businessHours: [{ close: '18:00', open: '09:00', day: 2 }],
    })
    expect(await catalog.etag(getStore, { id })).toBe('"1"')
  })

  test('checks If-Match and names the fields changed since', async () => {
    const { id } = await create()
    await catalog.call(updateStore, { id, phone: '02-1' }, { ifMatch: '"1"' })
    await catalog.call(updateStore, { id, visible: false, addressDetail: '2층' }, { ifMatch: '"2"' })
    const stale = (ifMatch: string) => catalog.call(updateStore, { id, name: '늦음' }, { ifMatch })
    await expect(stale('"2"')).rejects.toMatchObject({
      code: 'CHANGED_SINCE',
      details: expect.toSatisfy(
        (details: { path: string }[]) =>
          ['addressDetail', 'visible'].every((path) => details.some((each) => each.path === path)) &&
          details.length === 2,
      ),
    })
    await expect(stale('"1"')).rejects.toMatchObject({ details: { length: 3 } })
    await expect(catalog.call(deleteStore, { id }, { ifMatch: '"2"' })).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  })

  test('of 20 concurrent calls with one version, one succeeds', async () => {
    const { id } = await create()
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => catalog.call(updateStore, { id, name: `${at}번` }, { ifMatch: '"1"' })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a deleted store is not found, its row stays, and an event is emitted', async () => {
  const { id } = await create()
  expect(await catalog.call(deleteStore, { id: id.toUpperCase() })).toBeNull()
  for (const op of [getStore, getPublicStore, deleteStore]) {
    await expect(catalog.call(op, { id })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  }
  await expect(catalog.call(updateStore, { id, name: 'x' })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  expect(await catalog.backend.sql`select from catalog.stores where id = ${id}`).toHaveLength(1)
  await expect
    .poll(() => eventsOf(id).at(-1))
    .toMatchObject({ storeId: id, name: null, version: 2, closedBy: { actorId: expect.any(String) } })
})

describe('the deletion of a store with recognizers or screens', () => {
  test('is refused, and names them', async () => {
    const { id } = await create()
    catalog.setEquipment(id, { devices: ['1번 출입구', '2번 출입구'], screens: ['입구 화면'] })
    await expect(catalog.call(deleteStore, { id: id.toUpperCase() })).rejects.toMatchObject({
      code: 'IN_USE',
      details: [
        { path: 'devices', ko: '인식기: 1번 출입구, 2번 출입구', en: 'Recognizers: 1번 출입구, 2번 출입구' },
        { path: 'screens', ko: '벽 화면: 입구 화면', en: 'Wall screens: 입구 화면' },
      ],
    })
    catalog.setEquipment(id, { devices: Array.from({ length: 22 }, (_, at) => `${at}`) })
    await expect(catalog.call(deleteStore, { id })).rejects.toMatchObject({
      code: 'IN_USE',
      details: [{ path: 'devices', en: expect.stringMatching(/18, 19 and 2 more$/) }],
    })
    catalog.setEquipment(id, undefined)
    await expect(catalog.call(deleteStore, { id, withDevices: false })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await catalog.call(getStore, { id })).toMatchObject({ id })
  })

  test('closes the store if they are to end with it, and records that', async () => {
    const { id } = await create()
    catalog.setEquipment(id, { devices: ['1번 출입구'] })
    await catalog.call(deleteStore, { id, withDevices: true })
    await expect
      .poll(() => eventsOf(id).at(-1))
      .toMatchObject({ storeId: id, name: null, version: 2, closedBy: { actorId: expect.any(String) } })
    await expect
      .poll(() => catalog.audited(id).at(-1))
      .toMatchObject({ action: 'deleteStore', before: { name: input.name }, after: { withDevices: true } })
  })
})

test('members do not see a hidden store', async () => {
  const hidden = await create({ name: '준비중', visible: false })
  await expect(catalog.call(getPublicStore, { id: hidden.id })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  const names = (page: { content: Store[] }) => page.content.map(({ name }) => name)
  expect(names(await catalog.call(listPublicStores, { size: 100 }))).not.toContain('준비중')
  expect(names(await catalog.call(listPublicStores, { size: 100, near: '37.5,127' }))).not.toContain('준비중')
  expect(names(await catalog.call(listStores, { size: 100 }))).toContain('준비중')
})

test('pages are stable, also with equal sort values', async () => {
  await Promise.all(Array.from({ length: 7 }, () => create({ name: '같은 이름' })))
  for (const sort of [[], ['name,asc'], ['name,desc'], ['createdAt,asc']] as const) {
    const { totalElements, totalPages } = await catalog.call(listStores, { size: 3, sort: [...sort] })
    const pages = await Promise.all(
      Array.from({ length: totalPages }, (_, page) => catalog.call(listStores, { page, size: 3, sort: [...sort] })),
    )
    expect(new Set(pages.flatMap(({ content }) => content.map(({ id }) => id))).size).toBe(totalElements)
  }
})

describe('near', () => {
  const cityHall = '37.5663,126.9779'

  test('sorts by distance and returns it', async () => {
    await create({ name: '시청점', latitude: 37.5665, longitude: 126.978 })
    await create({ name: '부산점', latitude: 35.1796, longitude: 129.0756 })
    const { content } = await catalog.call(listPublicStores, { near: cityHall, size: 100, sort: ['name,asc'] })
    const distances = content.map(({ distanceMeters }) => distanceMeters ?? -1)
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(content[0]).toMatchObject({ name: '시청점', distanceMeters: 24 })
    expect(content.at(-1)).toMatchObject({ name: '부산점', distanceMeters: expect.closeTo(325_000, -4) })
    expect(content.length).toBe((await catalog.call(listPublicStores, { size: 100 })).content.length)
  })

  test('crosses the date line', async () => {
    await create({ name: '서쪽', latitude: 0, longitude: -179.99 })
    const { content } = await catalog.call(listPublicStores, { near: '0,179.99', size: 1 })
    expect(content).toMatchObject([{ name: '서쪽', distanceMeters: expect.closeTo(2_224, -1) }])
  })

  test('rejects a location out of range', async () => {
    await expect(catalog.call(listPublicStores, { near: '91,0' })).rejects.toMatchObject(
      refusal('VALIDATION_FAILED', 'near'),
    )
  })

  test('finds the closest of 100,000 with the index', async () => {
    const { sql } = catalog.backend
    await sql`insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates,
        image_ids, visible)
      select 'mass', '', 33 + 5 * random(), 125 + 5 * random(), '02', '[]', '{}', '{}', true
      from generate_series(1, 100000)`
    await sql`analyze catalog.stores`
    const { content, totalElements } = await catalog.call(listPublicStores, { near: cityHall, page: 3 })
    expect(content).toHaveLength(20)
    expect(totalElements).toBeGreaterThanOrEqual(100_000)
    const plan = await sql.begin(async (tx) => {
      await tx`set local search_path to catalog`
      return tx`explain select id from stores where visible and deleted_at is null
        order by position <-> cube(array[0.1, 0.2, 0.3]), id limit 20`
    })
    expect(JSON.stringify(plan)).toContain('stores_position')
    await sql`delete from catalog.stores where name = 'mass'`
  })
})

test('the part of what needs a person says since when each store is open', async () => {
  const open = await create({ name: '문 연 매장' })
  const closed = await create({ name: '쉬는 매장', closedDates: ['2026-01-06'] })
  const removed = await create()
  await catalog.call(deleteStore, { id: removed.id })
  const storeIds = [open.id, closed.id, removed.id]
  const { items, stores = [] } = await catalog.call(served.catalog.getAttention, { storeIds })
  expect(items).toEqual([])
  expect(stores.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual([
    { id: open.id, name: '문 연 매장', openSince: '2026-01-06T00:00:00.000Z' },
    { id: closed.id, name: '쉬는 매장', openSince: null },
  ])
  const actor = { ...admin, adminRole: 'staff', storeIds: [closed.id] } as const
  const limited = await catalog.call(served.catalog.getAttention, { storeIds }, { actor })
  expect(limited.stores?.map(({ id }) => id)).toEqual([closed.id])
})

test('the part fits into a reply, with many thousand stores of the longest names', async () => {
  const { sql } = catalog.backend
  const { id } = await create()
  await sql`insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates, image_ids, visible)
    select repeat('힣', 94) || lpad(i::text, 6, '0'), address, latitude, longitude, phone, business_hours, closed_dates, image_ids, false
    from catalog.stores, generate_series(1, 6000) i where id = ${id}`
  const ids = (await sql<{ id: string }[]>`select id from catalog.stores where name like '힣힣%' limit 2000`).map(
    (row) => row.id,
  )
  for (const input of [{ storeIds: ids }, {}]) {
    const part = await catalog.call(served.catalog.getAttention, input)
    expect(part.stores).toHaveLength(2_000)
    expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1_000_000)
  }
  await sql`delete from catalog.stores where name like '힣힣%'`
})

// ASVS 8.2.2
test('an administrator of certain stores lists and gets these only, also hidden ones, and changes none', async () => {
  const [own, hidden, other] = [await create(), await create({ visible: false }), await create()]
  const actor = { ...admin, adminRole: 'manager', storeIds: [own.id, hidden.id] } as const
  const list = (page?: number) => catalog.call(listStores, { size: 1, ...(page !== undefined && { page }) }, { actor })
  expect([await list(), await list(1)]).toMatchObject([
    { content: [{ id: hidden.id }], totalElements: 2, totalPages: 2 },
    { content: [{ id: own.id }], last: true },
  ])
  const [nowhere, owner] = [
    { ...actor, storeIds: [] },
    { ...actor, adminRole: 'owner' },
  ] as const
  expect(await catalog.call(listStores, {}, { actor: nowhere })).toMatchObject({ content: [], totalElements: 0 })
  expect(await catalog.call(getStore, { id: hidden.id }, { actor })).toMatchObject({ id: hidden.id })
  const refusals = [
    catalog.call(getStore, { id: other.id }, { actor }),
    catalog.call(updateStore, { id: own.id, name: '바꿈' }, { actor }),
    catalog.call(deleteStore, { id: own.id }, { actor: owner }),
  ]
  expect(await Promise.all(refusals.map(outcome))).toEqual(['STORE_NOT_FOUND', 'FORBIDDEN', 'FORBIDDEN'])
})
