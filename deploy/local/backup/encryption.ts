import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { Sentence } from '../sentence.ts'

/** The beginning of a file that is encrypted as age does it (age-encryption.org/v1), which the tool of that name opens, too. */
export const encryptedMark = Buffer.from('age-encryption.org/')

export async function encrypt(content: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** @throws Sentence where the passphrase is another */
export async function decrypt(content: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(content)))
  } catch (cause) {
    throw new Sentence('The backup was encrypted with another passphrase, or its beginning is damaged.', { cause })
  }
}

/** The first line of a file. @throws Sentence where there is none, or it is empty */
export function readPassphrase(file: string): string {
  const [line = ''] = readText(file).split(/\r?\n/, 1)
  if (line === '') throw new Sentence(`${file} holds no passphrase in its first line.`)
  return line
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new Sentence(`The passphrase cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

/** Node and the DOM have types of their own for the same streams. */
const toWeb = (content: Readable) => Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>
const fromWeb = (content: ReadableStream<Uint8Array>) => Readable.fromWeb(content as unknown as WebStream)
