import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password matches its hash, in whichever form its characters were typed', async () => {
  const passwords = await createPasswords(2)
  const hashed = await passwords.hash('비밀번호-가나다라'.normalize('NFD'))
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(hashed, '비밀번호-가나다라'.normalize('NFC'))).toBe(true)
  expect(await passwords.verify(hashed, '비밀번호-가나다')).toBe(false)
  expect(await passwords.verify(undefined, 'anything')).toBe(false)
})

test('a flood is refused beyond the line, and the line goes on', async () => {
  const passwords = await createPasswords(1, 4)
  const hashed = await passwords.hash('long enough')
  const flood = await Promise.allSettled(Array.from({ length: 20 }, () => passwords.verify(hashed, 'long enough')))
  const refused = flood.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(15)
  expect(refused[0]?.reason).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
  expect(await passwords.verify(hashed, 'long enough')).toBe(true)
})
