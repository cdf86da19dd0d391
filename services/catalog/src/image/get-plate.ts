import { randomUUID } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type ImageRow, images } from '../tables.ts'
import { cropWidth } from './encode.ts'
import { isVisibleTo } from './image.ts'
import { objectName } from './object-names.ts'
import { plateRegion, scaledTo } from './plate-region.ts'
import { assertCallerWaits } from './process-upload.ts'
import { once, readObject } from './queries.ts'

type Op = typeof contract.catalog.getPlateImage
type Context = Pick<Ctx, 'db' | 'images' | 'imageEncoder' | 'objects'>
type Source = Pick<ImageRow, 'id' | 'width' | 'height' | 'widths'>

/** Crops of one image: as many plates as fit into the view of a camera. Without a limit an account could fill the store. */
const maxCrops = 8

/**
 * Returns the name of the object with the plate of a recognizer's image. The plate's box arrives with the read, after
 * the image, so the first request makes the crop; the crop is stored, and deleted with the image. If the box is not
 * inside of the image, or the image has its largest number of crops, the result is the smallest copy of the whole
 * image.
 * @throws AppError IMAGE_NOT_FOUND also if the caller may not see the image; UNAVAILABLE if too many crops are waiting,
 * or the caller's deadline has passed
 */
export async function getPlateImage(ctx: Context, { imageId, ...box }: Input<Op>, caller: Caller): Promise<Result<Op>> {
  const { actor, stores } = caller
  const row = await ctx.images.byId(imageId)
  if (row?.ownerKind !== 'device' || !actor || !isVisibleTo(row, actor, stores)) throw new AppError('IMAGE_NOT_FOUND')
  const found = (object: string) => ({ object, public: false })
  const whole = found(objectName(row.id, row.widths.at(-1)))
  const region = plateRegion(box, row)
  if (region === undefined) return whole
  const prefix = `plate-${[region.left, region.top, region.width, region.height].join('-')}-`
  const stored = cropOf(row.crops, prefix)
  if (stored !== undefined) return found(objectName(row.id, stored))
  if (row.crops.length >= maxCrops) return whole
  const { source, area } = smallestSource(row, region)
  const crop = await ctx.imageEncoder.crop(async () => {
    assertCallerWaits(caller) // after a wait in a full queue, the deadline of many callers has passed
    return readSource(ctx, source)
  }, area)
  const name = await storeCrop(ctx, row.id, prefix, crop)
  return name === undefined ? whole : found(objectName(row.id, name))
}

const cropOf = (crops: readonly string[], prefix: string) => crops.find((each) => each.startsWith(prefix))

/**
 * The smallest copy in which the region still has enough pixels for a crop: decoding the original of a photo takes ten
 * times as long.
 */
function smallestSource(image: Source, region: NonNullable<ReturnType<typeof plateRegion>>) {
  const width = image.widths.toSorted((a, b) => a - b).find((each) => (region.width * each) / image.width >= cropWidth)
  return { source: objectName(image.id, width), area: width === undefined ? region : scaledTo(width, region, image) }
}

async function readSource({ objects }: Pick<Ctx, 'objects'>, name: string): Promise<Buffer> {
  const object = await objects.get(name)
  if (!object) throw new AppError('IMAGE_NOT_FOUND') // deleted after its row was read
  return readObject(object)
}

/**
 * Stores a crop before its row names it, so that the name always leads to an object. After a crash in between, the sweep deletes
 * the object with the image. Of two concurrent calls the second deletes its own.
 * @returns the stored crop of this region; undefined if the image was deleted in the meantime, or has too many crops
 */
async function storeCrop(ctx: Context, imageId: string, prefix: string, data: Buffer): Promise<string | undefined> {
  const name = `${prefix}${randomUUID()}`
  await ctx.objects.put(objectName(imageId, name), once(data), { contentType: 'image/jpeg', limit: data.length })
  const stored = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select({ crops: images.crops }).from(images).where(eq(images.id, imageId)).for('update')
    const known = row && cropOf(row.crops, prefix)
    if (row === undefined || known !== undefined || row.crops.length >= maxCrops) return known
    await tx
      .update(images)
      .set({ crops: [...row.crops, name] })
      .where(eq(images.id, imageId))
    return name
  })
  if (stored !== name) await ctx.objects.delete(objectName(imageId, name))
  return stored
}
