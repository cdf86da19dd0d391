import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { contract, type Input } from '@kingcar/contract'
import { callerOf, outcome, testProcess } from '@kingcar/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { admin, startBeforeAll, startCatalog } from './catalog.ts'
import { device, putAside, uploadAs, uploadTo } from './images.ts'

const { getPlateImage } = contract.catalog
let ahead = 0
const catalog = startBeforeAll({ now: () => new Date(Date.now() + ahead) })

type Box = Omit<Input<typeof getPlateImage>, 'imageId'>
const box: Box = { x: 700, y: 500, width: 300, height: 60 }

/** A grey picture of a camera with a red plate in this box. */
const scene = ({ x, y, width, height }: Box = box, [wide, high] = [1_600, 900]) =>
  sharp({ create: { width: wide, height: high, channels: 3, background: '#888' } }).composite([
    { input: { create: { width, height, channels: 3, background: '#f00' } }, left: x, top: y },
  ])
const upload = async (picture = scene().jpeg().toBuffer()) =>
  uploadTo(catalog, { upload: await putAside(catalog.bus.images, await picture) })
const plateOf = async (imageId: string, of: Box = box, caller = callerOf({ actor: admin })) =>
  (await catalog.bus.call(getPlateImage, { imageId, ...of }, caller)).object
const names = async (imageId: string) =>
  (await Array.fromAsync(catalog.bus.images.list())).map(({ name }) => name).filter((name) => name.includes(imageId))

async function readImage(name: string) {
  const found = await catalog.bus.images.get(name)
  const data = Buffer.concat(await Array.fromAsync(found?.content ?? []))
  const { width, height, format } = await sharp(data).metadata()
  return { data, width, height, format }
}
/** Whether a pixel at this share of the width and height is red. */
async function isRed({ data, width, height }: Awaited<ReturnType<typeof readImage>>, across: number, down: number) {
  const area = { left: Math.floor(width * across), top: Math.floor(height * down), width: 1, height: 1 }
  const [red = 0, green = 0] = await sharp(data).extract(area).raw().toBuffer()
  return red > 180 && green < 80
}

test.each(['jpeg', 'png', 'webp'] as const)('the plate is cut out of a %s with a margin, once', async (format) => {
  const imageId = await upload(scene().toFormat(format).toBuffer())
  const both = await Promise.all([plateOf(imageId), plateOf(imageId)])
  const name = await plateOf(imageId)
  expect(both).toEqual([name, name])
  expect((await names(imageId)).filter((each) => each.includes('plate'))).toEqual([name])
  const crop = await readImage(name)
  expect(crop).toMatchObject({ format: 'jpeg', width: 320, height: 128 })
  expect(await Promise.all([0.5, 0.2, 0.8, 0.05, 0.95].map((across) => isRed(crop, across, 0.5)))).toEqual([
    ...[true, true, true, false, false],
  ])
  expect(await Promise.all([0.1, 0.9].map((down) => isRed(crop, 0.5, down)))).toEqual([false, false])
})

test('the box is that of the upright image, in a corner too, and of a plate of a few pixels', async () => {
  const imageId = await upload(scene().jpeg().withMetadata({ orientation: 6 }).toBuffer())
  // Turned by 90 degrees clockwise: x becomes height - y - h, and y becomes x.
  const upright = await readImage(await plateOf(imageId, { x: 340, y: 700, width: 60, height: 300 }))
  expect(await Promise.all([isRed(upright, 370 / 900, 0.5), isRed(upright, 0.1, 0.5)])).toEqual([true, false])
  const [corner, small] = [
    { x: 1_480, y: 860, width: 120, height: 40 },
    { x: 0, y: 0, width: 10, height: 4 },
  ]
  const inCorner = await readImage(await plateOf(await upload(scene(corner).jpeg().toBuffer()), corner))
  expect(await Promise.all([isRed(inCorner, 0.9, 0.9), isRed(inCorner, 0.1, 0.1)])).toEqual([true, false])
  const tiny = await readImage(await plateOf(await upload(scene(small, [40, 30]).jpeg().toBuffer()), small))
  expect([tiny.width, tiny.height]).toEqual([18, 7])
})

test('a box that is not inside of the image, and one too many, get the smallest copy of the whole', async () => {
  const imageId = await upload()
  const whole = `images/${imageId}/320`
  const outside = [
    { ...box, x: 1_600 },
    { ...box, y: 1e300 },
    { ...box, width: 0 },
    { ...box, height: 0.2 },
  ]
  for (const each of outside) expect(await plateOf(imageId, each)).toBe(whole)
  expect(await names(imageId)).toHaveLength(4)
  const many = Array.from({ length: 12 }, (_, at) => ({ ...box, x: at * 50 }))
  const found = await Promise.all(many.map((each) => plateOf(imageId, each)))
  expect(found.filter((each) => each === whole)).toHaveLength(4)
  expect(await names(imageId)).toHaveLength(4 + 8)
  expect(await plateOf(imageId, { ...box, width: 1e300, height: 1e300 })).toBe(whole)
})

// ASVS 8.2.2
test('only administrators who may see the image of a recognizer get its plate', async () => {
  const imageId = await upload()
  const as = (actor: Actor | undefined, id = imageId) =>
    outcome(plateOf(id, box, actor === undefined ? callerOf({}) : callerOf({ actor })))
  const staffOf = (storeId: string): Actor => ({ ...admin, adminRole: 'staff', storeIds: [storeId] }) as Actor
  const missing = 'IMAGE_NOT_FOUND'
  expect([await as(admin), await as(staffOf(device.storeId)), await as(staffOf(randomUUID()))]).toEqual([
    ...['ok', 'ok', missing],
  ])
  expect([await as({ ...admin, role: 'member' } as Actor), await as(undefined)]).toEqual([missing, missing])
  expect(await as(admin, randomUUID())).toBe(missing)
  expect(await as(admin, (await uploadAs(catalog, admin)).id)).toBe(missing) // of no recognizer
})

test('a crop is deleted with its image', async () => {
  const imageId = await upload()
  await plateOf(imageId)
  expect(await names(imageId)).toHaveLength(5)
  await catalog.backend.sql`
    update catalog.images set created_at = created_at - interval '13 months 1 hour' where id = ${imageId}`
  ahead = 1
  await using _later = await startCatalog(catalog.options, testProcess())
  await expect.poll(() => names(imageId)).toEqual([])
  expect(await outcome(plateOf(imageId))).toBe('IMAGE_NOT_FOUND')
})
