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
const detailsOf = (work: () => unknown) =>
  (thrown(work) as { details: { path: string; ko: string; en: string }[] }).details

describe('a name', () => {
  test.each([
    ['홍길동', '홍길동'],
    ['  홍 길동\t', '홍 길동'],
    ['홍길동'.normalize('NFD'), '홍길동'],
    ['Ada  Lovelace', 'Ada Lovelace'],
    ['임', '임'],
  ])('%j is normalised to %j', (typed, kept) => expect(personName(typed)).toBe(kept))

  test.each(['', ' ', '　', '\u200b', '\u3164', '\u115f\uffa0', '홍\u0000길동', '홍\u202e길동', '---'])(
    '%j is not a name',
    (typed) => expect(thrown(() => personName(typed))).toEqual(refused),
  )

  test('that is invalid gets a detail', () =>
    expect(detailsOf(() => personName('---'))).toEqual([
      { path: 'name', ko: '이름을 입력해 주세요.', en: 'Must be a name.' },
    ]))

  test('that is normalised does not change again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }), (typed) => {
        const name = thrown(() => personName(typed)) ? undefined : personName(typed)
        if (name !== undefined) expect(personName(name)).toBe(name)
      }),
    )
  })
})

describe('a date of birth', () => {
  test.each(['2012-11-22', '1990-01-01', '2012-02-29'])('%s is accepted', (date) =>
    expect(thrown(() => checkBirthDate(date, '2026-11-22'))).toBeUndefined(),
  )
  test.each(['2012-11-23', '2026-11-22', '2026-11-23', '9999-12-31', '1800-01-01'])('%s is refused', (date) =>
    expect(thrown(() => checkBirthDate(date, '2026-11-22'))).toEqual(refused),
  )
  test('a person born on a leap day becomes 14 on 1 March', () => {
    expect(thrown(() => checkBirthDate('2012-02-29', '2026-02-28'))).toEqual(refused)
    expect(thrown(() => checkBirthDate('2012-02-29', '2026-03-01'))).toBeUndefined()
  })
})

describe('a person', () => {
  const wrong = { path: 'birthDate', ko: '생년월일을 확인해 주세요.', en: 'Is not a valid date of birth.' }
  const young = { path: 'birthDate', ko: '만 14세부터 가입할 수 있어요.', en: 'Members must be at least 14 years old.' }
  test.each([
    ['2026-11-23', wrong],
    ['2026-11-22', young],
    ['2012-11-23', young],
    ['1876-11-21', wrong],
  ])('born on %s is refused with the reason', (date, reason) =>
    expect(detailsOf(() => checkBirthDate(date, '2026-11-22'))).toEqual([reason]),
  )

  test('of 150 years is accepted', () =>
    expect(thrown(() => checkBirthDate('1876-11-22', '2026-11-22'))).toBeUndefined())
})

describe('fields of a join', () => {
  test.each([
    { provider: 'KINGCAR', email: 'a@b.kr', password: 'x' },
    { provider: 'NAVER', socialToken: 't' },
    { provider: 'APPLE', socialToken: 't', nonce: 'n', authorizationCode: 'c' },
  ] as const)('%j are accepted', (input) => expect(credentialsOf(input)).toEqual(input))

  test.each([
    [{ provider: 'KINGCAR', email: 'a@b.kr' }, ['password']],
    [{ provider: 'KINGCAR', email: 'a@b.kr', password: 'x', nonce: 'n' }, ['nonce']],
    [{ provider: 'GOOGLE', email: 'a@b.kr', password: 'x' }, ['socialToken', 'email', 'password']],
  ] as const)('of %j these are refused: %j', (input, paths) =>
    expect(detailsOf(() => credentialsOf(input)).map(({ path }) => path)).toEqual(paths),
  )

  test('each wrong field has a detail', () =>
    expect(detailsOf(() => credentialsOf({ provider: 'KINGCAR', email: 'a@b.kr', socialToken: 't' }))).toEqual([
      { path: 'password', ko: '꼭 입력해 주세요.', en: 'Is required.' },
      { path: 'socialToken', ko: '이 가입 방법에는 쓰지 않아요.', en: 'Is not allowed with this provider.' },
    ]))
})
