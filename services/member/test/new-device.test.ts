import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { createPasskey } from '@kingcar/testing/passkey'
import { expect, test } from 'vitest'
import { actorOf, startBeforeAll } from './start-member.ts'

const { beginPasskey, beginPasskeyLogin, confirmPasskey, listOutbox, loginAdmin, loginByPasskey } = contract.member
const password = 'a long password'
const origin = 'https://admin.kingcar.test'
const now = Date.parse('2027-03-01T00:00:00.000Z')
const member = startBeforeAll({ CONSOLE_URL: origin, now: () => new Date(now) })

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1'
const office = { address: '198.51.100.7', userAgent: chrome }

async function someAdmin() {
  const email = `${randomUUID()}@kingcar.test`
  const { id } = await member.join(email, password)
  const login = (from: { address: string; userAgent?: string }) => member.call(loginAdmin, { email, password }, from)
  return { id, email, login }
}

/** Mail about sign-ins to an address, after all that was to be mailed. */
async function mailsTo(email: string) {
  await expect.poll(() => member.backend.sql`select from member.tasks`).toHaveLength(0)
  const mails = await member.call(listOutbox, {})
  return mails.filter(({ to, subject }) => to === email && subject === '[KingCar] 처음 보는 기기에서 로그인했어요')
}

// ASVS 6.3.5
test('an administrator is mailed about a sign-in from another device or network, once for each', async () => {
  const { email, login } = await someAdmin()
  await login(office)
  await login(office)
  await login({ ...office, userAgent: chrome.replace('143', '150') })
  expect(await mailsTo(email)).toEqual([])
  await login({ ...office, userAgent: safari })
  const [mail, ...further] = await mailsTo(email)
  expect(further).toEqual([])
  expect(mail?.text).toContain('Safari, iPhone')
  expect(mail?.text).toContain('2027-03-01 09:00:00')
  expect(mail?.text).not.toContain(office.address)
  await login({ ...office, address: '203.0.113.9' })
  expect(await mailsTo(email)).toHaveLength(2)
  for (const from of [office, { ...office, userAgent: safari }, { ...office, address: '203.0.113.9' }])
    await login(from)
  expect(await mailsTo(email)).toHaveLength(2)
})

test('a sign-in that fails is not mailed, and makes no device known', async () => {
  const { email, login } = await someAdmin()
  await login(office)
  const stranger = { address: '203.0.113.66', userAgent: safari }
  await expect(member.call(loginAdmin, { email, password: 'wrong' }, stranger)).rejects.toThrow()
  expect(await mailsTo(email)).toEqual([])
  await login(stranger)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a sign-in with a passkey counts as well', async () => {
  const { email, login } = await someAdmin()
  const as = { actor: actorOf(await login(office)) }
  const passkey = createPasskey(origin)
  const made = passkey.create(await member.call(beginPasskey, { currentPassword: password }, as))
  await member.call(confirmPasskey, { name: '휴대폰', ...made }, as)
  const signIn = async (userAgent: string) =>
    member.call(loginByPasskey, passkey.get(await member.call(beginPasskeyLogin, {})), { ...office, userAgent })
  await signIn(chrome)
  expect(await mailsTo(email)).toEqual([])
  await signIn(safari)
  expect(await mailsTo(email)).toHaveLength(1)
})

test('the table has neither addresses nor devices', async () => {
  const { id, login } = await someAdmin()
  await login(office)
  const rows = await member.backend.sql`select * from member.admin_devices where admin_id = ${id}`
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|Chrome/)
})
