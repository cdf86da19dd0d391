import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '@kingcar/contract'

/** 32 digits and letters that do not look alike; a random byte selects one without bias. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** Number of characters: 120 random bits cannot be guessed, so an unkeyed hash of them is enough. */
const length = 24

/** New recovery codes, in groups of four. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newCode)

function newCode(): string {
  const letters = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
  return letters.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** A code as it is compared: people type it with spaces, hyphens, small letters and full-width digits. */
export const normalisedCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** @param code as `normalisedCode` returns it */
export const hashOfRecoveryCode = (code: string): Buffer => createHash('sha256').update(code).digest()
