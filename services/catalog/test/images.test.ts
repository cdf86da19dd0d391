import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import type { Actor, Caller, ObjectStore } from '@kingcar/bus'
import { contract, type Role } from '@kingcar/contract'
import { callerOf, outcome, testProcess, waitFor } from '@kingcar/testing'
import { beforeAll, expect, test, vi } from 'vitest'
import { createImageEncoder } from '../src/image/encode.ts'
import { admin, startBeforeAll, startCatalog } from './catalog.ts'
import { changeLimit, device, jpeg, putAside as putInto, uploadTo } from './images.ts'

const { getImage, uploadRecognitionImage } = contract.catalog
const catalog = startBeforeAll({ now: () => new Date(Date.now() + ahead) })
let images: ObjectStore
let ahead = 0
beforeAll(async () => {
  images = catalog.bus.images
})

const putAside = async (data: Buffer) => putInto(images, data)
const upload = (extras: Partial<Caller> = {}) => uploadTo(catalog, extras)
const as = (role: Role) => callerOf({ actor: { ...admin, role } as Actor })
const nameOf = async (input: { imageId: string; width?: number }, caller = as('admin')): Promise<string> =>
  (await catalog.bus.call(getImage, input, caller)).object
const names = async () => (await Array.fromAsync(images.list())).map(({ name }) => name)
const rows = async () =>
  (await catalog.backend.sql<{ id: string }[]>`select id from catalog.images`).map(({ id }) => id)
/** Starts another process whose clock is ahead; it sweeps at its start. */
function startLater(milliseconds = 0): Promise<AsyncDisposable> {
  ahead = milliseconds
  return startCatalog(catalog.options, testProcess())
}
/** Moves the creation time of a row into the past. */
const age = (id: string, by: string) =>
  catalog.backend.sql`update catalog.images set created_at = created_at - ${by}::interval where id = ${id}`

test('an image has its row, its objects and its owner', async () => {
  const id = await upload()
  const [row] = await catalog.backend.sql`select * from catalog.images where id = ${id}`
  expect(row).toMatchObject({
    owner_kind: 'device',
    owner_id: device.id,
    content_type: 'image/jpeg',
    width: 700,
    height: 500,
    widths: [640, 320],
  })
  expect((await names()).filter((name) => name.includes(id)).sort()).toEqual(
    ['320', '640', 'original'].map((each) => `images/${id}/${each}`),
  )
  const imageId = id.toUpperCase()
  const named = [
    await nameOf({ imageId }),
    await nameOf({ imageId, width: 320 }),
    await nameOf({ imageId, width: 1280 }),
  ]
  expect(named).toEqual(['original', '320', 'original'].map((each) => `images/${id}/${each}`))
})

