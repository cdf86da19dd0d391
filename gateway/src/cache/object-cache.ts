import type { ObjectStore } from '@kingcar/bus'
import { LRUCache } from 'lru-cache'

/** Enough for thumbnails, which a page requests by the dozen. */
const maxObjectBytes = 256 * 1024
const maxTotalBytes = 32 * 2 ** 20
/** Estimated memory of an entry besides its data, in bytes. */
const overhead = 1024

type StoredObject = NonNullable<Awaited<ReturnType<ObjectStore['get']>>>
type CachedObject = { object: StoredObject['object']; data: Uint8Array }

/**
 * Wraps the store with an LRU cache of its small objects. An object never changes under its name, and callers get names
 * from the service, so a removed object is no longer requested.
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
