import { AppError } from '@kingcar/contract'

/*
 * Whoever guesses begins with what everybody chooses, and with what he knows: of the product and of whose account it is
 * (NIST SP 800-63B §3.1.1.2, OWASP ASVS 6.2.4, 6.2.11, 6.2.12). Nothing is asked of the kinds of characters.
 */

/** What is known of the product: its names, its roles, its trade. `SECURITY.md` shows them. */
export const productWords = [
  'kingcar',
  '킹카',
  'carwash',
  '세차',
  'administrator',
  'admin',
  '관리자',
  'member',
  '회원',
  'screen',
]

/** Letters that a password has to hold beside such words, where it holds any. */
const fewestLetters = 3
/** A shorter word, such as a family name, stands in too much that has nothing to do with it. */
const shortestWord = 3

/** The list of common passwords; loaded by the first who asks. */
export const loadCommonPasswords = async (): Promise<ReadonlySet<string>> =>
  (await import('./common-passwords.ts')).commonPasswords

/** As guessed by programs: in one width and case. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase()
/** Its letters and digits. */
const folded = (text: string) => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** An email is known by its parts, a Korean number also as it is dialled, a date also without its century. */
function wordsOf(about: string): string[] {
  const parts = about.includes('@') ? [...about.split(/[@.]/), about.split('@', 1)[0] ?? ''] : [about]
  const words = parts.map(folded)
  if (about.startsWith('+82')) words.push(`0${folded(about).slice(2)}`)
  if (/^\d{4}-\d\d-\d\d$/.test(about)) words.push(folded(about).slice(2))
  return words.filter((word) => word.length >= shortestWord)
}

/** What is left of a password without these words; the longest go first, so that none hides behind its part. */
function without(words: readonly string[], password: string): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), folded(password))
}

/**
 * Judges a password that somebody chooses.
 * @param path of the field that it stands in
 * @param about what is known of whose it is: email, name, phone (E.164), date of birth (YYYY-MM-DD)
 * @throws AppError VALIDATION_FAILED where it is easily guessed
 */
export async function rejectWeakPassword(path: string, password: string, about: readonly string[]): Promise<void> {
  const common = await loadCommonPasswords()
  const whole = plain(password)
  const known = common.has(whole) || common.has(whole.replace(/\d+$/, ''))
  const rest = without([...productWords.map(folded), ...about.flatMap(wordsOf)], password)
  const told = rest !== folded(password) && rest.replaceAll(/\p{N}/gu, '').length < fewestLetters
  if (!known && !told) return
  throw new AppError('VALIDATION_FAILED', {
    details: [
      {
        path,
        ko: '추측하기 쉬운 비밀번호예요. 다른 것으로 정해 주세요.',
        en: 'Is easy to guess. Please choose another one.',
      },
    ],
  })
}
