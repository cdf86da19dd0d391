import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Credentials } from '../link/message.ts'

/** Largest file, in bytes: the message has at most 8,000 plates. */
const sizeLimit = 256 * 1_024
/** Bytes of a plate in the list. */
const tagBytes = 8

/** A decision without the server. */
export type LocalAnswer = { open: boolean; reason: 'blocked' | 'manual' | 'expected' | 'unknown' | 'noList' }

/**
 * The message that the server sends every ten minutes and after a change of a list. `open` and `blocked` are the HMACs
 * of plates, as bytes.
 */
type List = {
  storeId: string
  deviceId: string
  issuedAt: string
  expiresAt: string
  mode: 'automatic' | 'manual'
  whenUnavailable: 'closed' | 'open'
  minimumConfidence: number
  open: string
  blocked: string
}

/**
 * The plates that are expected today, for the time in which the server cannot be reached. The last message of the
 * server is stored in a file. It is valid only with the server's signature for this device, and until it expires:
 * without a valid list the gate stays closed. The file contains no plate, only HMACs of plates with the device's
 * secret.
 */
export class ExpectedPlates {
  readonly #file: string
  readonly #credentials: Credentials
  readonly #key: Buffer
  #isStored = true
  #list: List | undefined

  constructor(file: string, credentials: Credentials) {
    this.#file = file
    this.#credentials = credentials
    this.#key = createHash('sha256').update(credentials.secret).digest()
    this.#list = this.#verify(readText(file))
  }

  /**
   * Takes a message of the server, and writes it to the file. If writing fails, as on a full disk, the list stays valid
   * until the program ends, and the first failure is reported.
   * @returns false for a message without a valid signature, of another device, or older than the current one
   */
  receive(text: string): boolean {
    const list = this.#verify(text)
    if (!list || list.issuedAt < (this.#list?.issuedAt ?? '')) return false
    this.#list = list
    try {
      writeFileSync(`${this.#file}.new`, text, { mode: 0o600, flush: true })
      renameSync(`${this.#file}.new`, this.#file) // a crash leaves the old or the new file
      this.#isStored = true
    } catch (error) {
      if (this.#isStored) console.error(`expected plates not stored: ${(error as Error).message}`)
      this.#isStored = false
    }
    return true
  }

  /** Decides about a read; undefined if the read is too uncertain to decide about. */
  decide({ carNumber, confidence }: { carNumber: string; confidence: number }): LocalAnswer | undefined {
    const list = this.#list
    if (!list || Date.parse(list.expiresAt) <= Date.now()) return { open: false, reason: 'noList' }
    if (confidence < list.minimumConfidence) return undefined
    const tag = hmac(this.#key, `plate ${normalisePlate(carNumber)}`).subarray(0, tagBytes)
    if (contains(list.blocked, tag)) return { open: false, reason: 'blocked' }
    if (list.mode === 'manual') return { open: true, reason: 'manual' }
    if (contains(list.open, tag)) return { open: true, reason: 'expected' }
    return { open: list.whenUnavailable === 'open', reason: 'unknown' }
  }

  #verify(text: string): List | undefined {
    if (text === '' || text.length > sizeLimit) return undefined
    try {
      const { payload, signature } = JSON.parse(text) as { payload: string; signature: string }
      const expected = hmac(this.#key, `list ${payload}`)
      const given = Buffer.from(signature, 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const list = JSON.parse(payload) as List
      const { storeId, deviceId } = this.#credentials
      return list.storeId === storeId && list.deviceId === deviceId ? list : undefined
    } catch {
      return undefined // a damaged file, or a message of another form
    }
  }
}

/** A plate without spaces and hyphens, as the server writes it. */
export const normalisePlate = (carNumber: string): string => carNumber.normalize('NFC').replaceAll(/[\s-]/g, '')

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function contains(tags: string, tag: Buffer): boolean {
  const bytes = Buffer.from(tags, 'base64')
  for (let at = 0; at < bytes.length; at += tagBytes) if (bytes.subarray(at, at + tagBytes).equals(tag)) return true
  return false
}

/** Empty if there is no file. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
