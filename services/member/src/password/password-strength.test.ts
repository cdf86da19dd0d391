import { describe, expect, test } from 'vitest'
import { loadCommonPasswords, rejectWeakPassword } from './password-strength.ts'

const refused = { code: 'VALIDATION_FAILED', details: [expect.objectContaining({ path: 'password' })] }
const judge = (password: string, about: readonly string[] = []) => rejectWeakPassword('password', password, about)

// ASVS 6.2.4
test('the list has far more than the required 3,000 passwords that a member may choose', async () => {
  const common = await loadCommonPasswords()
  expect([...common].filter((password) => password.length >= 8).length).toBeGreaterThan(15_000)
})

describe('refused is', () => {
  // ASVS 6.2.4, 6.2.12
  test.each(['password1', 'qwertyuiop', '1234567890', 'iloveyou1', 'PassWord1', '１２３４５６７８'])(
    'on the list, in any case and width: %s',
    async (password) => {
      await expect(judge(password)).rejects.toMatchObject(refused)
    },
  )

  test.each(['superman2026', 'sunshine12345678', 'administrator1'])(
    'a listed password with digits at its end: %s',
    async (password) => {
      await expect(judge(password)).rejects.toMatchObject(refused)
    },
  )

  // ASVS 6.1.2
  test.each([
    'kingcar-2026',
    'King Car 1234',
    'KINGCAR!!!!',
    '킹카관리자2026',
    'admin-1234567',
    'kingcarkingcar',
    'member.1234',
  ])('product words, digits and punctuation: %s', async (password) => {
    await expect(judge(password)).rejects.toMatchObject(refused)
  })

  // ASVS 6.2.11
  test.each([
    'minji.kim1995',
    '김민지-1234',
    'Minji Kim 12!',
    '010-1234-5678',
    '01012345678',
    '1995-03-01',
    'example1995',
  ])('words of the account, digits and punctuation: %s', async (password) => {
    const about = ['minji.kim@example.com', '김민지', '+821012345678', '1995-03-01']
    await expect(judge(password, about)).rejects.toMatchObject(refused)
  })
})

// ASVS 6.2.5
test.each([
  'correct horse battery',
  'kingcar-demo-1234',
  '비밀번호 1234',
  '73920184650172',
  '!@#$%^&*()_+-=',
  '        9        ',
  `${'x'.repeat(127)}y`,
  '내 차는 빨간색이고 이름은 미니',
])('of any composition, and of whole phrases, is good: %s', async (password) => {
  await expect(judge(password, ['a@b.kr', '나', '+821012345678'])).resolves.toBeUndefined()
})
