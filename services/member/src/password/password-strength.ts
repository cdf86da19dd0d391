import { AppError } from '@kingcar/contract'

/*
 * An attacker first guesses common passwords and words of the product and of the account's owner (NIST SP 800-63B
 * §3.1.1.2, OWASP ASVS 6.2.4, 6.2.11, 6.2.12). There is no rule on the kinds of characters.
 */

/** Words of the product: its names, its roles, its trade. `SECURITY.md` lists them. */
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

/** If a password contains such words, it must contain this many other letters. */
const fewestLetters = 3
/** Shorter words, such as a family name, are part of too many unrelated passwords. */
const shortestWord = 3

/** Loads the list of common passwords at the first call. */
export const loadCommonPasswords = async (): Promise<ReadonlySet<string>> =>
  (await import('./common-passwords.ts')).commonPasswords

/** Unifies width and case, as guessing programs do. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase()
/** Letters and digits only. */
const folded = (text: string) => plain(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The words of a fact: the parts of an email, a Korean number also as it is dialled, a date also without its century.
 */
function wordsOf(about: string): string[] {
  const parts = about.includes('@') ? [...about.split(/[@.]/), about.split('@', 1)[0] ?? ''] : [about]
  const words = parts.map(folded)
  if (about.startsWith('+82')) words.push(`0${folded(about).slice(2)}`)
  if (/^\d{4}-\d\d-\d\d$/.test(about)) words.push(folded(about).slice(2))
  return words.filter((word) => word.length >= shortestWord)
}

/** Removes these words from a password, the longest first, so that a part does not break a longer word. */
function without(words: readonly string[], password: string): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), folded(password))
}

/**
 * Checks a new password.
 * @param path of the input field
 * @param about facts about the owner: email, name, phone (E.164), date of birth (YYYY-MM-DD)
 * @throws AppError VALIDATION_FAILED if the password is easy to guess
 */
export async function rejectWeakPassword(path: string, password: string, about: readonly string[]): Promise<void> {
  const common = await loadCommonPasswords()
  const whole = plain(password)
  const isCommon = common.has(whole) || common.has(whole.replace(/\d+$/, ''))
  const rest = without([...productWords.map(folded), ...about.flatMap(wordsOf)], password)
  const isPersonal = rest !== folded(password) && rest.replaceAll(/\p{N}/gu, '').length < fewestLetters
  if (!isCommon && !isPersonal) return
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