test('members and screens do not find an image of a device', async () => {
  const imageId = await upload()
  for (const role of ['member', 'screen'] as const)
    await expect(nameOf({ imageId }, as(role))).rejects.toMatchObject({ code: 'IMAGE_NOT_FOUND' })
  await expect(nameOf({ imageId }, callerOf({}))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

// ASVS 8.2.2
test('administrators of certain stores find the images of their recognizers, and no others', async () => {
  const imageId = await upload()
  const seenIn = (storeId: string, id = imageId) =>
    outcome(
      nameOf({ imageId: id }, callerOf({ actor: { ...admin, adminRole: 'staff', storeIds: [storeId] } as Actor })),
    )
  expect([await seenIn(device.storeId), await seenIn(randomUUID())]).toEqual(['ok', 'IMAGE_NOT_FOUND'])
  const earlier = await upload()
  await catalog.backend.sql`update catalog.images set store_id = null where id = ${earlier}` // of an earlier version
  expect([await seenIn(device.storeId, earlier), await outcome(nameOf({ imageId: earlier }))]).toEqual([
    ...['IMAGE_NOT_FOUND', 'ok'],
  ])
})

test('a repetition stores one image, also of two concurrent uploads', async () => {
  const [before, key] = [(await names()).length, randomUUID()]
  const both = await Promise.allSettled([upload({ idempotencyKey: key }), upload({ idempotencyKey: key })])
  const ids = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  expect(ids.length).toBeGreaterThan(0)
  expect([...new Set([...ids, await upload({ idempotencyKey: key })])]).toHaveLength(1)
  for (const name of (await names()).filter((each) => each.startsWith('uploads/'))) await images.delete(name)
  expect((await names()).length).toBe(before + 3)
})

test('only an existing upload of a device is accepted', async () => {
  const call = (extras: Partial<Caller>) => catalog.bus.call(uploadRecognitionImage, {}, callerOf(extras))
  const gone = { name: 'uploads/gone', sha256: '00' }
  await expect(call({ upload: gone })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  await expect(call({ device })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await expect(call({ device, upload: gone })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('an image and its objects are deleted after 13 months, and not before', async () => {
  const [old, young] = [await upload(), await upload()]
  await age(old, '13 months 1 hour')
  await age(young, '12 months 29 days')
  await using _later = await startLater()
  await expect.poll(async () => (await names()).filter((name) => name.includes(old))).toEqual([])
  expect(await rows()).not.toContain(old)
  expect(await rows()).toContain(young)
})

test('rows without objects and objects without a row are deleted once no upload can be in progress', async () => {
  const [whole, bare, last, lost] = [await upload(), await upload(), await upload(), randomUUID()]
  for (const id of [bare, last])
    for (const part of ['original', '640', '320']) await images.delete(`images/${id}/${part}`)
  await putInto(images, await jpeg(), `images/${lost}/original`)
  await putAside(await jpeg())
  const [stored, before] = [await rows(), await names()]
  await age(last, '2 hours')
  {
    await using _soon = await startLater()
    await expect.poll(rows).toEqual(stored.filter((id) => id !== last)) // rows are checked last
    expect(await names()).toEqual(before)
  }
  await using _later = await startLater(2 * 3_600_000)
  await expect.poll(rows).toEqual(stored.filter((id) => id !== last && id !== bare))
  expect((await names()).filter((name) => name.startsWith('uploads/') || name.includes(lost))).toEqual([])
  expect((await names()).filter((name) => name.includes(whole))).toHaveLength(3)
})

test('a full store rejects an image and keeps no part of it', async () => {
  const caller = callerOf({ device, upload: await putAside(await jpeg()) })
  const [before, stored] = [await names(), await rows()]
  await catalog.backend.sql`update catalog.images set owner_kind = 'member'` // images of members are never evicted
  const usual = await changeLimit(catalog, ({ bytes }) => bytes + 5_000)
  await expect(catalog.bus.call(uploadRecognitionImage, {}, caller)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  await changeLimit(catalog, () => usual)
  await expect.poll(names).toEqual(before)
  expect(await rows()).toEqual(stored)
})

test('threads that encode have a lower priority', async () => {
  await createImageEncoder().encode(jpeg, async () => undefined)
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : []
  const workers = threads.filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'))
  for (const id of workers) expect(getPriority(Number(id))).toBeGreaterThanOrEqual(Math.min(19, getPriority() + 5))
})

test('calls beyond the queue are rejected immediately, and a waiting call has not read its file', async () => {
  const encoder = createImageEncoder(1, 1)
  const file = await jpeg()
  const [first, read] = [Promise.withResolvers<Buffer>(), vi.fn(async () => file)]
  const done = async () => 'done'
  const all = Promise.allSettled([
    encoder.encode(() => first.promise, done),
    encoder.encode(read, done),
    encoder.encode(read, done),
  ])
  await waitFor(() => expect(encoder.encode(read, done)).rejects.toMatchObject({ code: 'UNAVAILABLE' }))
  expect(read).not.toHaveBeenCalled()
  first.resolve(file)
  expect(await all).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled' },
    { reason: { code: 'UNAVAILABLE', retryAfter: 1 } },
  ])
})
