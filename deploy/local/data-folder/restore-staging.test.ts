import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { temporaryFolder } from '@kingcar/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  broker,
  cluster,
  commitRestore,
  files,
  finishRestore,
  makeStaging,
  markServersIncomplete,
  prepareForNextRestore,
} from './restore-staging.ts'

const names = [...files, ...cluster, ...broker]
const folders = ['postgres', 'nats']

let folder: ReturnType<typeof temporaryFolder>
let dataDir: string
beforeEach(() => {
  folder = temporaryFolder()
  dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
})
afterEach(() => folder[Symbol.asyncDispose]())

function fill(at: string, what: string, which: readonly string[]): void {
  for (const name of which) {
    if (folders.includes(name)) mkdirSync(join(at, name))
    writeFileSync(join(at, ...(folders.includes(name) ? [name, 'content'] : [name])), what)
  }
}

function contentOf(at: string): Record<string, string> {
  const read = (name: string) =>
    readFileSync(join(at, ...(folders.includes(name) ? [name, 'content'] : [name])), 'utf8')
  return Object.fromEntries(readdirSync(at).map((name) => [name, read(name)]))
}

/** What of the new comes in place of the old, wherever the move before stopped. */
const isNew = { 'secrets.json': 'new', 'demo.json': 'new', postgres: 'new', nats: 'new' }
const brought = Object.keys(isNew)
const replaced = names.filter((name) => name !== 'postgres.location') // that one is a path

/** A restore that has happened, and of whose moves as many were made. */
function stopAfter(moves: number): void {
  fill(dataDir, 'old', replaced)
  const staging = makeStaging(dataDir)
  fill(staging, 'new', brought)
  const note = { folder: basename(staging), replaces: names, brings: brought }
  writeFileSync(join(dataDir, 'restoring.json'), JSON.stringify(note))
  const all = replaced.flatMap((name) => [
    () => renameSync(join(dataDir, name), join(staging, `replaced.${name}`)),
    ...(brought.includes(name) ? [() => renameSync(join(staging, name), join(dataDir, name))] : []),
  ])
  for (const move of all.slice(0, moves)) move()
}

test('a committed restore is completed, wherever it was interrupted', async () => {
  for (let moves = 0; moves <= replaced.length + brought.length; moves++) {
    stopAfter(moves)
    await finishRestore(dataDir)
    expect(contentOf(dataDir), `after ${moves} moves`).toEqual(isNew)
    await finishRestore(dataDir) // once more changes nothing
    expect(contentOf(dataDir)).toEqual(isNew)
    rmSync(dataDir, { recursive: true })
    mkdirSync(dataDir)
  }
})

test('a committed restore is completed after the data folder was moved', async () => {
  stopAfter(3)
  const elsewhere = join(folder.path, 'elsewhere')
  renameSync(dataDir, elsewhere)
  await finishRestore(elsewhere)
  expect(contentOf(elsewhere)).toEqual(isNew)
})

test('a missing file of a committed restore is reported', async () => {
  stopAfter(0)
  const [staging = ''] = readdirSync(dataDir).filter((name) => name.startsWith('restoring-'))
  for (const at of [dataDir, join(dataDir, staging)]) rmSync(join(at, 'secrets.json'))
  await expect(finishRestore(dataDir)).rejects.toThrow('secrets.json')
  expect(existsSync(join(dataDir, staging, 'demo.json'))).toBe(true)
})

test('an incomplete staging folder is removed', async () => {
  fill(dataDir, 'old', replaced)
  fill(makeStaging(dataDir), 'new', brought)
  await finishRestore(dataDir)
  expect(contentOf(dataDir)).toEqual(Object.fromEntries(replaced.map((name) => [name, 'old'])))
})

test('a cluster stored elsewhere is removed with its pointer', async () => {
  const [theirs, mine, unfinished] = ['theirs', 'mine', 'unfinished'].map((name) => join(folder.path, name))
  for (const at of [theirs, mine, unfinished]) mkdirSync(at ?? '')
  writeFileSync(join(dataDir, 'postgres.location'), `${theirs}\n`)
  writeFileSync(join(makeStaging(dataDir), 'postgres.location'), `${unfinished}\n`)
  const staging = makeStaging(dataDir)
  writeFileSync(join(staging, 'postgres.location'), `${mine}\n`)
  await commitRestore(dataDir, staging, names)
  expect(readdirSync(dataDir)).toEqual(['postgres.location'])
  expect(readFileSync(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${mine}\n`)
  expect([theirs, mine, unfinished].map((at) => existsSync(at ?? ''))).toEqual([false, true, false])
})

test("with the operator's own servers the product does not start until a restore has completed", async () => {
  fill(dataDir, 'old', ['secrets.json'])
  makeStaging(dataDir)
  markServersIncomplete(dataDir)
  await expect(finishRestore(dataDir)).rejects.toThrow('A restore was interrupted')
  await expect(finishRestore(dataDir)).rejects.toThrow('A restore was interrupted')
  await prepareForNextRestore(dataDir)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('restoring-'))).toEqual([])
  const staging = makeStaging(dataDir)
  fill(staging, 'new', ['secrets.json'])
  await commitRestore(dataDir, staging, files)
  await finishRestore(dataDir)
  expect(contentOf(dataDir)).toEqual({ 'secrets.json': 'new' })
})
