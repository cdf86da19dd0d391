import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '../src/spool/line.ts'
import { Spool } from '../src/spool/spool.ts'

let folder: TemporaryFolder
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => folder[Symbol.asyncDispose]())

const limit = 2_000 // about six reads per file
const newFolder = () => join(folder.path, crypto.randomUUID())
const open = (path: string) => Spool.open({ folder: path, limit })
const read = (id: number) => JSON.stringify({ readId: `read-${id}`, carNumber: '12가3456', direction: 'in' })
const files = (path: string) => readdirSync(path).filter((name) => name.endsWith('.reads'))
const only = (path: string) => join(path, files(path)[0] ?? '')

/** A folder with reads, the first of which are acknowledged, and the texts of the rest. */
async function spoolOf(count: number, acknowledged: number): Promise<{ path: string; left: string[] }> {
  const path = newFolder()
  const all = Array.from({ length: count }, (_, id) => read(id))
  await using spool = await open(path)
  for (const text of all) await spool.append(text)
  for (let number = 0; number < acknowledged; number++) await spool.acknowledge(number)
  return { path, left: all.slice(acknowledged) }
}

/** Acknowledges all reads, as a device does. */
async function deliver(spool: Spool): Promise<string[]> {
  const delivered: string[] = []
  const next = (): Entry | undefined => spool.oldest(() => true)
  for (let entry = next(); entry; entry = next()) {
    delivered.push(entry.text)
    await spool.acknowledge(entry.number)
  }
  return delivered
}

/** Opens a folder again and returns its reads and the number of damaged lines; checks that no file remains. */
async function deliveredFrom(path: string): Promise<{ delivered: string[]; damaged: number }> {
  await using spool = await open(path)
  const delivered = await deliver(spool)
  expect(files(path)).toEqual([])
  return { delivered, damaged: spool.damaged }
}

const damages = {
  flip: (content: Buffer, at: number, bit: number) => {
    const flipped = Buffer.from(content)
    flipped[at] = (content[at] ?? 0) ^ (1 << bit)
    return flipped
  },
  remove: (content: Buffer, at: number) => Buffer.concat([content.subarray(0, at), content.subarray(at + 1)]),
  add: (content: Buffer, at: number) =>
    Buffer.concat([content.subarray(0, at), Buffer.from('\n'), content.subarray(at)]),
}

/** The reads of the line with this byte, and of the next line if it is a line feed. */
function touchedBy(content: Buffer, at: number): string[] {
  const end = content.indexOf('\n', at + 1)
  const start = content.lastIndexOf('\n', Math.max(0, at - 1)) + 1
  const touched = content.toString('utf8', start, end < 0 ? content.length : end)
  return [...touched.matchAll(/"readId":"(read-\d+)"/g)].map(([, id = '']) => id)
}

const damage = fc.record({
  kind: fc.constantFrom('flip' as const, 'remove' as const, 'add' as const),
  end: fc.boolean(),
  file: fc.nat(),
  place: fc.nat(),
  bit: fc.nat(7),
  acknowledged: fc.nat(7),
})

/** The position of any byte, or of a line feed. */
function placeIn(content: Buffer, { end, place }: { end: boolean; place: number }): number {
  const all = [...content.keys()].filter((at) => !end || content[at] === 10)
  return all[place % all.length] ?? 0
}

test('for every damaged byte of a spool all other reads are delivered once, and the damage is counted', async () => {
  const run = async ({
    kind,
    file,
    acknowledged,
    bit,
    ...where
  }: typeof damage extends fc.Arbitrary<infer D> ? D : never) => {
    const { path, left } = await spoolOf(20, acknowledged)
    const names = files(path)
    expect(names.length).toBeGreaterThan(1)
    const name = join(path, names[file % names.length] ?? '')
    const content = readFileSync(name)
    const at = placeIn(content, where)
    writeFileSync(name, damages[kind](content, at, bit))
    const touched = touchedBy(content, at)
    const { delivered, damaged } = await deliveredFrom(path)
    expect(left.filter((text) => delivered.includes(text))).toEqual(delivered)
    expect(new Set(delivered).size).toBe(delivered.length)
    const lost = left.filter((text) => !delivered.includes(text))
    expect(lost.filter((text) => !touched.includes(JSON.parse(text).readId))).toEqual([])
    const endIsMissing = kind === 'remove' && at === content.length - 1 // as if the process had died at this byte
    expect(damaged > 0).toBe(!endIsMissing)
    if (endIsMissing) expect(lost).toEqual([])
  }
  await fc.assert(fc.asyncProperty(damage, run), { numRuns: 100 })
})

test('a missing line feed among acknowledged reads hides no read after it', async () => {
  const { path, left } = await spoolOf(4, 2)
  const content = readFileSync(only(path))
  writeFileSync(only(path), damages.remove(content, content.indexOf('\n')))
  expect(await deliveredFrom(path)).toEqual({ delivered: left, damaged: 1 })
})

test('an extra line feed replaces no read of the next file', async () => {
  const { path, left } = await spoolOf(12, 0)
  expect(files(path).length).toBeGreaterThan(1)
  writeFileSync(only(path), `\n${readFileSync(only(path))}`)
  expect(await deliveredFrom(path)).toEqual({ delivered: left, damaged: 1 })
})

test('a flipped digit does not become a read of another plate', async () => {
  const { path, left } = await spoolOf(3, 0)
  writeFileSync(only(path), readFileSync(only(path), 'utf8').replace('12가3456', '12가3457'))
  expect(await deliveredFrom(path)).toEqual({ delivered: left.slice(1), damaged: 1 })
})

test('a repeated number is skipped and counted', async () => {
  const { path, left } = await spoolOf(3, 0)
  const content = readFileSync(only(path), 'utf8')
  writeFileSync(only(path), `${content}${content.split('\n')[1]}\n`)
  expect(await deliveredFrom(path)).toEqual({ delivered: left, damaged: 1 })
})

test('new reads do not reuse the numbers of damaged ones', async () => {
  const { path, left } = await spoolOf(3, 0)
  const lines = readFileSync(only(path), 'utf8').split('\n')
  writeFileSync(only(path), `${lines[0]}\nx\nx\n`)
  {
    await using spool = await open(path)
    await spool.append(read(3))
    expect(files(path)).toEqual(['0000000000000000.reads', '0000000000000003.reads'])
  }
  expect((await deliveredFrom(path)).delivered).toEqual([left[0], read(3)])
})

test('a mark with a flipped digit hides no read', async () => {
  const { path } = await spoolOf(3, 1)
  const mark = join(path, 'acknowledged')
  const content = readFileSync(mark)
  for (let at = 0; at < content.length; at++) {
    writeFileSync(mark, damages.flip(content, at, 3))
    await using spool = await open(path)
    expect(spool.waiting).toBe(3)
  }
})

test('lines without a number and a checksum are counted, and files with only such lines are removed', async () => {
  const { path, left } = await spoolOf(3, 0)
  renameSync(only(path), join(path, '0000000000000007.reads'))
  writeFileSync(join(path, '0000000000000000.reads'), `${read(8)}\n${read(9)}\n`)
  writeFileSync(join(path, '0000000000000002.reads'), 'null\n\n')
  expect(await deliveredFrom(path)).toEqual({ delivered: left, damaged: 4 })
})
