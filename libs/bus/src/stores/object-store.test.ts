import { AppError } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { expect, test } from 'vitest'
import type { Link } from '../connection/link.ts'
import { openObjectStore } from './object-store.ts'

/** A stream that stores a chunk only after its publisher has given up, in order, while a purge is immediate. */
function openSlowStream(answers: readonly object[] = []) {
  let kept: string[] = []
  const waiting: string[] = []
  let asked = 0
  const takeIn = () => kept.push(...waiting.splice(0))
  const isPiece = (subject: string) => subject.startsWith('$O.images.C.')
  const mux = {
    async request(subject: string) {
      const answer = isPiece(subject) ? {} : (answers[asked++] ?? {})
      if (!('error' in answer)) waiting.push(subject)
      if (isPiece(subject)) throw new AppError('UNAVAILABLE')
      if (!('error' in answer)) takeIn()
      return { json: () => answer }
    },
  }
  const jetstream = {
    async purge(_: string, purged: string) {
      kept = kept.filter((subject) => subject !== purged)
    },
  }
  const lines: string[] = []
  const log = createLogger('test', 'warn', { write: (line: string) => void lines.push(line) })
  const store = openObjectStore({ mux, jetstream, log } as unknown as Link, 'images')
  return { store, takeIn, kept: () => kept, lines }
}

async function* onePiece(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('piece')
}

test('an abandoned chunk is removed, however late it arrives', async () => {
  const { store, takeIn, kept } = openSlowStream()
  const put = store.put('late', onePiece(), { contentType: 'image/png', limit: 100 })
  await expect(put).rejects.toThrow(new AppError('UNAVAILABLE'))
  await expect.poll(kept).toEqual([]) // after the failed put
  takeIn()
  expect(kept()).toEqual([])
})

test('if the queue of the stream is full nothing is removed, so that the sweep finds the chunks', async () => {
  const full = { error: { code: 429, err_code: 10_167, description: 'too many requests' } }
  const { store, takeIn, kept, lines } = openSlowStream([{}, full])
  const put = store.put('late', onePiece(), { contentType: 'image/png', limit: 100 })
  await expect(put).rejects.toThrow(new AppError('UNAVAILABLE'))
  await expect.poll(() => lines.join()).toContain('incomplete file remains in the object store') // after the failed put
  takeIn()
  const described = kept().filter((subject) => subject.startsWith('$O.images.M.'))
  expect(described).toHaveLength(1)
  expect(kept()).toHaveLength(2)
})
