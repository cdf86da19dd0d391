import { isLegalPlate, normalisePlate } from './plate.ts'

/**
 * Search for a name, without spaces. The database lowercases pattern and grams itself, so that its rules apply to both
 * sides.
 */
export type NameSearch = {
  /** Regular expression (PostgreSQL and JavaScript) that matches a part of the lowercased name without spaces. */
  pattern: string
  /** Grams that `name_grams` of every matching name contains. */
  grams: string[]
}

/** Interpretations of a search text; a member matches if one of them does. */
export type MemberSearch = {
  name: NameSearch
  /** Prefix of an email. */
  email?: string
  /** Last four digits of a phone or plate. */
  lastDigits?: string
  /** Only plates are compared with `lastDigits`. */
  ofPlate?: true
  /** E.164. */
  phoneNumber?: string
  carNumber?: string
}

/** Initial consonants in the order of Unicode's syllables: 588 syllables start with each. */
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const syllables = { first: 0xac00, ofInitial: 588 }

/** Final consonants in the order of U+11A8 to U+11C2. */
const finals = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
/** Two initials in a row, which an input method joins to one letter. */
const pairs: Record<string, string> = {
  ...{ ㄳ: 'ㄱㅅ', ㄵ: 'ㄴㅈ', ㄶ: 'ㄴㅎ', ㄺ: 'ㄹㄱ', ㄻ: 'ㄹㅁ', ㄼ: 'ㄹㅂ' },
  ...{ ㄽ: 'ㄹㅅ', ㄾ: 'ㄹㅌ', ㄿ: 'ㄹㅍ', ㅀ: 'ㄹㅎ', ㅄ: 'ㅂㅅ' },
}

/**
 * Interprets the search text of an administrator, in any Unicode normalisation form: part of a name or its initial
 * consonants (초성, also mixed with syllables), a phone number or plate or its last four digits, the beginning of an
 * email.
 * @param withContact false for a caller who may not see contact data: then phone and email match nothing, since a match would
 *   confirm them
 * @returns undefined for an empty text
 */
export function parseMemberSearch(typed: string, withContact = true): MemberSearch | undefined {
  const text = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (text === '') return undefined
  const bare = normalisePlate(text)
  const phoneNumber = mobileNumber(text)
  return {
    name: parseNameSearch(text.replaceAll(' ', '')),
    ...(withContact && /^[\x21-\x7e]+$/.test(text) && { email: text }),
    ...(/^\d{4}$/.test(bare) && { lastDigits: bare, ...(!withContact && { ofPlate: true as const }) }),
    ...(withContact && phoneNumber !== undefined && { phoneNumber }),
    ...(isLegalPlate(bare) && { carNumber: bare }),
  }
}

const betweenDigits = /[\s\-\u2010-\u2015.()]/g
const mobile = /^(?:\+?82)?0?10(\d{8})$/

/** A mobile number in E.164; undefined for other text. Phone verification checks numbers more strictly. */
const mobileNumber = (text: string): string | undefined => {
  const own = mobile.exec(text.normalize('NFKC').replaceAll(betweenDigits, ''))?.[1]
  return own === undefined ? undefined : `+8210${own}`
}

/** The name part of a search; the text must be in NFC, without spaces. */
export function parseNameSearch(text: string): NameSearch {
  const letters = [...text].flatMap(lettersOf)
  const ofInitials = letters.map((letter) => initials[initialOf(letter)] ?? letter)
  // Neighbours that were typed as syllables are neighbours in the name; an initial matches any of its syllables.
  const typed = letters.map((letter) => (initials.includes(letter) ? undefined : letter))
  return { pattern: letters.map(patternOf).join(''), grams: [...new Set([...gramsOf(typed), ...gramsOf(ofInitials)])] }
}

/** A letter as in the index: jamo of every Unicode block become those of keyboards. */
function lettersOf(letter: string): string[] {
  const code = letter.charCodeAt(0)
  const jamo = initials[code - 0x1100] ?? finals[code - 0x11a8] ?? letter
  return [...(pairs[jamo] ?? jamo)]
}

/** Index of a syllable's initial in `initials`; negative for other letters. */
function initialOf(letter: string): number {
  const at = Math.floor((letter.charCodeAt(0) - syllables.first) / syllables.ofInitial)
  return at < initials.length ? at : -1
}

function patternOf(letter: string): string {
  const at = initials.indexOf(letter)
  if (at < 0) return letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
  const first = syllables.first + at * syllables.ofInitial
  return `[${letter}${String.fromCharCode(first)}-${String.fromCharCode(first + syllables.ofInitial - 1)}]`
}

/** Every pair of neighbours, and single letters without neighbours. */
function gramsOf(letters: readonly (string | undefined)[]): string[] {
  return letters.flatMap((letter, at) => {
    const [before, next] = [letters[at - 1], letters[at + 1]]
    if (letter === undefined) return []
    if (next !== undefined) return [letter + next]
    return before === undefined ? [letter] : []
  })
}
