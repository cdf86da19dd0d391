import { randomUUID } from 'node:crypto'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { patiently, refusal } from '@kingcar/testing'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, startBeforeAll } from './catalog.ts'
import { addImage, isReferenced, uploadTo } from './images.ts'

const { createBanner, listBanners, updateBanners, getBanner, deleteBanner, listPublicBanners } = contract.catalog
const start = new Date('2026-01-06T01:00:00Z')
let now = start
const catalog = startBeforeAll({ now: () => now })
let imageId: string
beforeAll(async () => {
  imageId = await addImage(catalog)
})
beforeEach(async () => {
  now = start
  await catalog.backend.sql`delete from catalog.banners`
})

/** A named type, because the linter's type inference does not terminate otherwise. */
type Banners = Banner[]
type New = Input<typeof createBanner>
type Changes = Input<typeof updateBanners>['banners']
const create = (over: Partial<New> = {}, extras = {}): Promise<Banner> => {
  const input: New = { title: '여름 세차', imageId, ...over }
  return catalog.call(createBanner, input, extras)
}
const createOnce = (over: Partial<New> = {}, idempotencyKey = randomUUID()): Promise<Banner> =>
  patiently(() => create(over, { idempotencyKey }))
const update = (banners: Changes, extras = {}): Promise<Banners> => catalog.call(updateBanners, { banners }, extras)
const list = (): Promise<Banners> => catalog.call(listBanners, {})
const titles = async () => (await list()).map(({ title }) => title)
const shown = async () => (await catalog.call(listPublicBanners, {})).map(({ title }) => title)
const tagOfAll = async () => (await catalog.etag(listBanners, {})) ?? ''
const tagOf = async (bannerId: string) => (await catalog.etag(getBanner, { bannerId })) ?? ''
const addMany = (count: number, linkUrl: string | null) => catalog.backend.sql`
  insert into catalog.banners (title, image_id, link_url, display_order, visible, version, field_versions)
  select 'mass', ${imageId}, ${linkUrl}, i, true, 0, '{}' from generate_series(1, ${count}::integer) i`
const revisions = () =>
  catalog.events.filter(({ name }) => name === 'catalog.bannersChanged').map(({ payload }) => payload.revision)
const told = (revision: string) => expect.poll(revisions).toContain(Number(revision.replaceAll('"', '')))
const invalid = (...paths: string[]) => refusal('VALIDATION_FAILED', ...paths)

describe('createBanner', () => {
  test('returns what was stored, with defaults, and emits an event', async () => {
    const banner = await create()
    const { id, createdAt, updatedAt, ...rest } = banner
    expect(rest).toEqual({
      ...{ title: '여름 세차', imageId, imageUrl: `/api/images/${imageId}`, linkUrl: null },
      ...{ displayOrder: 0, visible: true, startsAt: null, endsAt: null },
    })
    expect([createdAt, await isReferenced(catalog, imageId)]).toEqual([updatedAt, true])
    expect(await catalog.call(getBanner, { bannerId: id.toUpperCase() })).toEqual(banner)
    expect([await list(), await tagOfAll()]).toEqual([[banner], await tagOf(id)])
    await told(await tagOfAll())
    await expect.poll(() => catalog.audited(id)).toHaveLength(1)
    const after = { title: '여름 세차', imageId, displayOrder: 0 }
    expect(catalog.audited(id)[0]).toMatchObject({ action: 'createBanner', entity: 'banner', before: null, after })
  })

  test('comes after the last one, also with 8 concurrent creations', async () => {
    await create({ displayOrder: 7 })
    const all = await Promise.all(Array.from({ length: 8 }, () => createOnce()))
    const places = all.map(({ displayOrder }) => displayOrder).toSorted((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 8 }, (_, at) => 8 + at))
    await create({ title: '끝', displayOrder: 1_000_000 })
    expect(await create({ title: '그 뒤' })).toMatchObject({ displayOrder: 1_000_000 })
    expect((await titles()).slice(-2)).toEqual(['끝', '그 뒤'])
  })

  test('runs once per idempotency key', async () => {
    const key = { idempotencyKey: 'banner' }
    const first = await create({}, key)
    expect(await create({}, key)).toEqual(first)
    await expect(create({ title: '다른' }, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await list()).toHaveLength(1)
  })

  test('rejects invalid fields, missing images and images of devices', async () => {
    const period = { startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }
    await expect(create({ title: ' ', ...period })).rejects.toMatchObject(invalid('title', 'endsAt'))
    for (const each of [randomUUID(), await uploadTo(catalog)])
      await expect(create({ imageId: each })).rejects.toMatchObject(refusal('IMAGE_NOT_FOUND', 'imageId'))
    expect(await list()).toEqual([])
  })
})

