import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { contract, memberImageLimits, type Result } from '@kingcar/contract'
import { callerOf, outcome, patiently, testProcess } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { startCatalog as startOfSources } from '../src/service.ts'
import { admin, someStore, startBeforeAll, startCatalog, startTestCatalog } from './catalog.ts'
import { jpeg, memberActor, putAside, uploadAs, uploadTo } from './images.ts'

const { getImage, createBanner, updateBanners, createProduct, updateProduct } = contract.catalog
const { createStore, updateStore, deleteStore, createTerms } = contract.catalog
const catalog = startBeforeAll({ now: () => new Date(Date.now() + ahead) })
let ahead = 0

const upload = (actor: Actor, extras: Parameters<typeof uploadAs>[2] = {}) => uploadAs(catalog, actor, extras)
const read = (imageId: string, actor: Actor | null): Promise<Result<typeof getImage>> =>
  catalog.bus.call(getImage, { imageId }, callerOf({ actor }))
/** `public`, `seen`, or the error code. */
const seenBy = (imageId: string, actor: Actor | null): Promise<string> =>
  read(imageId, actor).then(
    (answer) => (answer.public ? 'public' : 'seen'),
    ({ code }: { code: string }) => code,
  )
const row = async (id: string) => (await catalog.backend.sql`select * from catalog.images where id = ${id}`)[0]
const objects = async (id: string) =>
  (await Array.fromAsync(catalog.bus.images.list())).filter(({ name }) => name.includes(id))
/** Objects without a row. */
async function strays(): Promise<string[]> {
  const rows = (await catalog.backend.sql<{ id: string }[]>`select id from catalog.images`).map(({ id }) => id)
  const names = (await Array.fromAsync(catalog.bus.images.list())).map(({ name }) => name)
  return names.filter((name) => name.startsWith('images/') && !rows.includes(name.split('/')[1] ?? ''))
}
const told = (name: string, imageId: string) =>
  catalog.events.filter((event) => event.name === name && event.payload.imageId === imageId)
const screen: Actor = { role: 'screen', id: randomUUID(), sessionId: randomUUID() }

const storeWith = (...imageIds: string[]) => catalog.call(createStore, { ...someStore, imageIds })

