import { randomUUID } from 'node:crypto'
import { contract, type EventOf, type Input } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { claimsOf, startBeforeAll } from './start-member.ts'

const { joinMember, loginMember, getMe, resetPassword } = contract.member
let old: EventOf<'catalog.termsChanged'>
let use: EventOf<'catalog.termsChanged'>
let marketing: EventOf<'catalog.termsChanged'>
const member = startBeforeAll()
const phone = phones(member)
beforeAll(async () => {
  old = await member.addTerms({ version: 1, effectiveAt: '2026-01-01T00:00:00.000Z' })
  use = await member.addTerms({ version: 2, effectiveAt: '2026-02-01T00:00:00.000Z' })
  await member.addTerms({ version: 3, effectiveAt: '2999-01-01T00:00:00.000Z' })
  marketing = await member.addTerms({ type: 'MARKETING', required: false, title: '마케팅 정보 수신' })
})

type Join = Input<typeof joinMember>

async function form(over: Partial<Join> = {}, phoneNumber = newNumber()): Promise<Join> {
  return {
    provider: 'KINGCAR',
    email: `${randomUUID()}@kingcar.test`,
    password: '비밀번호 1234',
    name: ' 홍길동',
    gender: 'Female',
    birthDate: '1990-05-06',
    verificationToken: over.verificationToken ?? (await phone.verify(phoneNumber)),
    agreedTermsIds: [use.termsId],
    ...over,
  }
}
const join = (input: Join) => member.call(joinMember, input)

describe('joining', () => {
  test('creates a signed-in member, who can sign in again', async () => {
    const phoneNumber = newNumber()
    const input = await form({ agreedTermsIds: [use.termsId, marketing.termsId] }, phoneNumber)
    const joined = await join(input)
    expect(joined.member).toEqual({
      id: expect.stringMatching(/-7/),
      provider: 'KINGCAR',
      email: input.email,
      name: '홍길동',
      gender: 'Female',
      birthDate: '1990-05-06',
      phoneNumber,
      createdAt: expect.any(String),
      agreements: [
        expect.objectContaining({ termsId: marketing.termsId, version: 1, required: false }),
        {
          termsId: use.termsId,
          type: 'TERMS_OF_USE',
          version: 2,
          title: use.title,
          required: true,
          agreedAt: joined.member.createdAt,
          channel: 'join',
        },
      ],
      termsToAgree: [],
    })
    const tokens = await member.call(loginMember, {
      email: input.email ?? '',
      password: '비밀번호 1234'.normalize('NFD'),
    })
    const claims = claimsOf(tokens)
    expect(claims.sub).toBe(joined.member.id)
    const actor = { role: 'member', id: claims.sub, sessionId: claims.sid } as const
    expect(await member.call(getMe, {}, { actor })).toEqual(joined.member)
    expect(claimsOf(joined)).toMatchObject({ sub: joined.member.id, gen: 1 })
  })

  // ASVS 11.4.2
  test('stores the password only as an Argon2id hash', async () => {
    const input = await form()
    await join(input)
    const [row] = await member.backend.sql`select * from member.members where email = ${input.email ?? ''}`
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain('비밀번호')
  })

  // ASVS 2.3.1
  test('needs a verification of this provider, once', async () => {
    const { verificationToken } = await form()
    const foreign = await phone.verify(newNumber(), 'KAKAO')
    expect(await outcome(form({ verificationToken: foreign }).then(join))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(form({ verificationToken: 'made up' }).then(join))).toBe('VERIFICATION_REQUIRED')
    expect(await outcome(form({ verificationToken }).then(join))).toBe('ok')
    expect(await outcome(form({ verificationToken }).then(join))).toBe('VERIFICATION_REQUIRED')
  })

  test('of two joins with one verification at the same time, one succeeds', async () => {
    const [one, other] = await Promise.all([form(), form()])
    const { verificationToken } = one
    const both = await Promise.all([join(one), join({ ...other, verificationToken })].map(outcome))
    expect(both.sort()).toEqual(['VERIFICATION_REQUIRED', 'ok'])
  })

  test('reports a taken email or phone, and the verification stays valid', async () => {
    const phoneNumber = newNumber()
    const first = await form({}, phoneNumber)
    await join(first)
    const second = await form({ email: first.email?.toUpperCase() ?? '' })
    expect(await outcome(join(second))).toBe('EMAIL_TAKEN')
    expect(await outcome(join({ ...second, email: `${randomUUID()}@kingcar.test` }))).toBe('ok')
    expect(await outcome(form({}, phoneNumber).then(join))).toBe('PHONE_TAKEN')
  })

  test('reports at most ten taken emails an hour to a verified phone', async () => {
    const taken = await form()
    await join(taken)
    const { verificationToken } = await form()
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => form({ verificationToken, email: taken.email ?? '' }).then(join)).map(outcome),
    )
    expect(asked.sort()).toEqual([...Array(10).fill('EMAIL_TAKEN'), 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await outcome(form({ verificationToken }).then(join))).toBe('RATE_LIMITED')
    expect(await outcome(form({ email: taken.email ?? '' }).then(join))).toBe('EMAIL_TAKEN')
  })

  test('needs an agreement to every required version in force', async () => {
    for (const agreedTermsIds of [[], [marketing.termsId], [old.termsId]])
      expect(await outcome(form({ agreedTermsIds }).then(join))).toBe('TERMS_NOT_AGREED')
  })

  test('refuses an agreement to terms that are not in force', async () => {
    for (const id of [old.termsId, randomUUID()])
      expect(await outcome(form({ agreedTermsIds: [use.termsId, id] }).then(join))).toBe('VALIDATION_FAILED')
  })

  test.each([
    ['birthDate', { birthDate: '2999-01-01' }],
    ['name', { name: '   ' }],
    ['socialToken', { socialToken: 'x' }],
    ['password', { password: undefined }],
  ] as const)('refuses a wrong %s', async (path, over) => {
    const input = Object.fromEntries(
      Object.entries({ ...(await form({ verificationToken: 'x' })), ...over }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Join
    await expect(join(input)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] })
  })
})