test('a banner is shown from its start to its end, by the clock of each read', async () => {
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
  const startsAt = at(1).toISOString()
  const endsAt = at(2).toISOString()
  await create({ title: '늘', displayOrder: 2 })
  await create({ title: '사이', startsAt, endsAt, displayOrder: 1 })
  await create({ title: '까지', endsAt })
  await create({ title: '부터', startsAt, displayOrder: 0 })
  await create({ title: '숨김', visible: false })
  const moments = [at(0), new Date(at(1).getTime() - 1), at(1), new Date(at(2).getTime() - 1), at(2)]
  const seen = []
  for (now of moments) seen.push(await shown())
  const before = ['늘', '까지']
  const during = ['부터', '사이', '늘', '까지']
  expect(seen).toEqual([before, before, during, during, ['부터', '늘']])
  expect(await titles()).toEqual(['부터', '사이', '늘', '까지', '숨김'])
})

describe('updateBanners', () => {
  test('changes the given fields, and returns the banners in the order of the input', async () => {
    const [a, b, c] = [await create({ title: 'a' }), await create({ title: 'b' }), await create({ title: 'c' })]
    const other = await addImage(catalog)
    const before = await tagOfAll()
    const tags = [await tagOf(b.id), await tagOf(c.id)]
    const changed = await update([
      { id: c.id.toUpperCase(), displayOrder: 0, imageId: other.toUpperCase(), endsAt: '2026-03-01T09:00:00+09:00' },
      { id: b.id, title: 'b' },
      { id: a.id, displayOrder: 1, linkUrl: 'https://kingcar.test/a' },
    ])
    expect(changed.map(({ id }) => id)).toEqual([c.id, b.id, a.id])
    expect(changed[0]).toMatchObject({ displayOrder: 0, imageId: other, endsAt: '2026-03-01T00:00:00.000Z' })
    expect(changed[1]).toEqual(b)
    expect(await titles()).toEqual(['c', 'a', 'b'])
    const next = await tagOfAll()
    expect([await tagOf(c.id), await tagOf(b.id), await tagOf(a.id)]).toEqual([next, tags[0], next])
    expect(Number(next.slice(1, -1))).toBe(Number(before.slice(1, -1)) + 1)
    await told(next)
    await expect.poll(() => [a, b, c].map(({ id }) => catalog.audited(id).length)).toEqual([2, 1, 2])
    expect(catalog.audited(a.id)[1]).toMatchObject({
      ...{ action: 'updateBanners', actorId: admin.id },
      before: { displayOrder: 0, linkUrl: null },
      after: { displayOrder: 1, linkUrl: 'https://kingcar.test/a' },
    })
    await update([{ id: c.id, imageId }])
    expect([await isReferenced(catalog, other), await isReferenced(catalog, imageId)]).toEqual([false, true])
  })

  test('is all or nothing', async () => {
    const [a, b] = [await create({ title: 'a' }), await create({ title: 'b', startsAt: '2026-02-01T00:00:00Z' })]
    const tag = await tagOfAll()
    const first = { id: a.id, title: '바뀜' }
    const wrong = [
      [{ id: a.id.toUpperCase() }, invalid('banners.1.id')],
      [{ id: b.id, endsAt: '2026-02-01T00:00:00Z' }, invalid('banners.1.endsAt')],
      [{ id: randomUUID() }, { code: 'BANNER_NOT_FOUND', details: [{ path: 'banners.1.id' }] }],
      [
        { id: b.id, imageId: randomUUID() },
        { code: 'IMAGE_NOT_FOUND', details: [{ path: 'banners.1.imageId' }] },
      ],
    ] as const
    for (const [second, error] of wrong) await expect(update([first, second])).rejects.toMatchObject(error)
    expect([await list(), await tagOfAll()]).toEqual([[a, b], tag])
  })

  test('a no-op keeps the revision and emits nothing', async () => {
    const { id, title, displayOrder } = await create()
    const tag = await tagOfAll()
    await told(tag)
    const before = revisions().length
    await update([{ id, title, displayOrder, imageId: imageId.toUpperCase(), linkUrl: null }])
    expect(await tagOfAll()).toBe(tag)
    await create() // an event of the other call would have arrived before
    await told(await tagOfAll())
    expect(revisions().length).toBe(before + 1)
  })

  test('20 concurrent batches do not deadlock and leave one consistent order', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, (_, at) => create({ title: `${at}` })))
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, batch) => {
        const turned = all.map(({ id }, at) => ({ id, displayOrder: 100 * batch + at }))
        return patiently(() => update(batch % 2 ? turned : turned.toReversed()))
      }),
    )
    const stands = new Map((await list()).map(({ id, displayOrder }) => [id, displayOrder]))
    const isWhole = (batch: Banners) => batch.every(({ id, displayOrder }) => stands.get(id) === displayOrder)
    expect(outcomes.filter(isWhole)).toHaveLength(1)
    expect(await titles()).toEqual(all.map(({ title }) => title))
  })

  test('accepts 100 with the longest texts', async () => {
    await addMany(100, null)
    const linkUrl = `https://kingcar.test/${'가'.repeat(1_900)}`
    const changed = await update((await list()).map(({ id }) => ({ id, title: '"'.repeat(100), linkUrl })))
    expect(await list()).toEqual(changed)
  })
})

