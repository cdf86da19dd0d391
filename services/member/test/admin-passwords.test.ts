import { randomUUID } from 'node:crypto'
import { contract, type PasswordLink } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, type Pair, startBeforeAll } from './start-member.ts'

const { changeAdminPassword, createPasswordLink, forgetAdminPassword, listOutbox } = contract.member
const { resetAdminPassword, updateAdmin } = contract.member
const password = 'a long password'
const newPassword = 'another long password'

let clock: Date | undefined
const member = startBeforeAll({ CONSOLE_URL: 'https://admin.kingcar.test', now: () => clock ?? new Date() })
let root: Pair
beforeAll(async () => {
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

/** Each call from a network of its own, unless one is given. */
const forget = (email: string, address = `2001:db8:${randomUUID().slice(0, 4)}:1::1`) =>
  member.call(forgetAdminPassword, { email }, { address })
const reset = (token: string, typed = newPassword) => member.call(resetAdminPassword, { token, newPassword: typed })
const linkFor = (id: string, as = root): Promise<PasswordLink> =>
  member.call(createPasswordLink, { id }, { actor: actorOf(as) })
const tokenOf = (link = '') => link.split('#')[1]?.split('\n')[0] ?? ''
const join = async () => {
  const { id, email } = await member.join(`${randomUUID()}@kingcar.test`, password)
  return { id, email, tokens: await member.login({ email, password }) }
}
const mailsTo = async (email: string) => (await member.call(listOutbox, {})).filter(({ to }) => to === email)
const signIn = (email: string, typed: string) => outcome(member.login({ email, password: typed }))

// ASVS 6.4.3
test('a forgotten password is set again by a mailed link, which ends every session and works once', async () => {
  const { id, email, tokens } = await join()
  await forget(email.toUpperCase())
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  const [mail] = await mailsTo(email)
  expect(mail?.text).toMatch(/^https:\/\/admin\.kingcar\.test\/password#[\w-]{43}$/m)
  const token = tokenOf(mail?.text)
  await expect(reset(token, 'kingcar-2026')).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'newPassword'))
  expect(await reset(token)).toBeNull()
  expect(await outcome(member.reissue(tokens))).toBe('REFRESH_INVALID')
  expect(await signIn(email, password)).toBe('LOGIN_FAILED')
  await member.login({ email, password: newPassword })
  const subjects = async () => (await mailsTo(email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('[KingCar] 관리자 비밀번호가 바뀌었어요')
  expect(await outcome(reset(token))).toBe('LINK_USED')
  const rows = await member.backend.sql`
    select actor_id, before, after from member.audit_logs where entity_id = ${id} and action = 'resetAdminPassword'`
  expect(rows).toEqual([{ actor_id: id, before: null, after: null }])
})

// ASVS 6.3.8
test('the response does not say whether an administrator has the email, and five requests an hour are enough', async () => {
  const { id, email } = await join()
  await member.call(updateAdmin, { id, disabled: true }, { actor: actorOf(root) })
  const unknown = `${randomUUID()}@kingcar.test`
  for (const each of [email, unknown]) {
    const address = `2001:db8:${randomUUID().slice(0, 4)}:2::1`
    for (let at = 0; at < 5; at += 1) expect(await forget(each, address)).toBeNull()
    expect(await outcome(forget(each, address))).toBe('RATE_LIMITED')
    expect(await forget(each)).toBeNull() // a stranger's requests do not shut the account's owner out
  }
  await expect.poll(() => member.backend.sql`select from member.tasks`).toHaveLength(0)
  expect([...(await mailsTo(email)), ...(await mailsTo(unknown))]).toEqual([])
  for (let at = 0; at < 20; at += 1) await forget(`${randomUUID()}@kingcar.test`, '203.0.113.77')
  expect(await outcome(forget(email, '203.0.113.77'))).toBe('RATE_LIMITED')
})

test('an owner makes a link for another administrator, which is audited, and none for the own password', async () => {
  const { id, email } = await join()
  const { link, expiresAt } = await linkFor(id)
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(60)
  await member.login({ email, password }) // until the link is used
  await reset(tokenOf(link))
  await member.login({ email, password: newPassword })
  const rows = await member.backend.sql`
    select actor_id, before, after from member.audit_logs where entity_id = ${id} and action = 'createPasswordLink'`
  expect(rows).toEqual([{ actor_id: actorOf(root).id, before: null, after: null }])
  expect(await outcome(linkFor(actorOf(root).id))).toBe('OWN_PASSWORD')
  expect(await outcome(linkFor(randomUUID()))).toBe('ADMIN_NOT_FOUND')
})

describe('a link that does not work changes nothing and says why:', () => {
  test('forged', async () => expect(await outcome(reset('forged'))).toBe('LINK_INVALID'))

  test('expired', async () => {
    const { id, email } = await join()
    const { link, expiresAt } = await linkFor(id)
    clock = new Date(expiresAt)
    try {
      expect(await outcome(reset(tokenOf(link)))).toBe('LINK_EXPIRED')
    } finally {
      clock = undefined
    }
    await member.login({ email, password })
  })

  test('another was used', async () => {
    const { email } = await join()
    for (let at = 0; at < 2; at += 1) await forget(email)
    await expect.poll(() => mailsTo(email)).toHaveLength(2)
    const [first, second] = await mailsTo(email)
    await reset(tokenOf(first?.text))
    expect(await outcome(reset(tokenOf(second?.text)))).toBe('LINK_USED')
  })

  test('the password was changed in the meantime', async () => {
    const { id, tokens } = await join()
    const { link } = await linkFor(id)
    const change = { currentPassword: password, newPassword }
    await member.call(changeAdminPassword, change, { actor: actorOf(tokens) })
    expect(await outcome(reset(tokenOf(link), 'the longest password'))).toBe('LINK_EXPIRED')
  })

  test('its owner was disabled, or the administrator', async () => {
    const [owner, other] = [await join(), await join()]
    const byOwner = await linkFor(other.id, owner.tokens)
    await member.call(updateAdmin, { id: owner.id, disabled: true }, { actor: actorOf(root) })
    expect(await outcome(reset(tokenOf(byOwner.link)))).toBe('LINK_EXPIRED')
    const byRoot = await linkFor(other.id)
    await member.call(updateAdmin, { id: other.id, disabled: true }, { actor: actorOf(root) })
    expect(await outcome(reset(tokenOf(byRoot.link)))).toBe('LINK_EXPIRED')
    expect(await outcome(linkFor(other.id))).toBe('ADMIN_NOT_FOUND')
  })

  test('of two uses at the same time, one succeeds', async () => {
    const { id } = await join()
    const { link } = await linkFor(id)
    const outcomes = await Promise.all([1, 2].map(() => outcome(reset(tokenOf(link)))))
    expect(outcomes.filter((each) => each === 'LINK_USED')).toHaveLength(1)
  })
})

test('an owner whose role was taken back makes no link, also with a call that the gateway let pass', async () => {
  const [{ id }, former] = [await join(), await join()]
  await member.call(updateAdmin, { id: former.id, role: 'manager', storeIds: null }, { actor: actorOf(root) })
  expect(await outcome(linkFor(id, former.tokens))).toBe('FORBIDDEN')
})

test('a second link for an administrator, and disabling one, end the links before', async () => {
  const { id } = await join()
  const [first, second] = [await linkFor(id), await linkFor(id)]
  expect(await outcome(reset(tokenOf(first.link)))).toBe('LINK_EXPIRED')
  for (const disabled of [true, false]) await member.call(updateAdmin, { id, disabled }, { actor: actorOf(root) })
  expect(await outcome(reset(tokenOf(second.link)))).toBe('LINK_EXPIRED')
})

test('a password is not set after its caller was told that the service was busy', async () => {
  const { id } = await join()
  const token = tokenOf((await linkFor(id)).link)
  await member.backend.sql.begin(async (tx) => {
    await tx`lock table member.password_links` // the call waits for its link until its caller has gone
    const late = member.call(resetAdminPassword, { token, newPassword }, { deadline: Date.now() + 400 })
    expect(await outcome(late)).toBe('UNAVAILABLE')
  })
  expect(await outcome(reset(token))).toBe('ok')
})
