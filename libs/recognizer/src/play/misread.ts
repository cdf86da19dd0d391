import { choose, type Random } from './random.ts'

/** Characters that recognizers confuse: syllables with the same consonant and a similar vowel, digits of similar shape. */
const syllablePairs =
  '가거 나너 다더 라러 마머 버바 서사 어아 저자 고구 노누 도두 로루 모무 보부 소수 오우 조주 하허 하호 허호 배바'
const digitPairs = '06 08 09 68 69 89 17 38 56'

const lookAlikes = new Map<string, string[]>()
for (const [one = '', other = ''] of `${syllablePairs} ${digitPairs}`.split(' ').map((pair) => [...pair])) {
  lookAlikes.set(one, [...(lookAlikes.get(one) ?? []), other])
  lookAlikes.set(other, [...(lookAlikes.get(other) ?? []), one])
}

/** Misreads a plate as a recognizer may: one character is replaced, or the first of three digits is missing. */
export function misread(plate: string, random: Random): string {
  const letters = [...plate]
  const misreads = letters.flatMap((letter, at) =>
    (lookAlikes.get(letter) ?? []).map((other) => letters.with(at, other).join('')),
  )
  if (/^\d{3}\D/.test(plate)) misreads.push(plate.slice(1))
  return misreads.length > 0 ? choose(random, misreads) : plate.slice(1)
}
