import { AppError } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { expect, test } from 'vitest'
import type { Link } from './link.ts'
import { openObjectStore } from './objects.ts'

/** A stream that takes in what it is sent in order, some time after a piece was given up, and is purged at once. */
function openSlowStream() {
  let kept: string[] = []
  const waiting: string[] = []
  const takeIn = () => kept.push(...waiting.splice(0))
  const isPiece = (subject: string) => subject.startsWith('$O.images.C.')
  const mux = {
    async request(subject: string) {
      waiting.push(subject)
      if (isPiece(subject)) throw new AppError('UNAVAILABLE')
      takeIn()
      return { json: () => ({ stream: 'OBJ_images', seq: kept.length }) }
    },
  }
  const jetstream = {
    async purge(_: string, purged: string) {
      kept = kept.filter((subject) => subject !== purged)
    },
  }
  const log = createLogger('test', 'silent')
  return { store: openObjectStore({ mux, jetstream, log } as unknown as Link, 'images'), takeIn, kept: () => kept }
}

async function* onePiece(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('piece')
}

test('a piece that was given up does not stay, however long it takes to come', async () => {
  const { store, takeIn, kept } = openSlowStream()
  const put = store.put('late', onePiece(), { contentType: 'image/png', limit: 100 })
  await expect(put).rejects.toThrow(new AppError('UNAVAILABLE'))
  await expect.poll(kept).toEqual([]) // beside the answer
  takeIn()
  expect(kept()).toEqual([])
})
