import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMemberSearch, parseNameSearch } from './member-search.ts'

const meanings = (q: string) => {
  const { name: _name, ...others } = parseMemberSearch(q) ?? { name: undefined }
  return others
}
const has = (name: string, q: string) =>
  new RegExp(parseMemberSearch(q)?.name.pattern.toLowerCase() ?? '').test(name.replaceAll(' ', ''))

describe('interpretations of a search text', () => {
  test.each([
    ['3456', { email: '3456', lastDigits: '3456' }],
    ['３４５６', { lastDigits: '3456' }],
    ['010-1234-5678', { email: '010-1234-5678', phoneNumber: '+821012345678' }],
    ['010 1234 5678', { phoneNumber: '+821012345678' }],
    ['+82 10-1234-5678', { phoneNumber: '+821012345678' }],
    ['+82 (0)10.1234.5678', { phoneNumber: '+821012345678' }],
    ['12가 3456', { carNumber: '12가3456' }],
    ['서울 12 바-3456'.normalize('NFD'), { carNumber: '서울12바3456' }],
    ['임시 1234', { carNumber: '임1234' }],
    ['hong@', { email: 'hong@' }],
    ['가3456', {}],
    ['345', { email: '345' }],
    ['홍길동', {}],
  ])('%j', (q, expected) => {
    expect(meanings(q)).toEqual(expected)
  })

  test('without contact data they are those of a name and of a plate', () => {
    const without = (q: string) => ({ ...parseMemberSearch(q, false), name: undefined })
    expect(without('3456')).toEqual({ lastDigits: '3456', ofPlate: true })
    expect(without('12가 3456')).toEqual({ carNumber: '12가3456' })
    for (const q of ['010-1234-5678', 'hong@kingcar.test']) expect(without(q)).toEqual({})
  })

  test.each(['', '  ', '\t\n'])('%j searches for nothing', (q) => {
    expect(parseMemberSearch(q)).toBeUndefined()
  })
})

describe('a name', () => {
  test.each([
    ['홍길동', '길'],
    ['홍길동', 'ㅎㄱㄷ'],
    ['홍길동', '홍ㄱㄷ'],
    ['홍길동', 'ㄱ동'],
    ['홍길동', '홍길동'.normalize('NFD')],
    ['홍길동', 'ᄒᄀᄃ'],
    ['홍길동', '홍ᄀᄃ'],
    ['까치', 'ㄲㅊ'],
    ['김수진', 'ㄱㅅ'],
    ['김수진', 'ㄳ'],
    ['김수진', 'ᆪ'],
    ['남궁 민', '궁  민 '],
    ['남궁 민', '남궁민'],
    ['남궁민', '남궁 민'],
    ['hong (a.b)', '(A.B'],
    ['ㄱ씨', 'ㄱㅆ'],
  ])('%j is found by %j', (name, q) => {
    expect(has(name, q)).toBe(true)
  })

  test.each([
    ['홍길동', 'ㅎㄷ'],
    ['홍길동', '홍ㄴ'],
    ['홍길동', 'ㄲ'],
    ['홍길동', '.'],
    ['홍길동', '길홍'],
    ['홍길동', '*'],
    ['홍길동', '[가-힣]'],
    ['홍길동', '홍|김'],
  ])('%j is not found by %j', (name, q) => {
    expect(has(name, q)).toBe(false)
  })

  test('grams are as long as they can be, each once', () => {
    expect(parseNameSearch('홍ㄱㄷ').grams).toEqual(['홍', 'ㅎㄱ', 'ㄱㄷ'])
    expect(parseNameSearch('홍길').grams).toEqual(['홍길', 'ㅎㄱ'])
    expect(parseNameSearch('가').grams).toEqual(['가', 'ㄱ'])
    expect(parseNameSearch('ab').grams).toEqual(['ab'])
  })
})

const consonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const initialsOf = (name: string) =>
  [...name].map((letter) => (/[가-힣]/.test(letter) ? (letter.normalize('NFD')[0] ?? '') : letter))
/** As `initials_of` of the database, by another way. */
const compatible = (name: string) =>
  initialsOf(name)
    .map((letter) => consonants[(letter.codePointAt(0) ?? 0) - 0x1100] ?? letter)
    .join('')
const gramsOfName = (name: string) =>
  [name, compatible(name)].flatMap((form) =>
    [...form].flatMap((letter, at, all) => [letter, ...(all[at + 1] === undefined ? [] : [letter + all[at + 1]])]),
  )

const letter = fc.oneof(
  fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code)),
  fc.constantFrom(...'abz09.*[]()\\^$|{}+?-', '😀', 'ㄱ'),
)

// ASVS 1.2.9
test('any part of a name is found, each letter as itself or as its initial, and the index contains every searched key', () => {
  const parts = fc.array(letter, { minLength: 1, maxLength: 8 }).chain((name) =>
    fc.record({
      name: fc.constant(name.join('')),
      from: fc.nat({ max: name.length - 1 }),
      length: fc.integer({ min: 1, max: name.length }),
      asInitial: fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
    }),
  )
  fc.assert(
    fc.property(parts, ({ name, from, length, asInitial }) => {
      const letters = [...name].slice(from, from + length)
      const q = letters.map((each, at) => (asInitial[at] ? compatible(each) : each)).join('')
      const { pattern, grams } = parseNameSearch(q)
      expect(name).toMatch(new RegExp(pattern))
      expect(gramsOfName(name)).toEqual(expect.arrayContaining(grams))
    }),
  )
})
