import { createHash, randomUUID } from 'node:crypto'
import type { Actor, Caller, ObjectStore, Upload } from '@kingcar/bus'
import { contract, type Image } from '@kingcar/contract'
import { callerOf } from '@kingcar/testing'
import { connect } from 'nats'
import sharp from 'sharp'
import { admin, type Catalog } from './catalog.ts'

export const device = { id: randomUUID(), storeId: randomUUID() }

export const jpeg = (width = 700, height = 500): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()

async function* once(data: Buffer): AsyncGenerator<Uint8Array> {
  yield data
}

/** Uploads a file to the object store like the gateway. */
export async function putAside(images: ObjectStore, data: Buffer, name = `uploads/${randomUUID()}`): Promise<Upload> {
  await images.put(name, once(data), { contentType: 'image/jpeg', limit: 2 ** 20 })
  return { name, sha256: createHash('sha256').update(data).digest('hex') }
}

/** Inserts the row of an administrator's image, without objects. */
export async function addImage({ backend }: Catalog): Promise<string> {
  const [row] = await backend.sql<{ id: string }[]>`
    insert into catalog.images (id, owner_kind, owner_id, content_type, width, height, bytes, widths)
    values (uuidv7(), 'admin', ${admin.id}, 'image/jpeg', 700, 500, 1, '{}') returning id`
  return row?.id ?? ''
}

/** Whether the row says that an entity references the image. */
export async function isReferenced({ backend }: Catalog, imageId: string): Promise<boolean> {
  const [row] = await backend.sql`select unused_since from catalog.images where id = ${imageId}`
  return row?.unused_since === null
}

/** Uploads an image of the device; returns its id. */
export async function uploadTo({ bus }: Catalog, extras: Partial<Caller> = {}): Promise<string> {
  const caller = callerOf({ device, upload: await putAside(bus.images, await jpeg()), ...extras })
  try {
    return (await bus.call(contract.catalog.uploadRecognitionImage, {}, caller)).id
  } finally {
    if (caller.upload) await bus.images.delete(caller.upload.name)
  }
}

export const memberActor = (id: string = randomUUID()): Actor => ({ role: 'member', id, sessionId: randomUUID() })

/** Uploads a person's image, by default 700 pixels wide. */
export async function uploadAs({ bus }: Catalog, actor: Actor, extras: Partial<Caller> = {}): Promise<Image> {
  const upload = extras.upload ?? (await putAside(bus.images, await jpeg()))
  try {
    return await bus.call(contract.catalog.uploadImage, {}, callerOf({ actor, ...extras, upload }))
  } finally {
    await bus.images.delete(upload.name)
  }
}

/** Sets the bucket's size limit as a function of its content; returns the former limit. Bytes. */
export async function changeLimit(
  { backend: { nats } }: Catalog,
  limitOf: (state: { bytes: number }) => number,
): Promise<number> {
  const { user, password: pass } = nats.user('setup')
  const connection = await connect({ servers: nats.url, user, pass })
  try {
    const { streams } = await connection.jetstreamManager()
    const { config, state } = await streams.info('OBJ_images')
    await streams.update('OBJ_images', { ...config, max_bytes: Math.ceil(limitOf(state)) })
    return config.max_bytes
  } finally {
    await connection.close()
  }
}