describe('If-Match', () => {
  test('accepts the ETag of the list or of a row while the given rows are unchanged', async () => {
    const [a, b] = [await create(), await create()]
    const tag = await tagOfAll()
    await update([{ id: a.id, title: 'a2' }], { ifMatch: tag })
    await update([{ id: b.id, title: 'b2' }], { ifMatch: tag })
    await update([{ id: b.id, title: 'b3' }], { ifMatch: await tagOf(b.id) })
    await update([{ id: a.id, title: 'a3' }], { ifMatch: `"1", ${await tagOf(b.id)}` })
    await update([{ id: b.id, visible: false }], { ifMatch: '*' })
    await expect(update([{ id: a.id }, { id: b.id, visible: true }], { ifMatch: tag })).rejects.toMatchObject(
      refusal('CHANGED_SINCE', 'banners.0.title', 'banners.1.title', 'banners.1.visible'),
    )
    expect(await titles()).toEqual(['a3', 'b3'])
  })

  test('rejects unknown ETags and later changes', async () => {
    const tag = await tagOfAll()
    const { id } = await create()
    for (const ifMatch of [tag, '"999999999"', '"other"', '']) {
      await expect(catalog.call(deleteBanner, { bannerId: id }, { ifMatch })).rejects.toMatchObject({
        code: 'CHANGED_SINCE',
        details: expect.arrayContaining([expect.objectContaining({ path: 'title' })]),
      })
      await expect(update([{ id, title: '늦음' }], { ifMatch })).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    }
    await catalog.call(deleteBanner, { bannerId: id }, { ifMatch: await tagOfAll() })
  })

  test('lets one of 20 concurrent calls succeed', async () => {
    const { id } = await create()
    const ifMatch = await tagOfAll()
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => update([{ id, title: `${at}번` }], { ifMatch })),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('a deleted banner is not found, its image is unreferenced, and no revision repeats', async () => {
  const picture = await addImage(catalog)
  const { id: bannerId } = await create({ imageId: picture })
  const tag = await tagOfAll()
  expect(await catalog.call(deleteBanner, { bannerId: bannerId.toUpperCase() })).toBeNull()
  for (const op of [getBanner, deleteBanner])
    await expect(catalog.call(op, { bannerId })).rejects.toMatchObject({ code: 'BANNER_NOT_FOUND' })
  expect([await list(), await isReferenced(catalog, picture)]).toEqual([[], false])
  expect(await tagOfAll()).not.toBe(tag)
  await told(await tagOfAll())
  await expect.poll(() => catalog.audited(bannerId).at(-1)).toMatchObject({ action: 'deleteBanner', after: null })
  const { id } = await create()
  expect(Number((await tagOf(id)).slice(1, -1))).toBe(Number(tag.slice(1, -1)) + 2)
})

test('banners are rejected before their list exceeds a bus message', async () => {
  await addMany(75, `https://kingcar.test/${'"'.repeat(5_000)}`)
  await expect(create()).rejects.toMatchObject(invalid(''))
  const [{ id = '' } = {}] = await list()
  await expect(update([{ id, title: '더' }])).rejects.toMatchObject(invalid(''))
  await update([{ id, linkUrl: null }])
  await create()
  expect(await list()).toHaveLength(76)
})
