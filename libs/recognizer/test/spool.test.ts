import { appendFileSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatLine } from '../src/spool/line.ts'
import { Spool } from '../src/spool/spool.ts'

let folder: TemporaryFolder
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder[Symbol.asyncDispose]())

const newFolder = () => join(folder.path, crypto.randomUUID())
const open = (path: string, limit = 2 ** 20) => Spool.open({ folder: path, limit })
const read = (id: number | string) => JSON.stringify({ readId: String(id), carNumber: '12가3456' })

/** The waiting reads, oldest first. */
function waiting(spool: Spool): { number: number; text: string }[] {
  const seen = new Set<number>()
  const entries = []
  const next = () => spool.oldest(({ number }) => !seen.has(number))
  for (let entry = next(); entry; entry = next()) {
    seen.add(entry.number)
    entries.push(entry)
  }
  return entries
}
const texts = (spool: Spool) => waiting(spool).map(({ text }) => text)
const files = (path: string) => readdirSync(path).filter((name) => name.endsWith('.reads'))

test('unacknowledged reads are loaded in order, and acknowledged ones leave no file', async () => {
  const path = newFolder()
  {
    await using spool = await open(path)
    await Promise.all([1, 2, 3].map((id) => spool.append(read(id))))
    await spool.acknowledge(waiting(spool)[0]?.number ?? -1)
  }
  {
    await using spool = await open(path)
    expect(texts(spool)).toEqual([read(2), read(3)])
    for (const { number } of waiting(spool)) await spool.acknowledge(number)
  }
  expect(files(path)).toEqual([])
})

test('a process that dies at any byte of a line loses no read stored before or after it', async () => {
  const original = newFolder()
  {
    await using spool = await open(original)
    for (const id of [1, 2]) await spool.append(read(id))
  }
  const torn = Buffer.from(formatLine({ number: 2, text: read('torn') }))
  for (let bytes = 0; bytes <= torn.length; bytes++) {
    const isWhole = bytes >= torn.length - 1 // except its line feed
    const before = [read(1), read(2), ...(isWhole ? [read('torn')] : [])]
    const path = newFolder()
    cpSync(original, path, { recursive: true })
    appendFileSync(join(path, files(path)[0] ?? ''), torn.subarray(0, bytes))
    {
      await using spool = await open(path)
      expect(texts(spool)).toEqual(before)
      await spool.append(read(3))
    }
    await using spool = await open(path)
    expect(texts(spool)).toEqual([...before, read(3)])
    expect(spool.damaged).toBe(bytes === 0 || isWhole ? 0 : 1)
  }
})

const step = fc.oneof(
  fc.record({ keep: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ acknowledge: fc.nat(8) }),
  fc.constantFrom('settle' as const, 'crash' as const),
)

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

test('whenever a process dies, all stored and unacknowledged reads are loaded, in order', async () => {
  const run = async (steps: Step[]) => {
    const kept: string[] = []
    const acknowledged = new Set<string>()
    let path = newFolder()
    let spool = await open(path, 2_000)
    const running: Promise<void>[] = []
    for (const each of steps)
      if (each === 'crash') {
        const stored = kept.filter((text) => !acknowledged.has(text))
        const { dropped } = spool
        const copy = newFolder()
        cpSync(path, copy, { recursive: true }) // a snapshot of the disk
        await Promise.all(running)
        await spool[Symbol.asyncDispose]()
        path = copy
        spool = await open(path, 2_000)
        const loaded = texts(spool).filter((text) => stored.includes(text))
        const missing = stored.length - loaded.length
        expect(loaded).toEqual(stored.slice(missing))
        expect(missing).toBeLessThanOrEqual(dropped + spool.dropped) // the oldest, at the size limit
        kept.splice(0, kept.length, ...texts(spool))
      } else if (each === 'settle') await Promise.all(running)
      else if ('keep' in each)
        for (let count = 0; count < each.keep; count++) {
          const text = read(crypto.randomUUID())
          running.push(spool.append(text).then(() => void kept.push(text)))
        }
      else {
        const entry = waiting(spool)[each.acknowledge]
        if (entry) {
          acknowledged.add(entry.text)
          running.push(spool.acknowledge(entry.number))
        }
      }
    await Promise.all(running)
    await spool[Symbol.asyncDispose]()
  }
  const steps = fc.array(step, { maxLength: 20 })
  await fc.assert(fc.asyncProperty(steps, run), {
    numRuns: 50,
    examples: [[[...Array.from({ length: 5 }, () => ({ keep: 5 })), 'settle', { keep: 5 }, 'settle', 'crash']]],
  })
})

test('an acknowledgement during a write does not cover the read being written', async () => {
  const path = newFolder()
  await using spool = await open(path)
  await spool.append(read(1))
  await Promise.all([spool.append(read(2)), spool.acknowledge(0)])
  const copy = newFolder()
  cpSync(path, copy, { recursive: true })
  await using after = await open(copy)
  expect(texts(after)).toEqual([read(2)])
})

test('at the size limit the oldest reads are dropped and counted, and the newest stay', async () => {
  const path = newFolder()
  const all = Array.from({ length: 100 }, (_, id) => read(id))
  await using spool = await open(path, 1_000)
  for (const text of all) await spool.append(text)
  const left = texts(spool)
  expect(left).toEqual(all.slice(-left.length))
  expect(spool.dropped).toBe(100 - left.length)
  expect(left.length).toBeGreaterThan(5)
  await spool.acknowledge(0) // a late acknowledgement
  expect(spool.waiting).toBe(left.length)
})

test('a damaged line is skipped and counted', async () => {
  const path = newFolder()
  {
    await using spool = await open(path)
    await spool.append(read(1))
  }
  const [file = ''] = files(path)
  writeFileSync(join(path, file), `\0\0\0\n${formatLine({ number: 0, text: read(1) })}`)
  await using spool = await open(path)
  expect(texts(spool)).toEqual([read(1)])
  expect(spool.damaged).toBe(1)
})

test('after a lost mark reads are repeated and none is hidden', async () => {
  const path = newFolder()
  {
    await using spool = await open(path)
    await Promise.all([1, 2].map((id) => spool.append(read(id))))
    await spool.acknowledge(0)
  }
  writeFileSync(join(path, 'acknowledged'), 'nonsense')
  await using spool = await open(path)
  expect(texts(spool)).toEqual([read(1), read(2)])
})

test('a read that cannot be written rejects, and the next is stored when writing works again', async () => {
  const path = newFolder()
  await using spool = await open(path, 40) // each read starts a new file
  await spool.append(read(1))
  rmSync(path, { recursive: true })
  await expect(spool.append(read(2))).rejects.toThrow('ENOENT')
})

test('a folder is used by one process at a time', async () => {
  const path = newFolder()
  {
    await using spool = await open(path)
    await expect(open(path)).rejects.toThrow('Another recognizer is using the folder')
    expect(spool.waiting).toBe(0)
  }
  await using spool = await open(path)
  expect(spool.waiting).toBe(0)
})
