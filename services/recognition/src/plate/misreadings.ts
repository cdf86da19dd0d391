import { isLegalPlate, plateKind, plateRegions } from '@kingcar/contract'

/** Characters that cameras take for each other, each with each: vowels of one consonant, 배 and 바, and digits by shape. */
const lookalikes = [
  ...['가거', '나너', '다더', '라러', '마머', '버바', '배바', '서사', '어아', '저자', '하허호'],
  ...['고구', '노누', '도두', '로루', '모무', '보부', '소수', '오우', '조주'],
  ...['0689', '17', '38', '56'],
]
const digits = '0123456789'

/** Whether cameras take one character for the other. */
export const areLookalikes = (character: string, other: string): boolean =>
  lookalikes.some((group) => group.includes(character) && group.includes(other))

/**
 * Legal plates that are one usual misreading away from a plate in its normal form, in either direction: one character
 * taken for another, the first digit lost, the region of a commercial plate overlooked. Never the plate itself.
 */
export function misreadings(carNumber: string): string[] {
  const found = new Set([...substitutions(carNumber), ...leadingDigits(carNumber), ...regionForms(carNumber)])
  found.delete(carNumber)
  return [...found].filter(isLegalPlate)
}

/** Also inside of a region or 외교, which then is none: what is no plate goes out above. */
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
