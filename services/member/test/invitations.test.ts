import { randomUUID } from 'node:crypto'
import { type Admin, contract, type Input, type NewInvitation } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, claimsOf, type Pair, serveStore, startBeforeAll, waiting } from './start-member.ts'

const { acceptInvitation, checkInvitation, createInvitation, getOwnAdmin, listInvitations, listOutbox } =
  contract.member
const { updateAdmin, withdrawInvitation } = contract.member
const password = 'a long password'
const store = '01980000-0000-7000-8000-000000000001'

let clock: Date | undefined
const member = startBeforeAll({ CONSOLE_URL: 'https://admin.kingcar.test', now: () => clock ?? new Date() })
let root: Pair
beforeAll(async () => {
  await serveStore(member, store)
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

type Invited = Input<typeof createInvitation>
const staff: Invited = { role: 'staff', storeIds: [store] }
const newEmail = () => `${randomUUID()}@kingcar.test`
const invite = (input: Invited, as = root, idempotencyKey?: string): Promise<NewInvitation> =>
  member.call(createInvitation, input, { actor: actorOf(as), ...(idempotencyKey !== undefined && { idempotencyKey }) })
const tokenOf = ({ link }: NewInvitation): string => new URL(link ?? '').hash.slice(1)
const accept = (token: string, over: object = {}): Promise<Pair> =>
  member.call(acceptInvitation, { token, name: '이직원', email: newEmail(), password, ...over })
const withdraw = (id: string) => member.call(withdrawInvitation, { id }, { actor: actorOf(root) })
const openIds = async () =>
  (await member.call(listInvitations, { size: 100 }, { actor: actorOf(root) })).content.map(({ id }) => id)
const entriesOf = (id: string) =>
  member.backend.sql`select action, before, after from member.audit_logs where entity_id = ${id} order by at, id`
const admins = async () => (await member.backend.sql`select from member.admins`).length

test('an invitation makes an administrator with its role and stores, who is signed in', async () => {
  const invitation = await invite(staff)
  expect(invitation).toMatchObject({ mailed: false })
  expect(invitation.link).toMatch(/^https:\/\/admin\.kingcar\.test\/invitation#[\w-]{43}$/)
  const token = tokenOf(invitation)
  expect(await member.call(checkInvitation, { token })).toEqual({
    ...staff,
    email: null,
    name: null,
    expiresAt: invitation.expiresAt,
  })
  expect(await openIds()).toContain(invitation.id)

  const tokens = await accept(token)
  const { sub: id } = claimsOf(tokens)
  const actor = { ...actorOf(tokens), adminRole: 'staff', storeIds: [store] } as const
  const own: Admin = await member.call(getOwnAdmin, {}, { actor })
  expect(own).toMatchObject({ id, name: '이직원', ...staff, lastLoginAt: expect.any(String) })
  expect(await openIds()).not.toContain(invitation.id)
  expect(await entriesOf(invitation.id)).toEqual([
    { action: 'createInvitation', before: null, after: { ...staff, email: null, name: null } },
  ])
  expect(await entriesOf(id)).toEqual([
    { action: 'acceptInvitation', before: null, after: { email: own.email, name: '이직원', ...staff } },
  ])
})

// ASVS 6.4.1
describe('a link that does not work changes nothing and says why:', () => {
  const refused = async (token: string, code: string) => {
    const before = await admins()
    expect(await outcome(member.call(checkInvitation, { token }))).toBe(code)
    expect(await outcome(accept(token))).toBe(code)
    expect(await admins()).toBe(before)
  }

  test('forged', () => refused('Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY', 'LINK_INVALID'))

  test('used', async () => {
    const token = tokenOf(await invite(staff))
    await accept(token)
    await refused(token, 'LINK_USED')
  })

  test('withdrawn', async () => {
    const invitation = await invite(staff)
    await withdraw(invitation.id)
    expect((await entriesOf(invitation.id)).at(-1)).toEqual({
      action: 'withdrawInvitation',
      before: { ...staff, email: null, name: null },
      after: null,
    })
    expect(await outcome(withdraw(invitation.id))).toBe('INVITATION_NOT_FOUND')
    await refused(tokenOf(invitation), 'LINK_WITHDRAWN')
  })

  test('expired', async () => {
    const invitation = await invite(staff)
    const end = Date.parse(invitation.expiresAt)
    expect(Math.round((end - Date.now()) / 3_600_000)).toBe(72)
    clock = new Date(end)
    try {
      await refused(tokenOf(invitation), 'LINK_EXPIRED')
      expect(await openIds()).not.toContain(invitation.id)
    } finally {
      clock = undefined
    }
  })

  test('of an owner who was disabled or is no owner any more', async () => {
    for (const patch of [{ disabled: true }, { role: 'accountant' as const }]) {
      const email = newEmail()
      const { id } = await member.join(email, password)
      const as = await member.login({ email, password })
      const { link } = await invite(staff, as)
      await member.call(updateAdmin, { id, ...patch }, { actor: actorOf(root) })
      await refused(new URL(link ?? '').hash.slice(1), 'LINK_WITHDRAWN')
      expect(await outcome(invite(staff, as))).toBe('FORBIDDEN')
    }
  })
})

test('of several who accept at the same time, one is added', async () => {
  const token = tokenOf(await invite(staff))
  const held = Promise.withResolvers<void>()
  const holding = member.backend.sql.begin(async (sql) => {
    await sql`select from member.invitations for update`
    held.resolve()
    await waiting(member, 3)
  })
  await held.promise
  const outcomes = await Promise.all([1, 2, 3].map(() => outcome(accept(token))))
  await holding
  expect(outcomes.filter((each) => each === 'LINK_USED')).toHaveLength(2)
})

test('an invitation with an email is mailed there, and only this email accepts it', async () => {
  const email = newEmail()
  const invitation = await invite({ ...staff, email, name: ' 박 신입 ' })
  expect(invitation.mailed).toBe(true)
  const mails = async () => (await member.call(listOutbox, {})).filter(({ to }) => to === email)
  await expect.poll(mails).toMatchObject([{ subject: '[KingCar] 관리자로 초대했어요' }])
  expect((await mails())[0]?.text).toContain(invitation.link)
  const token = tokenOf(invitation)
  expect(await member.call(checkInvitation, { token })).toMatchObject({ email, name: '박 신입' })
  await expect(accept(token)).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'email'))
  await accept(token, { email: email.toUpperCase() })
  expect(await outcome(invite({ ...staff, email }))).toBe('EMAIL_TAKEN')
})

test('an error leaves the invitation open: a taken email, an easy password, a name without a letter', async () => {
  const token = tokenOf(await invite({ role: 'owner', storeIds: null }))
  expect(await outcome(accept(token, { email: 'ROOT@kingcar.test' }))).toBe('EMAIL_TAKEN')
  await expect(accept(token, { password: 'kingcar-2026' })).rejects.toMatchObject(
    refusal('VALIDATION_FAILED', 'password'),
  )
  await expect(accept(token, { name: '  ' })).rejects.toMatchObject(refusal('VALIDATION_FAILED', 'name'))
  await accept(token)
})

test('an invitation names stores that exist, and none for an owner', async () => {
  await expect(invite({ role: 'owner', storeIds: [store] })).rejects.toMatchObject(
    refusal('VALIDATION_FAILED', 'storeIds'),
  )
  await expect(invite({ role: 'staff', storeIds: [store, randomUUID()] })).rejects.toMatchObject(
    refusal('VALIDATION_FAILED', 'storeIds.1'),
  )
  await expect(invite({ role: 'chief' as 'owner', storeIds: null })).rejects.toMatchObject(
    refusal('VALIDATION_FAILED', 'role'),
  )
})

test('neither a row nor a repeated call has the token', async () => {
  const key = randomUUID()
  const input = { ...staff, email: newEmail() }
  const first = await invite(input, root, key)
  expect(await invite(input, root, key)).toEqual({ ...first, link: null })
  const rows = await member.backend.sql`select i::text as row from member.invitations i
    union all select t::text from member.tasks t union all select k::text from member.idempotency k
    union all select a::text from member.audit_logs a`
  expect(JSON.stringify(rows)).not.toContain(tokenOf(first))
})

test('of more than a hundred open invitations none is made', async () => {
  await member.backend.sql`
    insert into member.invitations (token_hash, role, invited_by, expires_at)
    select uuid_send(gen_random_uuid()), 'staff', id, now() + interval '1 day' from member.admins, generate_series(1, 100)
    where email = 'root@kingcar.test'`
  expect(await outcome(invite(staff))).toBe('INVITATION_LIMIT')
  await member.backend.sql`delete from member.invitations`
  expect(await invite(staff)).toMatchObject({ mailed: false })
})
