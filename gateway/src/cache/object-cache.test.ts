import type { ObjectStore } from '@kingcar/bus'
import { expect, test, vi } from 'vitest'
import { cacheSmallObjects } from './object-cache.ts'

/** A store with objects of a given size; `get` counts its calls. */
function storeOf(bytes: number) {
  const get = vi.fn<ObjectStore['get']>(async (name) =>
    name === 'gone'
      ? undefined
      : {
          object: { name, contentType: 'image/png', bytes, sha256: '', storedAt: 0 },
          content: (async function* () {
            yield Buffer.alloc(bytes, name)
          })(),
        },
  )
  return { get, kept: cacheSmallObjects({ get } as unknown as ObjectStore) }
}
const read = async ({ get }: ObjectStore, name: string) => {
  const found = await get(name)
  return found && Buffer.concat(await Array.fromAsync(found.content)).length
}

test('a small object is read once; a large or missing one is read each time', async () => {
  for (const [bytes, name, times] of [
    [256 * 1024, 'a', 1],
    [256 * 1024 + 1, 'a', 3],
    [1, 'gone', 3],
  ] as const) {
    const { get, kept } = storeOf(bytes)
    for (let asked = 0; asked < 3; asked += 1) expect(await read(kept, name)).toBe(name === 'gone' ? undefined : bytes)
    expect(get).toHaveBeenCalledTimes(times)
  }
})

test('the size limit holds, and the most recently used objects stay', async () => {
  const { get, kept } = storeOf(256 * 1024)
  for (let at = 0; at < 128; at += 1) {
    await read(kept, `${at}`)
    await read(kept, '0')
  }
  get.mockClear()
  await read(kept, '0')
  expect(get).not.toHaveBeenCalled()
  await read(kept, '1')
  expect(get).toHaveBeenCalledOnce()
})
