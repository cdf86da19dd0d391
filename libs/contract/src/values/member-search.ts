import { isLegalPlate, normalisePlate } from './plate.ts'

/** How a name is looked for: without spaces, and in letters that the database lowers, which alone knows how it does that. */
export type NameSearch = {
  /** Regular expression (PostgreSQL's, and JavaScript's alike) that the lowercased name has somewhere, its spaces taken out. */
  pattern: string
  /** What `name_grams` of every such name holds. */
  grams: string[]
}

/** What a text can mean; somebody is found whom one of its meanings fits. */
export type MemberSearch = {
  name: NameSearch
  /** Beginning of an email. */
  email?: string
  /** Last four digits of a phone or plate. */
  lastDigits?: string
  /** E.164. */
  phoneNumber?: string
  carNumber?: string
}

/** Initial consonants in the order of Unicode's syllables, 588 of which begin with each. */
const initials = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const syllables = { first: 0xac00, ofInitial: 588 }

/** Final consonants as U+11A8 to U+11C2 list them. */
const finals = 'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
/** Two initials typed one after the other, which an input method joins. */
const pairs: Record<string, string> = {
  ...{ ㄳ: 'ㄱㅅ', ㄵ: 'ㄴㅈ', ㄶ: 'ㄴㅎ', ㄺ: 'ㄹㄱ', ㄻ: 'ㄹㅁ', ㄼ: 'ㄹㅂ' },
  ...{ ㄽ: 'ㄹㅅ', ㄾ: 'ㄹㅌ', ㄿ: 'ㄹㅍ', ㅀ: 'ㄹㅎ', ㅄ: 'ㅂㅅ' },
}

/**
 * What an administrator may mean by a text, in any spelling of Unicode: part of a name or its initial consonants (초성,
 * mixed with syllables too), last four digits or the whole of a phone or plate, the beginning of an email.
 * @returns undefined where nothing was asked for
 */
export function parseMemberSearch(typed: string): MemberSearch | undefined {
  const text = typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
  if (text === '') return undefined
  const bare = normalisePlate(text)
  const phoneNumber = mobileNumber(text)
  return {
    name: parseNameSearch(text.replaceAll(' ', '')),
    ...(/^[\x21-\x7e]+$/.test(text) && { email: text }),
    ...(/^\d{4}$/.test(bare) && { lastDigits: bare }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(isLegalPlate(bare) && { carNumber: bare }),
  }
}

const betweenDigits = /[\s\-\u2010-\u2015.()]/g
const mobile = /^(?:\+?82)?0?10(\d{8})$/

/** A mobile as people write it, in E.164; undefined for what is no whole one. Who verifies a number judges it more closely. */
const mobileNumber = (text: string): string | undefined => {
  const own = mobile.exec(text.normalize('NFKC').replaceAll(betweenDigits, ''))?.[1]
  return own === undefined ? undefined : `+8210${own}`
}

/** The part of a search that looks for a name; the text is in its composed form, without spaces. */
export function parseNameSearch(text: string): NameSearch {
  const letters = [...text].flatMap(lettersOf)
  const ofInitials = letters.map((letter) => initials[initialOf(letter)] ?? letter)
  // What stands beside each other as it was typed stands so in the name, too; an initial may be any of its syllables.
  const typed = letters.map((letter) => (initials.includes(letter) ? undefined : letter))
  return { pattern: letters.map(patternOf).join(''), grams: [...new Set([...gramsOf(typed), ...gramsOf(ofInitials)])] }
}

/** A letter as the index knows it: jamo of every block as those that keyboards type. */
function lettersOf(letter: string): string[] {
  const code = letter.charCodeAt(0)
  const jamo = initials[code - 0x1100] ?? finals[code - 0x11a8] ?? letter
  return [...(pairs[jamo] ?? jamo)]
}

/** Where the initial of a syllable stands among all; -1 for what is no syllable. */
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

/** Each two neighbours, and each one where it has none. */
function gramsOf(letters: readonly (string | undefined)[]): string[] {
  return letters.flatMap((letter, at) => {
    const [before, next] = [letters[at - 1], letters[at + 1]]
    if (letter === undefined) return []
    if (next !== undefined) return [letter + next]
    return before === undefined ? [letter] : []
  })
}
