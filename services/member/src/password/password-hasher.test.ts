import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

const inTime = { deadline: Number.POSITIVE_INFINITY }
const found = (hash: string | undefined) => () => Promise.resolve(hash)

// ASVS 6.2.8
test('a password matches its hash, in whichever form its characters were typed', async () => {
  const passwords = await createPasswordHasher(2)
  const hashed = await passwords.hash('비밀번호-가나다라'.normalize('NFD'), inTime)
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(found(hashed), '비밀번호-가나다라'.normalize('NFC'))).toBe(true)
  expect(await passwords.verify(found(hashed), '비밀번호-가나다')).toBe(false)
  expect(await passwords.verify(found(undefined), 'anything')).toBe(false)
})

// ASVS 15.1.3
test('a flood is refused beyond the queue, and the queue continues', async () => {
  const passwords = await createPasswordHasher(1, 4)
  const hashed = await passwords.hash('long enough', inTime)
  const flood = await Promise.allSettled(
    Array.from({ length: 20 }, () => passwords.verify(found(hashed), 'long enough')),
  )
  const refused = flood.filter((each) => each.status === 'rejected')
  expect(refused).toHaveLength(15)
  const waits = refused.map(({ reason }) => reason.retryAfter)
  expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['UNAVAILABLE']))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1)
  expect(Math.max(...waits)).toBeLessThanOrEqual(4)
  expect(new Set(waits).size).toBeGreaterThan(1) // 15 times the same by chance: once in 270 million
  expect(await passwords.verify(found(hashed), 'long enough')).toBe(true)
})

test('after the deadline of its caller no hash is returned', async () => {
  const passwords = await createPasswordHasher(1)
  await expect(passwords.hash('long enough', { deadline: 0 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('a call that finds the queue full costs no query', async () => {
  const passwords = await createPasswordHasher(1, 1)
  let looks = 0
  const look = () => Promise.resolve(String(looks++))
  await Promise.allSettled(Array.from({ length: 9 }, () => passwords.verify(look, 'long enough')))
  expect(looks).toBe(2)
})

test('threads that compute hashes have a lower priority', async () => {
  await createPasswordHasher(1)
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : []
  const workers = threads.filter((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'))
  for (const id of workers) expect(getPriority(Number(id))).toBe(Math.min(19, getPriority() + 10))
})
