import type { ObjectStore } from '@kingcar/bus'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { type ImageRow, images } from '../tables.ts'
import { audienceAt } from './audience.ts'
import type { EncodedImage } from './encode.ts'
import { objectName } from './object-names.ts'

/** Prepared queries of the read operations. */
export function prepareImages(read: Reader, now: () => Date) {
  const statement = read
    .select({
      id: images.id,
      ownerKind: images.ownerKind,
      ownerId: images.ownerId,
      storeId: images.storeId,
      widths: images.widths,
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

async function* once(data: Buffer): AsyncGenerator<Uint8Array> {
  yield data
}

/** Emits `catalog.imageRemoved` for each deleted image of a member. */
export async function emitImagesRemoved(tx: Tx, deleted: readonly Pick<ImageRow, 'id' | 'ownerKind'>[]): Promise<void> {
  for (const { id, ownerKind } of deleted) {
    if (ownerKind === 'member') await emit(tx, 'catalog.imageRemoved', { imageId: id })
  }
}

/** Deletes all sizes of an image whose row is deleted. */
export async function deleteObjects(
  store: ObjectStore,
  { id, widths }: Pick<ImageRow, 'id' | 'widths'>,
): Promise<void> {
  for (const width of [undefined, ...widths]) await store.delete(objectName(id, width))
}

export const toRow = (id: string, { contentType, width, height, original, smaller }: EncodedImage) => ({
  id,
  contentType,
  width,
  height,
  bytes: original.length,
  widths: smaller.map((each) => each.width),
})
