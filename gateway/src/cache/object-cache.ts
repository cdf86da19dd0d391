import type { ObjectStore } from '@kingcar/bus'
import { LRUCache } from 'lru-cache'

/** Bytes of a file that is kept: thumbnails, which a page asks for by the dozen. */
const mostBytes = 256 * 1024
/** Bytes of all of them. */
const room = 32 * 2 ** 20
/** Bytes that a kept file takes besides its own. */
const overhead = 1024

type Found = NonNullable<Awaited<ReturnType<ObjectStore['get']>>>
type Kept = { object: Found['object']; data: Uint8Array }

/**
 * The store with its small files kept here, those asked for last: under its name a file never changes, and whoever asks
 * must have been told the name, so one that was removed is asked for no more.
 */
export function keepSmall(store: ObjectStore): ObjectStore {
  const kept = new LRUCache<string, Kept>({ maxSize: room, sizeCalculation: ({ data }) => data.length + overhead })
  return {
    ...store,
    async get(name) {
      const known = kept.get(name)
      if (known) return answer(known)
      const found = await store.get(name)
      if (!found || found.object.bytes > mostBytes) return found
      const read = { object: found.object, data: Buffer.concat(await Array.fromAsync(found.content)) }
      kept.set(name, read)
      return answer(read)
    },
  }
}

const answer = ({ object, data }: Kept): Found => ({ object, content: once(data) })

async function* once(data: Uint8Array): AsyncGenerator<Uint8Array> {
  yield data
}
