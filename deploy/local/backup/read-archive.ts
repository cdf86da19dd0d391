import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { extract } from 'tar-stream'
import { beginningOf, decrypt, encryptedMark, findKey, type Key } from './encryption.ts'
import { type Manifest, manifestName, readManifest } from './manifest.ts'

/** The next bytes of a content, such as `tables/orders.orders`. */
export type ArchivePart = { content: string; data: Buffer }

/** Bytes; parts have a few MiB, and a manifest names thousands of tables in as many. */
const largest = 64 * 2 ** 20

/** A backup that can be opened, with what it was encrypted by. */
export type Archive = { file: string; key: Key | undefined }

/** @throws UserFacingError for a file that cannot be read, or is not encrypted with this passphrase */
export async function findArchive(file: string, passphrase: string | undefined): Promise<Archive> {
  const beginning = readBeginning(file)
  const isEncrypted = beginning.subarray(0, encryptedMark.length).equals(encryptedMark)
  if (isEncrypted && passphrase === undefined)
    throw new UserFacingError(`${file} is encrypted. Name the file of its passphrase: --passphrase-file.`)
  if (!isEncrypted && passphrase !== undefined)
    throw new UserFacingError(`${file} is not encrypted. Leave --passphrase-file out if you know where it comes from.`)
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
 * The parts of a backup, in the order in which they were written; the manifest is the last, with an empty `content`.
 * @throws UserFacingError for a file that is none, is damaged or cut short
 */
export async function* readArchive({ file, key }: Archive): AsyncGenerator<ArchivePart> {
  const bytes = createReadStream(file)
  const compressed: Readable = key === undefined ? bytes : await decrypt(bytes, key)
  const tar = extract()
  const reading = pipeline(compressed, createGunzip(), tar)
  reading.catch(() => undefined) // the entries tell
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
 * Reads all of a backup and compares it with what its manifest says.
 * @returns the manifest, and the contents that were asked for
 * @throws UserFacingError for one that is not whole
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
  const told = Object.entries(manifest.contents).map(([name, { bytes, sha256 }]) => `${name} ${bytes} ${sha256}`)
  const read = [...sums].map(([name, { bytes, hash }]) => `${name} ${bytes} ${hash.digest('hex')}`)
  const different = new Set(told).symmetricDifference(new Set(read))
  for (const line of different) throw damaged(file, new Error(`${line} is not as it was written`))
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
  return new UserFacingError(`${file} is no backup, or is damaged: ${reason}.`, { cause })
}