describe('a password that is easily guessed', () => {
  const refused = { code: 'VALIDATION_FAILED', details: [{ path: 'password' }] }

  // ASVS 6.2.4
  test('is refused in a join, and the verification stays valid', async () => {
    const input = await form({ email: 'gildong.hong@kingcar.test', birthDate: '1990-05-06' })
    for (const password of ['password1', 'kingcar-2026', 'Gildong.Hong1', '19900506!!', '홍길동 19900506'])
      await expect(join({ ...input, password })).rejects.toMatchObject(refused)
    expect((await join(input)).member.email).toBe('gildong.hong@kingcar.test')
  })

  // ASVS 6.2.11
  test('such as the own phone number, is refused', async () => {
    const phoneNumber = newNumber()
    const password = phoneNumber.replace('+82', '0')
    await expect(join(await form({ password }, phoneNumber))).rejects.toMatchObject(refused)
  })

  test('is refused in a reset, and the verification stays valid', async () => {
    const phoneNumber = newNumber()
    await join(await form({ email: 'minji.kim@kingcar.test' }, phoneNumber))
    const verificationToken = await phone.verify(phoneNumber)
    for (const newPassword of ['password1', 'minji.kim2026'])
      await expect(
        member.call(resetPassword, { email: 'minji.kim@kingcar.test', verificationToken, newPassword }),
      ).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'newPassword'))
    const right = { email: 'minji.kim@kingcar.test', verificationToken, newPassword: 'new password' }
    expect(await outcome(member.call(resetPassword, right))).toBe('ok')
  })
})

describe('a forgotten password', () => {
  // ASVS 6.4.3, 7.4.3
  test('is reset with a verified phone; sessions end and counted failures are cleared', async () => {
    const phoneNumber = newNumber()
    const input = await form({}, phoneNumber)
    const { accessToken, refreshToken } = await join(input)
    const { email = '' } = input
    const login = (password: string) =>
      outcome(member.call(loginMember, { email, password }, member.from('192.0.2.77')))
    for (let tries = 0; tries < 10; tries++) expect(await login('wrong')).toBe('LOGIN_FAILED')
    expect(await login('비밀번호 1234')).toBe('RATE_LIMITED')
    const verificationToken = await phone.verify(phoneNumber)
    const reset = () => member.call(resetPassword, { email, verificationToken, newPassword: '새 비밀번호 5678' })
    expect(await reset()).toBeNull()
    expect(await outcome(reset())).toBe('VERIFICATION_REQUIRED')
    expect([await login('새 비밀번호 5678'), await login('비밀번호 1234')]).toEqual(['ok', 'LOGIN_FAILED'])
    expect(await outcome(member.call(contract.member.reissueMember, { accessToken, refreshToken }))).toBe(
      'REFRESH_INVALID',
    )
  })

  test('of an unknown number is not found', async () => {
    const verificationToken = await phone.verify(newNumber())
    const unknown = { email: 'nobody@kingcar.test', verificationToken, newPassword: 'new password' }
    expect(await outcome(member.call(resetPassword, unknown))).toBe('MEMBER_NOT_FOUND')
  })
})

// ASVS 9.2.4
test("a member's session is not an administrator's, and the reverse", async () => {
  const input = await form()
  const { accessToken, refreshToken } = await join(input)
  const pair = { accessToken, refreshToken }
  expect(await outcome(member.call(contract.member.reissueAdmin, pair))).toBe('REFRESH_INVALID')
  const next = await member.call(contract.member.reissueMember, pair)
  expect(claimsOf(next).gen).toBe(2)
  const { sub, sid } = claimsOf(next)
  const actor = { role: 'member', id: sub, sessionId: sid } as const
  expect(await member.call(contract.member.logoutMember, next, { actor })).toBeNull()
  expect(await outcome(member.call(contract.member.reissueMember, next))).toBe('REFRESH_INVALID')
})
