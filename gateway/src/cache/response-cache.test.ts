import { AppError } from '@kingcar/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'

/*
 * A model of the owner: each key has a version, which holds from its write to the next. Time passes only between steps.
 * Whoever asks must get a version that held at some moment of the second before it asked, and none that it was told to be
 * over; where the owner is away, one that held within the last minute.
 */
const freshMilliseconds = 1_000
const maxStaleMilliseconds = 60_000

type Version = { number: number; until: number; overTold: number }
type Owner = { key: number; seen: Version | 'gone' | undefined; settle: (how: 'answers' | 'is away') => void }

test('a fault of the owner takes nothing from the last answer, and that it is gone takes all', async () => {
  let time = 0
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => time })
  const answer = { bytes: 1 }
  const failing = (code: 'INTERNAL' | 'UNAVAILABLE' | 'STORE_NOT_FOUND') => () => Promise.reject(new AppError(code))
  await cache.fetch('key', async () => answer)
  time = 2_000
  await expect(cache.fetch('key', failing('INTERNAL'))).rejects.toMatchObject({ code: 'INTERNAL' })
  expect(await cache.fetch('key', failing('UNAVAILABLE'))).toEqual({ value: answer, age: 2 })
  await expect(cache.fetch('key', failing('STORE_NOT_FOUND'))).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  await expect(cache.fetch('key', failing('UNAVAILABLE'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

class World {
  time = 0
  /** Counts what happens, since much happens at one moment. */
  moment = 0
  lastTold = 0
  readonly cache = createResponseCache<{ bytes: number; version: Version }>({ freshMilliseconds, now: () => this.time })
  readonly versions: Version[][] = [[newVersion(0)], [newVersion(0)]]
  readonly working: Owner[] = []
  readonly reads: Promise<void>[] = []
  given = { fresh: 0, asked: 0, stoodIn: 0, refused: 0 }

  current = (key: number) => this.versions[key]?.at(-1) as Version

  write(key: number, told: boolean) {
    const old = this.current(key)
    old.until = this.time
    this.versions[key]?.push(newVersion(old.number + 1))
    if (!told) return
    this.moment += 1
    for (const each of this.versions[key] ?? []) if (each !== this.current(key)) each.overTold ||= this.moment
    this.cache.invalidate()
  }

  read(key: number) {
    const [asked, moment] = [this.time, this.moment]
    const fresh = this.cache.getFresh(String(key))
    if (fresh) {
      this.given.fresh += 1
      this.expectCurrent(fresh.version, asked, moment)
      return
    }
    const owner = () =>
      new Promise<{ bytes: number; version: Version }>((resolve, reject) => {
        const entry: Owner = {
          key,
          seen: undefined,
          settle: (how) => {
            if (how === 'is away') return reject(new AppError('UNAVAILABLE'))
            const version = entry.seen ?? this.current(key)
            return version === 'gone' ? reject(new AppError('STORE_NOT_FOUND')) : resolve({ bytes: 1, version })
          },
        }
        this.working.push(entry)
      })
    this.reads.push(this.judge(this.cache.fetch(String(key), owner), asked, moment))
  }

  async judge(answer: ReturnType<World['cache']['fetch']>, asked: number, moment: number) {
    try {
      const { value, age } = await answer
      if (age === undefined) {
        this.given.asked += 1
        return this.expectCurrent(value.version, asked, moment)
      }
      this.given.stoodIn += 1
      expect(value.version.until).toBeGreaterThan(this.time - maxStaleMilliseconds - 1)
      expect(value.version.until).toBeGreaterThan(this.time - (age + 1) * 1_000)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.given.refused += 1
    }
  }

  /** The version held within the second before it was asked for, and nobody had told before that it is over. */
  expectCurrent(version: Version, asked: number, moment: number) {
    expect(version.until).toBeGreaterThan(asked - freshMilliseconds)
    expect(version.overTold === 0 || version.overTold > moment).toBe(true)
  }
}

const newVersion = (number: number): Version => ({ number, until: Number.POSITIVE_INFINITY, overTold: 0 })

const key = fc.integer({ min: 0, max: 1 })
const place = fc.nat({ max: 5 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('read' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write' as const), key, told: fc.boolean() }) },
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
      how: fc.constantFrom('answers' as const, 'is away' as const),
    }),
  },
)

async function play(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]): Promise<World> {
  const world = new World()
  const owner = (at: number) => world.working[at % Math.max(1, world.working.length)]
  for (const each of steps) {
    if (each.do === 'read') world.read(each.key)
    else if (each.do === 'write') world.write(each.key, each.told)
    else if (each.do === 'pass') world.time += each.ms
    else if (each.do === 'look') {
      const found = owner(each.place)
      if (found) found.seen ??= each.gone ? 'gone' : world.current(found.key)
    } else {
      const found = owner(each.place)
      if (!found) continue
      world.working.splice(world.working.indexOf(found), 1)
      found.settle(each.how)
      await new Promise((resolve) => setImmediate(resolve)) // who waits for it is told at this moment of the clock
    }
  }
  for (const { settle } of world.working) settle('answers')
  await Promise.all(world.reads)
  return world
}

test('property: no answer is older than a second while the owner answers, nor than a minute otherwise', async () => {
  const total = { fresh: 0, asked: 0, stoodIn: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const { given } = await play(steps)
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += given[name]
    }),
    { numRuns: 1_000 },
  )
  for (const [name, times] of Object.entries(total)) expect([name, times > 20]).toEqual([name, true])
})

test('an answer that was overtaken on its way takes nobody’s place', async () => {
  let time = 0
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => time })
  const slow = Promise.withResolvers<{ bytes: number }>()
  const first = cache.fetch('key', () => slow.promise)
  time = 1_000
  await cache.fetch('key', async () => ({ bytes: 2 }))
  slow.resolve({ bytes: 1 })
  expect([await first, cache.getFresh('key')]).toEqual([{ value: { bytes: 1 } }, { bytes: 2 }])
})

test('what is known to be gone does not come back with an answer that was on its way', async () => {
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => 0 })
  const [slow, slower] = [Promise.withResolvers<{ bytes: number }>(), Promise.withResolvers<{ bytes: number }>()]
  const fail = (code: 'STORE_NOT_FOUND' | 'UNAVAILABLE') => cache.fetch('key', () => Promise.reject(new AppError(code)))
  const early = [cache.fetch('key', () => slow.promise)]
  cache.invalidate()
  early.push(cache.fetch('key', () => slower.promise))
  cache.invalidate()
  await expect(fail('STORE_NOT_FOUND')).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  slower.resolve({ bytes: 2 })
  slow.resolve({ bytes: 1 })
  expect(await Promise.all(early)).toEqual([{ value: { bytes: 1 } }, { value: { bytes: 2 } }])
  await expect(fail('UNAVAILABLE')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('what was asked for longest ago goes first, and nothing large stays', async () => {
  const cache = createResponseCache<{ bytes: number }>({ freshMilliseconds, now: () => 0 })
  const put = (key: string, bytes: number) => cache.fetch(key, async () => ({ bytes }))
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
