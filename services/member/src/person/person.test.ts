import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkBirthDate, credentialsOf, personName } from './person.ts'

const refused = expect.objectContaining({ code: 'VALIDATION_FAILED' })
const thrown = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
const detailsOf = (work: () => unknown) => (thrown(work) as { details: { path: string }[] }).details

describe('a name', () => {
  test.each([
    ['홍길동', '홍길동'],
    ['  홍 길동\t', '홍 길동'],
    ['홍길동'.normalize('NFD'), '홍길동'],
    ['Ada  Lovelace', 'Ada Lovelace'],
    ['임', '임'],
  ])('%j is kept as %j', (typed, kept) => expect(personName(typed)).toBe(kept))

  test.each(['', ' ', '　', '\u200b', '홍\u0000길동', '홍\u202e길동', '---'])('%j is none', (typed) =>
    expect(thrown(() => personName(typed))).toEqual(refused),
  )

  test('kept once it stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (typed) => {
        const name = thrown(() => personName(typed)) ? undefined : personName(typed)
        if (name !== undefined) expect(personName(name)).toBe(name)
      }),
    )
  })
})

describe('a date of birth', () => {
  test.each(['2012-11-22', '1990-01-01', '2012-02-29'])('%s will do', (date) =>
    expect(thrown(() => checkBirthDate(date, '2026-11-22'))).toBeUndefined(),
  )
  test.each(['2012-11-23', '2026-11-22', '2026-11-23', '9999-12-31', '1800-01-01'])('%s is refused', (date) =>
    expect(thrown(() => checkBirthDate(date, '2026-11-22'))).toEqual(refused),
  )
  test('who was born on a leap day is 14 on the first of March', () => {
    expect(thrown(() => checkBirthDate('2012-02-29', '2026-02-28'))).toEqual(refused)
    expect(thrown(() => checkBirthDate('2012-02-29', '2026-03-01'))).toBeUndefined()
  })
})

describe('fields of a join', () => {
  test.each([
    { provider: 'KINGCAR', email: 'a@b.kr', password: 'x' },
    { provider: 'NAVER', socialToken: 't' },
    { provider: 'APPLE', socialToken: 't', nonce: 'n', authorizationCode: 'c' },
  ] as const)('%j belong together', (input) => expect(credentialsOf(input)).toEqual(input))

  test.each([
    [{ provider: 'KINGCAR', email: 'a@b.kr' }, ['password']],
    [{ provider: 'KINGCAR', email: 'a@b.kr', password: 'x', nonce: 'n' }, ['nonce']],
    [{ provider: 'GOOGLE', email: 'a@b.kr', password: 'x' }, ['socialToken', 'email', 'password']],
  ] as const)('of %j these are wrong: %j', (input, paths) =>
    expect(detailsOf(() => credentialsOf(input)).map(({ path }) => path)).toEqual(paths),
  )
})
