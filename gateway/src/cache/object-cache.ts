import type { ObjectStore } from '@kingcar/bus'
import { LRUCache } from 'lru-cache'

/** Bytes of a file that is kept: thumbnails, which a page asks for by the dozen. */
const maxObjectBytes = 256 * 1024
/** Bytes of all of them. */
const maxTotalBytes = 32 * 2 ** 20
/** Bytes that a kept file takes besides its own. */
const overhead = 1024

type StoredObject = NonNullable<Awaited<ReturnType<ObjectStore['get']>>>
type CachedObject = { object: StoredObject['object']; data: Uint8Array }

/**
 * The store with its small files kept here, those asked for last: under its name a file never changes, and whoever asks
 * must have been told the name, so one that was removed is asked for no more.
 */
export function cacheSmallObjects(store: ObjectStore): ObjectStore {
  const objects = new LRUCache<string, CachedObject>({
    maxSize: maxTotalBytes,
    sizeCalculation: ({ data }) => data.length + overhead,
  })
  return {
    ...store,
    async get(name) {
      const known = objects.get(name)
      if (known) return toStoredObject(known)
      const found = await store.get(name)
      if (!found || found.object.bytes > maxObjectBytes) return found
      const read = { object: found.object, data: Buffer.concat(await Array.fromAsync(found.content)) }
      objects.set(name, read)
      return toStoredObject(read)
    },
  }
}

const toStoredObject = ({ object, data }: CachedObject): StoredObject => ({ object, content: once(data) })

async function* once(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}
