import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@kingcar/localstack/run-command'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { temporaryFolder } from '@kingcar/testing'
import { Encrypter } from 'age-encryption'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Manifest } from './manifest.ts'
import { checkArchive, findArchive, readArchive } from './read-archive.ts'
import { openArchive } from './write-archive.ts'

const manifest: Omit<Manifest, 'contents'> = {
  format: 1,
  version: '0',
  at: '2026-01-02T03:04:05.000Z',
  migrations: [],
  tables: [],
  sequences: [],
  streams: {},
}
/** More than a part. */
const large = randomBytes(4.1 * 2 ** 20)
const small = large.subarray(0, 200_000)

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder[Symbol.asyncDispose]())

const check = async (file: string, passphrase?: string): Promise<{ manifest: Manifest }> =>
  checkArchive(await findArchive(file, passphrase), [])

async function write(name: string, passphrase?: string, visits = small): Promise<string> {
  const file = join(folder.path, name)
  await using archive = await openArchive(file, passphrase)
  await archive.add('tables/orders.orders', Buffer.from('1\n'))
  await archive.add('streams/VISITS', visits)
  await archive.add('tables/orders.orders', Buffer.from('2\n'))
  await archive.add('files/secrets.json', Buffer.from('{}'))
  await archive.finish(manifest)
  return file
}

test('a written archive can be read, also by tar', async () => {
  const file = await write('a.tar.gz', undefined, large)
  const { manifest: read, found } = await checkArchive({ file, key: undefined }, [
    'tables/orders.orders',
    'streams/VISITS',
  ])
  expect(read).toMatchObject(manifest)
  expect(Object.keys(read.contents).sort()).toEqual(['files/secrets.json', 'streams/VISITS', 'tables/orders.orders'])
  expect(found.get('tables/orders.orders')?.toString()).toBe('1\n2\n')
  expect(found.get('streams/VISITS')?.equals(large)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { ok } = await runCommand('tar', ['-xzf', file, '-C', folder.path])
  expect(ok).toBe(true)
  expect(readFileSync(join(folder.path, 'tables/orders.orders/000001'), 'utf8')).toBe('1\n2\n')
  expect(JSON.parse(readFileSync(join(folder.path, 'manifest.json'), 'utf8'))).toEqual(read)
})

test('a repacked archive is valid only with all parts unchanged', async () => {
  const file = await write('a.tar.gz')
  const parts: string[] = []
  for await (const { content } of readArchive({ file, key: undefined })) if (content) parts.push(`${content}/000001`)
  await runCommand('tar', ['-xzf', file], { cwd: folder.path })
  const pack = (...names: string[]) =>
    runCommand('tar', ['-czf', 'again.tar.gz', ...names, 'manifest.json'], { cwd: folder.path })
  const again = join(folder.path, 'again.tar.gz')
  await pack(...parts)
  expect((await check(again)).manifest.at).toBe(manifest.at)
  await pack(...parts.slice(1))
  await expect(check(again)).rejects.toThrow('checksum mismatch')
  writeFileSync(join(folder.path, 'files/secrets.json/000001'), '[]')
  await pack(...parts)
  await expect(check(again)).rejects.toThrow('checksum mismatch')
})

test('a changed or missing byte is detected anywhere', async () => {
  const file = await write('a.tar.gz')
  const bytes = readFileSync(file)
  const other = join(folder.path, 'other')
  const places = [
    0,
    20,
    bytes.length - 1,
    bytes.length - 400,
    ...Array.from({ length: 12 }, () => Math.floor(Math.random() * bytes.length)),
  ]
  for (const at of places) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at)
    writeFileSync(other, changed)
    const [flags, time] = [3, 4] // of gzip's head, which tell nothing of the content: flags, time, level and system
    const tellsNothing = at > flags && at < time + 6
    if (!tellsNothing) await expect(check(other), `byte ${at}`).rejects.toThrow(UserFacingError)
  }
  for (const length of [0, 5, bytes.length >> 1, bytes.length - 9, bytes.length - 1]) {
    writeFileSync(other, bytes.subarray(0, length))
    await expect(check(other), `${length} bytes`).rejects.toThrow('is not a backup, or is damaged')
  }
  await expect(check(join(folder.path, 'none'))).rejects.toThrow('cannot be read')
})

test('an encrypted archive opens only with its passphrase, and a change is detected', async () => {
  // the work that makes guesses dear would make this test so
  const { setPassphrase } = Encrypter.prototype
  vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (this: Encrypter, passphrase) {
    setPassphrase.call(this, passphrase)
    this.setScryptWorkFactor(4)
  })
  const file = await write('a.tar.gz.age', 'right')
  expect((await check(file, 'right')).manifest.at).toBe(manifest.at)
  expect(readFileSync(file).includes('secrets.json')).toBe(false)
  await expect(check(file, 'wrong')).rejects.toThrow('another passphrase')
  await expect(check(file)).rejects.toThrow('is encrypted')
  await expect(check(await write('plain'), 'right')).rejects.toThrow('is not encrypted')
  const bytes = readFileSync(file)
  for (const at of [bytes.length >> 1, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    writeFileSync(file, changed)
    await expect(check(file, 'right')).rejects.toThrow('is damaged')
  }
  writeFileSync(file, bytes.subarray(0, -70_000))
  await expect(check(file, 'right')).rejects.toThrow('is damaged')
})

test('an unfinished archive leaves no file', async () => {
  const file = join(folder.path, 'a.tar.gz')
  {
    await using archive = await openArchive(file, undefined)
    await archive.add('streams/VISITS', large)
    await expect.poll(() => existsSync(`${file}.part`)).toBe(true)
  }
  expect([file, `${file}.part`].filter(existsSync)).toEqual([])
})

test('the next backup removes the unfinished file of a killed one', async () => {
  const [old, recent] = ['kingcar-1.tar.gz.part', 'kingcar-2.tar.gz.part'].map((name) => join(folder.path, name))
  for (const file of [old, recent]) writeFileSync(String(file), 'secrets')
  utimesSync(String(old), 0, (Date.now() - 2 * 3_600_000) / 1_000)
  await using _archive = await openArchive(join(folder.path, 'next.tar.gz'), undefined)
  expect(readdirSync(folder.path)).toContain('kingcar-2.tar.gz.part')
  expect(readdirSync(folder.path)).not.toContain('kingcar-1.tar.gz.part')
})

test('another tar is not a backup', async () => {
  writeFileSync(join(folder.path, 'a.txt'), 'a')
  await runCommand('tar', ['-czf', 'other.tar.gz', 'a.txt'], { cwd: folder.path })
  await expect(check(join(folder.path, 'other.tar.gz'))).rejects.toThrow('it has no manifest')
  const parts = []
  for await (const { content } of readArchive({ file: join(folder.path, 'other.tar.gz'), key: undefined }))
    parts.push(content)
  expect(parts).toEqual(['a.txt'])
})