describe('uploadImage', () => {
  test("stores a member's image with its owner, and emits an event", async () => {
    const member = memberActor()
    const image = await upload(member)
    const { bytes } = (await row(image.id)) as { bytes: number }
    expect(image).toEqual({ id: image.id, contentType: 'image/jpeg', width: 700, height: 500, bytes })
    expect(await row(image.id)).toMatchObject({ owner_kind: 'member', owner_id: member.id })
    await expect
      .poll(() => told('catalog.imageStored', image.id).map(({ payload }) => payload))
      .toEqual([{ imageId: image.id, memberId: member.id }])
  })

  test("an administrator's image is audited, and emits no other event", async () => {
    const { id, ...after } = await upload(admin)
    const audited = () => catalog.events.filter(({ payload }) => payload.entityId === id).map(({ payload }) => payload)
    await expect.poll(audited).toMatchObject([{ action: 'uploadImage', entity: 'image', before: null, after }])
    expect(told('catalog.imageStored', id)).toEqual([])
  })

  test('requires a permitted account and a file', async () => {
    for (const actor of [screen, null])
      await expect(upload(actor as Actor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const without = catalog.bus.call(contract.catalog.uploadImage, {}, callerOf({ actor: admin }))
    await expect(without).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  // ASVS 5.2.4
  test('of many concurrent uploads, as many are stored as a member may have, and the others leave nothing', async () => {
    const member = memberActor()
    const first = await upload(member)
    await catalog.backend.sql`insert into catalog.images
      (id, owner_kind, owner_id, content_type, width, height, bytes, widths)
      select uuidv7(), 'member', ${member.id}, 'image/png', 1, 1, 1, '{}' from generate_series(1, ${memberImageLimits.count - 3})`
    const all = await Promise.allSettled(Array.from({ length: 6 }, () => upload(member)))
    const taken = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    expect(taken).toHaveLength(2)
    expect(all.filter(({ status }) => status === 'rejected')).toMatchObject(
      Array(4).fill({ reason: { code: 'IMAGE_LIMIT' } }),
    )
    const kept = await catalog.backend.sql`select id from catalog.images where owner_id = ${member.id} and width > 1`
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([first.id, ...taken]))
    expect(await strays()).toEqual([])
  })

  test('the bytes of all originals are limited too', async () => {
    const member = memberActor()
    const { id, bytes } = await upload(member)
    const fill = (sum: number) => catalog.backend.sql`update catalog.images set bytes = ${sum} where id = ${id}`
    await fill(memberImageLimits.bytes - bytes + 1)
    await expect(upload(member)).rejects.toMatchObject({ code: 'IMAGE_LIMIT' })
    await fill(memberImageLimits.bytes - bytes)
    expect((await upload(member)).bytes).toBe(bytes)
  })

  test('at the limit an upload is rejected before its file is read, unless it is a repetition', async () => {
    const member = memberActor()
    const file = await jpeg()
    const repeated = async () =>
      upload(member, { idempotencyKey: 'once', upload: await putAside(catalog.bus.images, file) })
    const first = await repeated()
    await catalog.backend.sql`update catalog.images set bytes = ${memberImageLimits.bytes} where id = ${first.id}`
    const gone = { name: `uploads/${randomUUID()}`, sha256: '00' }
    await expect(upload(member, { upload: gone })).rejects.toMatchObject({ code: 'IMAGE_LIMIT' })
    expect(await repeated()).toEqual(first)
    expect(await outcome(upload(member, { idempotencyKey: 'once', upload: gone }))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('of two concurrent uploads for the last place one succeeds', async () => {
    const member = memberActor()
    const { id, bytes } = await upload(member)
    const { sql } = catalog.backend
    await sql`update catalog.images set bytes = ${memberImageLimits.bytes - bytes} where id = ${id}`
    const running = await sql.begin(async (tx) => {
      await tx`lock table catalog.images in share mode` // blocks inserts, but no reads
      const begun = Promise.allSettled([upload(member), upload(member)])
      const held = () => sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await held()).length).toBe(2)
      return { begun }
    })
    const outcomes = await running.begun
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'IMAGE_LIMIT' } }])
  })

  test('a repetition during the first upload leaves nothing behind', async () => {
    const member = memberActor()
    const { images } = catalog.bus
    const [file, large] = [await putAside(images, await jpeg()), await putAside(images, await jpeg(6_000))]
    const of = (aside: typeof file) => upload(member, { idempotencyKey: 'once', upload: aside })
    const both = await Promise.allSettled([of({ ...large, sha256: file.sha256 }), of(file)]) // the first takes longer to encode
    const ids = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    const kept = await catalog.backend.sql`select id from catalog.images where owner_id = ${member.id}`
    expect([...new Set(ids)]).toEqual(kept.map(({ id }) => id))
    expect(await strays()).toEqual([])
  })

  test('an image may take longer than other calls', async () => {
    const large = await jpeg(6_000, 6_000) // is encoded for some 200 ms
    // A busy machine may not accept the call in time; without progress messages no attempt would succeed.
    const uploaded = await patiently(async () => {
      const upload = await putAside(catalog.bus.images, large)
      const caller = callerOf({ actor: memberActor(), deadline: Date.now() + 100, upload })
      return catalog.bus.call(contract.catalog.uploadImage, {}, caller)
    })
    expect(uploaded).toMatchObject({ width: 6_000 })
  })

  test("after its caller's deadline an upload stores no image", async () => {
    await using own = await startTestCatalog({}, startOfSources)
    const member = memberActor()
    const large = await jpeg(6_000, 6_000)
    const aside = () => putAside(own.bus.images, large)
    const { uploadImage } = contract.catalog
    const { timeoutSeconds } = uploadImage
    Object.assign(uploadImage, { timeoutSeconds: 0.06 }) // seconds, less than encoding takes
    try {
      const late = own.bus.call(uploadImage, {}, callerOf({ actor: member, upload: await aside() }))
      await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    } finally {
      Object.assign(uploadImage, { timeoutSeconds })
    }
    const awaited = await own.bus.call(uploadImage, {}, callerOf({ actor: member, upload: await aside() }))
    const kept = await own.backend.sql`select id from catalog.images where owner_id = ${member.id}`
    expect(kept.map(({ id }) => id)).toEqual([awaited.id])
  })
})

