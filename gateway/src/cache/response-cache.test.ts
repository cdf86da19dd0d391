import { AppError } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

/*
 * A model of the service: each key has a version, which is current from its write to the next write. Time passes only
 * between steps. A read must return a version that was current within the second before the read, and none that was
 * invalidated before it; while the service is unavailable, one that was current within the last minute.
 */
const freshMilliseconds = 1_000
const maxStaleMilliseconds = 60_000

type Version = { number: number; until: number; invalidatedAt: number }
type Call = { key: number; seen: Version | 'gone' | undefined; settle: (how: 'replies' | 'is unavailable') => void }

test('a 5xx keeps the stale response, a 4xx removes it', async () => {
  let time = 0
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => time })
  const answer = { bytes: 1 }
  const failing = (code: 'INTERNAL' | 'UNAVAILABLE' | 'STORE_NOT_FOUND') => () => Promise.reject(new AppError(code))
  await cache.load('key', async () => answer)
  time = 2_000
  await expect(cache.load('key', failing('INTERNAL'))).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(await cache.load('key', failing('UNAVAILABLE'))).toEqual({ value: answer, age: 2 })
  await expect(cache.load('key', failing('STORE_NOT_FOUND'))).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  await expect(cache.load('key', failing('UNAVAILABLE'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

class World {
  time = 0
  /** Logical time of invalidations, because several can happen at the same clock time. */
  moment = 0
  readonly cache = createResponseCache<{ bytes: number; version: Version }>({ freshMilliseconds, now: () => this.time })
  readonly versions: Version[][] = [[newVersion(0)], [newVersion(0)]]
  readonly running: Call[] = []
  readonly reads: Promise<void>[] = []
  counts = { fresh: 0, loaded: 0, stale: 0, refused: 0 }

  current = (key: number) => this.versions[key]?.at(-1) as Version

  write(key: number, invalidates: boolean) {
    const old = this.current(key)
    old.until = this.time
    this.versions[key]?.push(newVersion(old.number + 1))
    if (!invalidates) return
    this.moment += 1
    for (const each of this.versions[key] ?? []) if (each !== this.current(key)) each.invalidatedAt ||= this.moment
    this.cache.invalidate()
  }

  read(key: number) {
    const [asked, moment] = [this.time, this.moment]
    const fresh = this.cache.getFresh(String(key))
    if (fresh) {
      this.counts.fresh += 1
      this.expectCurrent(fresh.version, asked, moment)
      return
    }
    const owner = () =>
      new Promise<{ bytes: number; version: Version }>((resolve, reject) => {
        const entry: Call = {
          key,
          seen: undefined,
          settle: (how) => {
            if (how === 'is unavailable') return reject(new AppError('UNAVAILABLE'))
            const version = entry.seen ?? this.current(key)
            return version === 'gone' ? reject(new AppError('STORE_NOT_FOUND')) : resolve({ bytes: 1, version })
          },
        }
        this.running.push(entry)
      })
    this.reads.push(this.check(this.cache.load(String(key), owner), asked, moment))
  }

  async check(response: ReturnType<World['cache']['load']>, asked: number, moment: number) {
    try {
      const { value, age } = await response
      if (age === undefined) {
        this.counts.loaded += 1
        return this.expectCurrent(value.version, asked, moment)
      }
      this.counts.stale += 1
      expect(value.version.until).toBeGreaterThan(this.time - maxStaleMilliseconds - 1)
      expect(value.version.until).toBeGreaterThan(this.time - (age + 1) * 1_000)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.counts.refused += 1
    }
  }

  /** The version was current within the second before the read, and was not invalidated before it. */
  expectCurrent(version: Version, asked: number, moment: number) {
    expect(version.until).toBeGreaterThan(asked - freshMilliseconds)
    expect(version.invalidatedAt === 0 || version.invalidatedAt > moment).toBe(true)
  }
}

const newVersion = (number: number): Version => ({ number, until: Number.POSITIVE_INFINITY, invalidatedAt: 0 })

const key = fc.integer({ min: 0, max: 1 })
const place = fc.nat({ max: 5 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), key, invalidates: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 300, 600, 999, 1_000, 9_000, 59_000, 61_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const), place, gone: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      place,
      how: fc.constantFrom('replies' as const, 'is unavailable' as const),
    }),
  },
)

async function play(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<World> {
  const world = new World()
  const owner = (at: number) => world.running[at % Math.max(1, world.running.length)]
  for (const each of steps) {
    if (each.do === 'read') world.read(each.key)
    else if (each.do === 'write') world.write(each.key, each.invalidates)
    else if (each.do === 'pass') world.time += each.ms
    else if (each.do === 'look') {
      const found = owner(each.place)
      if (found) found.seen ??= each.gone ? 'gone' : world.current(found.key)
    } else {
      const found = owner(each.place)
      if (!found) continue
      world.running.splice(world.running.indexOf(found), 1)
      found.settle(each.how)
      await new Promise((resolve) => setImmediate(resolve)) // waiting reads complete before the clock moves
    }
  }
  for (const { settle } of world.running) settle('replies')
  await Promise.all(world.reads)
  return world
}

test('property: no response is older than a second while the service replies, nor than a minute otherwise', async () => {
  const total = { fresh: 0, loaded: 0, stale: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { counts } = await play(steps)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
    }),
    { numRuns: 1_000 },
  )
  for (const [name, times] of Object.entries(total)) expect([name, times > 20]).toEqual([name, true])
})

test('a slow response does not replace one of a later load', async () => {
  let time = 0
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => time })
  const slow = Promise.withResolvers<{ bytes: number }>()
  const first = cache.load('key', () => slow.promise)
  time = 1_000
  await cache.load('key', async () => ({ bytes: 2 }))
  slow.resolve({ bytes: 1 })
  expect([await first, cache.getFresh('key')]).toEqual([{ value: { bytes: 1 } }, { bytes: 2 }])
})

test('a removed resource does not come back with the response of an earlier load', async () => {
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => 0 })
  const [slow, slower] = [Promise.withResolvers<{ bytes: number }>(), Promise.withResolvers<{ bytes: number }>()]
  const fail = (code: 'STORE_NOT_FOUND' | 'UNAVAILABLE') => cache.load('key', () => Promise.reject(new AppError(code)))
  const early = [cache.load('key', () => slow.promise)]
  cache.invalidate()
  early.push(cache.load('key', () => slower.promise))
  cache.invalidate()
  await expect(fail('STORE_NOT_FOUND')).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  slower.resolve({ bytes: 2 })
  slow.resolve({ bytes: 1 })
  expect(await Promise.all(early)).toEqual([{ value: { bytes: 1 } }, { value: { bytes: 2 } }])
  await expect(fail('UNAVAILABLE')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('the least recently used response is evicted first, and a too large one is not kept', async () => {
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => 0 })
  const put = (key: string, bytes: number) => cache.load(key, async () => ({ bytes }))
  for (let at = 0; at < 1_001; at++) await put(`${at}`, 10)
  expect([cache.getFresh('0'), cache.getFresh('1'), cache.getFresh('1000')]).toEqual([
    undefined,
    { bytes: 10 },
    { bytes: 10 },
  ])
  await put('large', 5 * 2 ** 20)
  expect([cache.getFresh('large'), cache.getFresh('1000')]).toEqual([undefined, { bytes: 10 }])
  await put('more than half', 2.5 * 2 ** 20)
  await put('as much', 2.5 * 2 ** 20)
  expect([cache.getFresh('more than half'), cache.getFresh('as much')]).toEqual([undefined, { bytes: 2.5 * 2 ** 20 }])
})
