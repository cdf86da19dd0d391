import { AppError } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { createBatchLimit, inBatches } from './batch-limit.ts'
import { deadlineExceeded, unavailable } from './errors.ts'

/** Work that succeeds with at most so many items, and the sizes that were tried. */
function workFor(fits: number, error = deadlineExceeded()) {
  const tried: number[] = []
  const done: number[] = []
  const work = async (batch: readonly number[]) => {
    tried.push(batch.length)
    if (batch.length > fits) throw error
    done.push(...batch)
  }
  return { tried, done, work }
}

const items = Array.from({ length: 256 }, (_, at) => at)

test('a batch that exceeds its deadline halves until it fits, and every item is worked on once and in order', async () => {
  const { tried, done, work } = workFor(40)
  await inBatches(createBatchLimit(256), items, work)
  expect(done).toEqual(items)
  expect(tried.slice(0, 4)).toEqual([256, 128, 64, 32])
})

test('a batch that meets a conflict halves like one that is too slow', async () => {
  const { tried, done, work } = workFor(40, new AppError('CONFLICT'))
  await inBatches(createBatchLimit(256), items, work)
  expect(done).toEqual(items)
  expect(tried.slice(0, 4)).toEqual([256, 128, 64, 32])
  await expect(inBatches(createBatchLimit(8), items, workFor(0, new AppError('CONFLICT')).work)).rejects.toThrow(
    new AppError('CONFLICT'),
  )
})

test('the limit keeps its size for later work, and grows back to its maximum', async () => {
  const limit = createBatchLimit(256)
  await inBatches(limit, items, workFor(40).work)
  const { tried, work } = workFor(256)
  await inBatches(limit, items, work)
  expect(tried[0]).toBeLessThan(64)
  for (let at = 0; at < 20; at++) await limit(async () => undefined)
  expect(await limit(async (size) => size)).toBe(256)
})

test('a single item that exceeds its deadline, and any other failure, is reported', async () => {
  await expect(inBatches(createBatchLimit(8), items, workFor(0).work)).rejects.toThrow(deadlineExceeded())
  let tries = 0
  const unreachable = inBatches(createBatchLimit(8), items, async () => {
    tries += 1
    throw unavailable()
  })
  await expect(unreachable).rejects.toThrow()
  expect(tries).toBe(1)
})

test('a stop ends the attempts to find a size', async () => {
  const stop = new AbortController()
  let tries = 0
  const limit = createBatchLimit(256, stop.signal)
  const stopped = limit(async () => {
    tries += 1
    stop.abort()
    throw deadlineExceeded()
  })
  await expect(stopped).rejects.toThrow('aborted')
  expect(tries).toBe(1)
})
