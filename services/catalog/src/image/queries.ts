import type { ObjectStore } from '@kingcar/bus'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { type ImageRow, images } from '../tables.ts'
import { audienceAt } from './audience.ts'
import type { EncodedImage } from './encode.ts'
import { objectName } from './object-names.ts'

type FoundObject = NonNullable<Awaited<ReturnType<ObjectStore['get']>>>

/** Prepared queries of the read operations. */
export function prepareImages(read: Reader, now: () => Date) {
  const statement = read
    .select({
      id: images.id,
      ownerKind: images.ownerKind,
      ownerId: images.ownerId,
      storeId: images.storeId,
      width: images.width,
      height: images.height,
      widths: images.widths,
      crops: images.crops,
      audience: audienceAt(sql.placeholder('now')),
    })
    .from(images)
    .where(sql`${images.id} = any(${sql.placeholder('keys')}::uuid[])`)
    .prepare('images_by_id')
  return {
    byId: createLoader(
      { execute: ({ keys }) => statement.execute({ keys, now: now().toISOString() }) },
      ({ id }) => id,
    ),
  }
}
export type ImageQueries = ReturnType<typeof prepareImages>

/** Stores all sizes of an image. After a crash or failure the sweep deletes the objects, which have no row. */
export async function putObjects(store: ObjectStore, id: string, image: EncodedImage): Promise<void> {
  const put = (data: Buffer, width?: number) =>
    store.put(objectName(id, width), once(data), { contentType: image.contentType, limit: data.length })
  await put(image.original)
  for (const { width, data } of image.smaller) await put(data, width)
}

export async function* once(data: Buffer): AsyncGenerator<Uint8Array> {
  yield data
}

/** Emits `catalog.imageRemoved` for each deleted image of a member. */
export async function emitImagesRemoved(tx: Tx, deleted: readonly Pick<ImageRow, 'id' | 'ownerKind'>[]): Promise<void> {
  for (const { id, ownerKind } of deleted) {
    if (ownerKind === 'member') await emit(tx, 'catalog.imageRemoved', { imageId: id })
  }
}

/** Deletes all sizes and crops of an image whose row is deleted. */
export async function deleteObjects(
  store: ObjectStore,
  { id, widths, crops }: Pick<ImageRow, 'id' | 'widths' | 'crops'>,
): Promise<void> {
  for (const variant of [undefined, ...widths, ...crops]) await store.delete(objectName(id, variant))
}

/** Reads an object of known size into memory. */
export async function readObject({ object, content }: FoundObject): Promise<Buffer> {
  const file = Buffer.allocUnsafe(object.bytes) // one allocation, because concatenating chunks would need twice the memory
  let at = 0
  for await (const chunk of content) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

export const toRow = (id: string, { contentType, width, height, original, smaller }: EncodedImage) => ({
  id,
  contentType,
  width,
  height,
  bytes: original.length,
  widths: smaller.map((each) => each.width),
  crops: [] as string[],
})
