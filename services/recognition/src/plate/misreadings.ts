import { isLegalPlate, plateKind, plateRegions } from '@kingcar/contract'

/** Groups of characters that cameras confuse: vowels with the same consonant, 배 and 바, and digits of similar shape. */
const lookalikes = [
  ...['가거', '나너', '다더', '라러', '마머', '버바', '배바', '서사', '어아', '저자', '하허호'],
  ...['고구', '노누', '도두', '로루', '모무', '보부', '소수', '오우', '조주'],
  ...['0689', '17', '38', '56'],
]
const digits = '0123456789'

/**
 * Digits that can be confused with a smaller one, directly or through other digits, each with the smallest of these.
 */
const foldedDigits: Readonly<Record<string, string>> = { 3: '0', 5: '0', 6: '0', 7: '1', 8: '0', 9: '0' }

/** The code of 가, and the number of syllables that begin with each consonant (Unicode). */
const [firstSyllable, ofConsonant] = [0xac00, 588]

/**
 * The class of a plate: plates that cameras confuse have the same class. It consists of the digits, folded, and the
 * consonant of the syllable before the last four digits; the function `plate_class` of the database computes the same.
 * Plates of one class need not look alike.
 */
export const plateClass = (carNumber: string): string => {
  const digits = (carNumber.slice(0, -5) + carNumber.slice(-4)).replace(
    /[35-9]/g,
    (digit) => foldedDigits[digit] ?? digit,
  )
  return `${digits} ${Math.trunc((carNumber.slice(-5).charCodeAt(0) - firstSyllable) / ofConsonant)}`
}

/** Whether two plates differ by one character that cameras confuse. */
export function lookAlike(carNumber: string, other: string): boolean {
  if (carNumber.length !== other.length) return false
  let at = 0
  while (at < other.length && carNumber[at] === other[at]) at += 1
  if (carNumber.slice(at + 1) !== other.slice(at + 1)) return false
  return carNumber !== other && areLookalikes(carNumber.charAt(at), other.charAt(at))
}

/** Whether cameras confuse two characters. */
export const areLookalikes = (character: string, other: string): boolean =>
  lookalikes.some((group) => group.includes(character) && group.includes(other))

/**
 * Legal plates that are one usual misreading away from a normalised plate, in either direction: a lookalike character,
 * a missing first digit, or a missing region of a commercial plate. Never contains the plate itself.
 */
export function misreadings(carNumber: string): string[] {
  const found = new Set([...substitutions(carNumber), ...leadingDigits(carNumber), ...regionForms(carNumber)])
  found.delete(carNumber)
  return [...found].filter(isLegalPlate)
}

/** Also replaces characters of a region or of 외교; `misreadings` removes the resulting illegal plates. */
function substitutions(carNumber: string): string[] {
  return [...carNumber].flatMap((character, at) =>
    lookalikes
      .filter((group) => group.includes(character))
      .flatMap((group) => [...group].map((other) => carNumber.slice(0, at) + other + carNumber.slice(at + 1))),
  )
}

function leadingDigits(carNumber: string): string[] {
  const longer = [...digits].map((digit) => digit + carNumber)
  return /^\d/.test(carNumber) ? [carNumber.slice(1), ...longer] : longer
}

function regionForms(carNumber: string): string[] {
  if (plateKind(carNumber) !== 'commercial') return []
  const region = plateRegions.find((name) => carNumber.startsWith(name))
  return region ? [carNumber.slice(region.length)] : plateRegions.map((name) => name + carNumber)
}