describe('getImage', () => {
  test('a private image is visible to its uploader and to administrators', async () => {
    const member = memberActor()
    const { id } = await upload(member)
    expect(await seenBy(id, member)).toBe('seen')
    expect(await seenBy(id, admin)).toBe('seen')
    for (const actor of [memberActor(), { ...screen, id: member.id }])
      expect(await seenBy(id, actor)).toBe('IMAGE_NOT_FOUND')
    for (const each of [id, randomUUID()]) expect(await seenBy(each, null)).toBe('UNAUTHENTICATED')
    const ofAdmin = await upload({ ...admin, id: randomUUID() })
    expect([await seenBy(ofAdmin.id, admin), await seenBy(ofAdmin.id, member)]).toEqual(['seen', 'IMAGE_NOT_FOUND'])
  })

  test('an image of a visible store is public while the store references it', async () => {
    const { id } = await upload(admin)
    const store = await storeWith(id)
    for (const actor of [null, memberActor(), screen, admin]) expect(await seenBy(id, actor)).toBe('public')
    await catalog.call(updateStore, { id: store.id, visible: false })
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
    expect(await seenBy(id, admin)).toBe('seen')
    await catalog.call(updateStore, { id: store.id, visible: true, imageIds: [] })
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
    await catalog.call(updateStore, { id: store.id, imageIds: [id] })
    expect(await seenBy(id, null)).toBe('public')
    await catalog.call(deleteStore, { id: store.id })
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
  })

  test("a banner's image is public while the banner is visible and in its period", async () => {
    const { id } = await upload(admin)
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
    const banner = await catalog.call(createBanner, {
      title: '배너',
      imageId: id,
      startsAt: at(3_600_000),
      endsAt: at(7_200_000),
    })
    const seen: string[] = []
    for (const milliseconds of [0, 3_700_000, 7_300_000]) {
      ahead = milliseconds
      seen.push(await seenBy(id, null))
    }
    ahead = 0
    expect(seen).toEqual(['UNAUTHENTICATED', 'public', 'UNAUTHENTICATED'])
    const update = (patch: object) => catalog.call(updateBanners, { banners: [{ id: banner.id, ...patch }] })
    await update({ startsAt: null, endsAt: null })
    expect(await seenBy(id, null)).toBe('public')
    await update({ visible: false })
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
  })

  test("a product's image is public while the product is on sale", async () => {
    const { id: imageId } = await upload(admin)
    const { id } = await catalog.call(createProduct, { name: '세차', type: 'onetime', price: 1_000, imageId })
    expect(await seenBy(imageId, null)).toBe('public')
    await catalog.call(updateProduct, { id, onSale: false })
    expect(await seenBy(imageId, null)).toBe('UNAUTHENTICATED')
  })

  test('images of terms are public while the terms are in force', async () => {
    const { id } = await upload(admin)
    const terms = (effectiveAt: Date) =>
      catalog.call(createTerms, {
        type: 'LOCATION_BASED_SERVICE',
        title: '약관',
        content: '약관',
        required: false,
        effectiveAt: effectiveAt.toISOString(),
      })
    const shows = (termsId: string) =>
      catalog.backend.sql`insert into catalog.image_uses values (${id}, 'terms', ${termsId}) on conflict do nothing`
    await shows((await terms(new Date(Date.now() + 3_600_000))).id)
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
    ahead = 3_700_000
    expect(await seenBy(id, null)).toBe('public')
    ahead = 0
    await shows((await terms(new Date(Date.now() - 3_600_000))).id)
    expect(await seenBy(id, null)).toBe('public')
    await terms(new Date(Date.now() - 1_800_000))
    expect(await seenBy(id, null)).toBe('UNAUTHENTICATED')
  })

  test("a car's image stays private", async () => {
    const member = memberActor()
    const { id } = await upload(member)
    await catalog.backend.sql`insert into catalog.image_uses values (${id}, 'car', ${randomUUID()})`
    expect([await seenBy(id, null), await seenBy(id, memberActor())]).toEqual(['UNAUTHENTICATED', 'IMAGE_NOT_FOUND'])
  })
})

describe('an unused image', () => {
  /** Starts another process whose clock is ahead; it sweeps at its start. */
  function startLater(milliseconds: number): Promise<AsyncDisposable> {
    ahead = milliseconds
    return startCatalog(catalog.options, testProcess())
  }
  const day = 24 * 3_600_000

  test('is deleted with its objects after a day; an event is emitted if it was a member’s', async () => {
    const [ofMember, ofAdmin, shown] = [await upload(memberActor()), await upload(admin), await upload(memberActor())]
    const [device, older] = [await uploadTo(catalog), await upload(admin)]
    await storeWith(shown.id)
    await catalog.backend.sql`update catalog.images set unused_since = unused_since - interval '2 minutes'
      where id = ${older.id}`
    {
      await using _soon = await startLater(day - 60_000)
      await expect.poll(() => row(older.id)).toBeUndefined()
      expect([await row(ofMember.id), await row(ofAdmin.id)]).not.toContain(undefined)
    }
    await using _later = await startLater(day + 60_000)
    await expect.poll(() => Promise.all([ofMember, ofAdmin].map(({ id }) => objects(id)))).toEqual([[], []])
    expect([await row(ofMember.id), await row(ofAdmin.id)]).toEqual([undefined, undefined])
    for (const id of [shown.id, device])
      expect([await row(id), (await objects(id)).length]).toEqual([expect.anything(), 3])
    await expect.poll(() => told('catalog.imageRemoved', ofMember.id)).toHaveLength(1)
    expect(told('catalog.imageRemoved', ofAdmin.id)).toEqual([])
    ahead = 0
  })

  test('stays if it is referenced during the sweep', async () => {
    const { id } = await upload(admin)
    const store = await storeWith()
    const { sql } = catalog.backend
    await sql`update catalog.images set unused_since = now() - interval '25 hours' where id = ${id}`
    const other = await upload(admin)
    await sql`update catalog.images set unused_since = now() - interval '25 hours' where id = ${other.id}`
    let later: AsyncDisposable | undefined
    await sql.begin(async (tx) => {
      await tx`select from catalog.images where id = ${id} for update` // like a transaction that references it
      later = await startLater(0)
      await expect.poll(() => row(other.id)).toBeUndefined() // the sweep has passed the locked row
      await tx`insert into catalog.image_uses values (${id}, 'store', ${store.id})`
      await tx`update catalog.images set unused_since = null where id = ${id}`
    })
    await later?.[Symbol.asyncDispose]()
    expect([await row(id), (await objects(id)).length]).toEqual([expect.anything(), 3])
  })
})
