import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { Decrypter, Encrypter, type Identity } from 'age-encryption'

/** First bytes of a file in the age format (age-encryption.org/v1), which the `age` tool can decrypt, too. */
export const encryptedMark = Buffer.from('age-encryption.org/')

export async function encrypt(content: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** The key of one encrypted file. Deriving it from a passphrase is slow on purpose. */
export type Key = Identity

/** Maximum bytes of an age header; one for a passphrase has about 200. */
const longestHead = 4_096

/** @throws UserFacingError for a wrong passphrase */
export async function findKey(beginning: Buffer, passphrase: string): Promise<Key> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    const end = beginning.indexOf('\n', beginning.indexOf('\n--- ') + 1) + 1
    const key = await decrypter.decryptHeader(beginning.subarray(0, end))
    return { unwrapFileKey: async () => key }
  } catch (cause) {
    throw new UserFacingError('The backup was encrypted with another passphrase, or its header is damaged.', {
      cause,
    })
  }
}

export async function decrypt(content: Readable, key: Key): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  return fromWeb(await decrypter.decrypt(toWeb(content)))
}

/** The first bytes of a file, enough for an age header. */
export function beginningOf(file: string): Buffer {
  const beginning = Buffer.alloc(longestHead)
  const handle = openSync(file, 'r')
  try {
    return beginning.subarray(0, readSync(handle, beginning, 0, longestHead, 0))
  } finally {
    closeSync(handle)
  }
}

/** The first line of a file. @throws UserFacingError if there is none, or it is empty */
export function readPassphrase(file: string): string {
  const [line = ''] = readText(file).split(/\r?\n/, 1)
  if (line === '') throw new UserFacingError(`${file} holds no passphrase in its first line.`)
  return line
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UserFacingError(`The passphrase cannot be read: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    })
  }
}

/** Node and the DOM have different types for the same streams. */
const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>
const fromWeb = (content: ReadableStream<Uint8Array>) => Readable.fromWeb(content as unknown as WebStream)
