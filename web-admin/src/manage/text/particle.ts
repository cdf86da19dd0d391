/*
 * The form of a Korean particle depends on the pronunciation of the word before it: `손세차를`, `정기권을`, `128가4563으로`,
 * `4567로`. It is chosen for names that users entered, so that no text needs `을(를)`.
 */

/** The form after a final consonant / without one. */
type Pair = '은/는' | '이/가' | '을/를' | '과/와' | '으로/로'

/** How a word ends: without a final consonant, with ㄹ (which `으로/로` treats like none), or with another consonant. */
type Ending = 'none' | 'ㄹ' | 'other'

/** A word with its particle. */
export const withParticle = (word: string, pair: Pair): string => `${word}${particleOf(word, pair)}`

/** The particle alone, for a text with a mark between word and particle. */
export function particleOf(word: string, pair: Pair): string {
  const [closed = '', open = ''] = pair.split('/')
  const ending = endingOf(word)
  return ending === 'none' || (ending === 'ㄹ' && pair === '으로/로') ? open : closed
}

/** Decided by the last letter or digit; brackets and marks are not pronounced. */
function endingOf(word: string): Ending {
  const pronounced = word.normalize('NFC').replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
  const last = pronounced.at(-1) ?? ''
  if (/[가-힣]/.test(last)) return endingOfSyllable(last)
  if (/\d/.test(last)) return endingOfDigit(last)
  return endingOfLatin(pronounced)
}

const firstSyllable = '가'.charCodeAt(0)
/** Number of final consonants, including none, in the Unicode order of syllables; ㄹ is number 8. */
const finals = 28
const finalOfRieul = 8

function endingOfSyllable(syllable: string): Ending {
  const final = (syllable.charCodeAt(0) - firstSyllable) % finals
  return final === 0 ? 'none' : final === finalOfRieul ? 'ㄹ' : 'other'
}

/** 영 일 이 삼 사 오 육 칠 팔 구. A trailing 0 is read 십, 백 or 천, which end in consonants like 영. */
const endingOfDigit = (digit: string): Ending =>
  '178'.includes(digit) ? 'ㄹ' : '036'.includes(digit) ? 'other' : 'none'

/** Capitals are spelt out (`VIP`, `SUV`, `LPG`); other words are pronounced as loanwords: `Basic` 베이직, `Care` 케어. */
function endingOfLatin(word: string): Ending {
  if (/(^|[^a-z])[A-Z]$/.test(word)) return /[LR]$/.test(word) ? 'ㄹ' : /[MN]$/.test(word) ? 'other' : 'none'
  if (/l$/.test(word)) return 'ㄹ'
  return /([mn]|ng|ck|[aeiou][ckp])$/.test(word) ? 'other' : 'none'
}
