import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { extract } from 'tar-stream'
import { backupAt } from './backup-files.ts'
import { beginningOf, decrypt, encryptedMark, findKey, type Key } from './encryption.ts'
import { type Manifest, manifestName, readManifest } from './manifest.ts'

/** A part of a content, such as `tables/orders.orders`. */
export type ArchivePart = { content: string; data: Buffer }

/** Maximum bytes of an entry. A part has a few MiB, and so has a manifest with thousands of tables. */
const largest = 64 * 2 ** 20

/** A backup file, with its key if it is encrypted. */
export type Archive = { file: string; key: Key | undefined }

/** @throws UserFacingError if the file cannot be read, or the passphrase is wrong, missing or not needed */
export async function findArchive(source: string, passphrase: string | undefined): Promise<Archive> {
  const file = backupAt(source)
  const beginning = readBeginning(file)
  const isEncrypted = beginning.subarray(0, encryptedMark.length).equals(encryptedMark)
  if (isEncrypted && passphrase === undefined)
    throw new UserFacingError(`${file} is encrypted. Name the file with its passphrase: --passphrase-file <file>.`)
  if (!isEncrypted && passphrase !== undefined)
    throw new UserFacingError(`${file} is not encrypted. Omit --passphrase-file if you trust the file.`)
  return { file, key: passphrase === undefined ? undefined : await findKey(beginning, passphrase) }
}

function readBeginning(file: string): Buffer {
  try {
    return beginningOf(file)
  } catch (cause) {
    throw new UserFacingError(`The backup cannot be read: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    })
  }
}

/**
 * The parts of a backup in the order of writing. The manifest is the last one and has an empty `content`.
 * @throws UserFacingError if the file is not a backup, is damaged or truncated
 */
export async function* readArchive({ file, key }: Archive): AsyncGenerator<ArchivePart> {
  const bytes = createReadStream(file)
  const compressed: Readable = key === undefined ? bytes : await decrypt(bytes, key)
  const tar = extract()
  const reading = pipeline(compressed, createGunzip(), tar)
  reading.catch(() => undefined) // reading the entries throws the same error
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > largest) throw new Error(`${name} has ${size} bytes`)
      const pieces: Uint8Array[] = []
      for await (const piece of entry) pieces.push(piece as Uint8Array)
      yield { content: name === manifestName ? '' : name.replace(/\/\d+$/, ''), data: Buffer.concat(pieces) }
    }
    await reading
  } catch (cause) {
    throw damaged(file, cause)
  } finally {
    bytes.destroy()
  }
}

/**
 * Reads the whole backup and verifies the checksums of its manifest.
 * @returns the manifest, and the contents that `wanted` names
 * @throws UserFacingError if the backup is incomplete or damaged
 */
export async function checkArchive(
  archive: Archive,
  wanted: readonly string[],
): Promise<{ manifest: Manifest; found: Map<string, Buffer> }> {
  const sums = new Map<string, { bytes: number; hash: Hash }>()
  const found = new Map<string, Buffer>()
  let text: string | undefined
  for await (const { content, data } of readArchive(archive)) {
    if (content === '') text = data.toString()
    else {
      const sum = sums.get(content) ?? { bytes: 0, hash: createHash('sha256') }
      sums.set(content, { bytes: sum.bytes + data.length, hash: sum.hash.update(data) })
      if (wanted.includes(content)) found.set(content, Buffer.concat([found.get(content) ?? Buffer.of(), data]))
    }
  }
  const { file } = archive
  const manifest = parse(file, text)
  const listed = Object.entries(manifest.contents).map(([name, { bytes, sha256 }]) => `${name} ${bytes} ${sha256}`)
  const read = [...sums].map(([name, { bytes, hash }]) => `${name} ${bytes} ${hash.digest('hex')}`)
  const different = new Set(listed).symmetricDifference(new Set(read))
  for (const line of different) throw damaged(file, new Error(`checksum mismatch: ${line}`))
  return { manifest, found }
}

function parse(file: string, text: string | undefined): Manifest {
  if (text === undefined) throw damaged(file, new Error('it has no manifest'))
  try {
    return readManifest(text)
  } catch (cause) {
    throw damaged(file, cause)
  }
}

function damaged(file: string, cause: unknown): UserFacingError {
  if (cause instanceof UserFacingError) return cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new UserFacingError(`${file} is not a backup, or is damaged: ${reason}.`, { cause })
}
