import { type Admin, contract, type Input, type PageOf } from '@kingcar/contract'
import { outcome, refusal } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, claimsOf, type Pair, startBeforeAll, startTestMember, waiting } from './start-member.ts'

const password = 'a long password'
let root: Pair
const member = startBeforeAll()
beforeAll(async () => {
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

const update = (
  id: string,
  patch: { name?: string; disabled?: boolean },
  ifMatch?: string,
  as = root,
): Promise<Admin> =>
  member.bus.call(
    contract.member.updateAdmin,
    { id, ...patch },
    { ...member.from('203.0.113.1', actorOf(as)), ...(ifMatch === undefined ? {} : { ifMatch }) },
  )
const list = (input: Input<typeof contract.member.listAdmins>): Promise<PageOf<Admin>> =>
  member.bus.call(contract.member.listAdmins, input, member.from('203.0.113.1', actorOf(root)))

describe('updateAdmin', () => {
  // ASVS 7.4.2
  test('disabling ends all sessions immediately and refuses the login; enabling restores no session', async () => {
    const { id, email } = await member.join('leaving@kingcar.test', password)
    const sessions = [await member.login({ email, password }), await member.login({ email, password })]
    expect(await update(id, { disabled: true })).toMatchObject({ id, disabled: true })
    for (const tokens of sessions) {
      await expect(member.reissue(tokens)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
      const { sid } = claimsOf(tokens)
      const published = async () =>
        (await member.events('member.sessionEnded', 1)).some(({ sessionId }) => sessionId === sid)
      await expect.poll(published).toBe(true)
    }
    await expect(member.login({ email, password })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await update(id, { disabled: false })
    await member.login({ email, password })
    await expect(member.reissue(sessions[0] ?? root)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
  })

  test('a name is normalised like every person’s, and is not empty', async () => {
    const { id, name } = await member.join('typed@kingcar.test', password, ' 김\n관리 '.normalize('NFD'))
    expect(name).toBe('김 관리')
    expect((await update(id, { name: '박 \t관리'.normalize('NFD') })).name).toBe('박 관리')
    const empty = { code: 'VALIDATION_FAILED', details: [{ path: 'name' }] }
    await expect(update(id, { name: '   ' })).rejects.toMatchObject(empty)
    await expect(member.join('blank@kingcar.test', password, '   ')).rejects.toMatchObject(empty)
  })

  test('If-Match guards an edit, and the error names the changed fields', async () => {
    const { id } = await member.join('edited@kingcar.test', password)
    await update(id, { name: '박관리' }, '"1"')
    await expect(update(id, { disabled: true }, '"1"')).rejects.toMatchObject({
      code: 'CHANGED_SINCE',
      details: [{ path: 'name', ko: expect.any(String), en: expect.any(String) }],
    })
    await update(id, { name: '박관리' }, '"2"') // changes nothing, so the version stays
    await update(id, { disabled: true }, 'W/"9", "2"')
    await update(id, { disabled: false }, '*')
    const [row] = await member.backend.sql`select version, field_versions from member.admins where id = ${id}`
    expect(row).toEqual({ version: 4, field_versions: { name: 2, disabled: 4 } })
  })

  test('is audited with before and after, and published with a growing version', async () => {
    const { id } = await member.join('renamed@kingcar.test', password)
    await update(id, { name: '최관리' })
    const rows = await member.backend
      .sql`select action, actor_id, before, after from member.audit_logs where entity_id = ${id} order by at, id`
    expect(rows[1]).toEqual({
      action: 'updateAdmin',
      actor_id: actorOf(root).id,
      before: { name: '김관리' },
      after: { name: '최관리' },
    })
    const published = async () =>
      (await member.events('member.adminChanged', 1)).filter(({ adminId }) => adminId === id)
    await expect.poll(published).toEqual([
      { adminId: id, name: '김관리', version: 1 },
      { adminId: id, name: '최관리', version: 2 },
    ])
  })

  test('an unknown administrator is not found', async () => {
    expect(await outcome(update('019b76da-a800-7000-8000-000000000000', { name: '없음' }))).toBe('ADMIN_NOT_FOUND')
  })
})

test('an administrator is returned with the version that guards an edit', async () => {
  const { id, email } = await member.join('single@kingcar.test', password)
  const actor = actorOf(root)
  const get = (of: string): Promise<Admin> =>
    member.bus.call(contract.member.getAdmin, { id: of }, member.from('203.0.113.1', actor))
  expect(await get(id)).toMatchObject({ id, email, name: '김관리', disabled: false })
  const read = await member.etag(contract.member.getAdmin, { id }, { actor })
  await update(id, { disabled: true }, read)
  expect(await get(id)).toMatchObject({ disabled: true })
  await expect(update(id, { disabled: false }, read)).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  await expect(get('019b76da-a800-7000-8000-000000000000')).rejects.toMatchObject({ code: 'ADMIN_NOT_FOUND' })
})

test('of the last two administrators, disabled at the same time, one stays', async () => {
  await using alone = await startTestMember()
  const one = await alone.join('one@kingcar.test', password)
  const two = await alone.join('two@kingcar.test', password)
  const tokens = await alone.login({ email: 'one@kingcar.test', password })
  const disable = (id: string): Promise<Admin> =>
    alone.bus.call(contract.member.updateAdmin, { id, disabled: true }, alone.from('203.0.113.1', actorOf(tokens)))
  // Both wait for the same rows, so that they decide at the same time.
  const held = Promise.withResolvers<void>()
  const holding = alone.backend.sql.begin(async (sql) => {
    await sql`select from member.admins for update`
    held.resolve()
    await waiting(alone, 2)
  })
  await held.promise
  const outcomes = await Promise.allSettled([disable(one.id), disable(two.id), holding])
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'LAST_ADMIN' } }])
  expect(await alone.backend.sql`select from member.admins where not disabled`).toHaveLength(1)
})

describe('changeAdminPassword', () => {
  const change = (tokens: Pair, currentPassword: string, newPassword: string): Promise<null> =>
    member.bus.call(
      contract.member.changeAdminPassword,
      { currentPassword, newPassword },
      member.from('203.0.113.1', actorOf(tokens)),
    )

  // ASVS 6.2.2
  test('ends the other sessions and keeps the own', async () => {
    const { id, email } = await member.join('password@kingcar.test', password)
    const [mine, other] = [await member.login({ email, password }), await member.login({ email, password })]
    expect(await change(mine, password, 'another password')).toBeNull()
    await expect(member.reissue(other)).rejects.toMatchObject({ code: 'REFRESH_INVALID' })
    await member.reissue(mine)
    await expect(member.login({ email, password })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await member.login({ email, password: 'another password' })
    const [entry] = await member.backend
      .sql`select before, after from member.audit_logs where entity_id = ${id} and action = 'changeAdminPassword'`
    expect(entry).toEqual({ before: null, after: null })
  })

  // ASVS 6.2.3
  test('a wrong current password is a fault of that field, and ten of them are enough', async () => {
    const { email } = await member.join('guessed@kingcar.test', password)
    const mine = await member.login({ email, password })
    for (let at = 0; at < 10; at += 1) {
      await expect(change(mine, 'a guess', 'another password')).rejects.toMatchObject(
        refusal('VALIDATION_FAILED', 'currentPassword'),
      )
    }
    await expect(change(mine, password, 'another password')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await member.login({ email, password })
  })
})

// ASVS 6.2.12
test('an administrator takes no password that is easily guessed', async () => {
  const refusal = (path: string) => ({ code: 'VALIDATION_FAILED', details: [{ path }] })
  const guessable = ['qwertyuiop', 'superman2026', 'kingcar-2026', 'minji-kim-2026']
  for (const each of guessable)
    await expect(member.join('minji.kim@kingcar.test', each)).rejects.toMatchObject(refusal('password'))
  const { email } = await member.join('minji.kim@kingcar.test', password)
  const actor = actorOf(await member.login({ email, password }))
  for (const newPassword of guessable) {
    const change = { currentPassword: password, newPassword }
    await expect(member.call(contract.member.changeAdminPassword, change, { actor })).rejects.toMatchObject(
      refusal('newPassword'),
    )
  }
})

test('the list is paged in a stable order', async () => {
  const all = await list({ size: 100, sort: ['email,asc'] })
  const emails = all.content.map(({ email }) => email)
  expect(emails).toEqual(emails.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(all.totalElements).toBe(emails.length)
  const paged = [await list({ page: 0, size: 2 }), await list({ page: 1, size: 2 })].flatMap((page) => page.content)
  expect(new Set(paged.map(({ id }) => id)).size).toBe(4)
  expect(Object.keys(all.content[0] ?? {}).sort()).toEqual([
    'alertPhone',
    'createdAt',
    'disabled',
    'email',
    'id',
    'lastLoginAt',
    'name',
    'role',
    'secondFactor',
    'storeIds',
  ])
})

test('an audit entry of another service is stored once, however often it comes', async () => {
  const entry = {
    id: '019b76da-a800-7000-8000-00000000000a',
    at: new Date().toISOString(),
    actorId: actorOf(root).id,
    action: 'createStore',
    entity: 'store',
    entityId: 'x',
    before: null,
    after: { name: '강남점' },
    requestId: 'request-1',
  }
  const publisher = await member.backend.bus('catalog')
  for (const id of ['first', 'second', 'first']) {
    await publisher.publish([{ id, subject: 'evt.catalog.audited', payload: entry }])
  }
  const rows = () => member.backend.sql`select * from member.audit_logs where id = ${entry.id}`
  await expect.poll(rows).toMatchObject([{ action: 'createStore', after: { name: '강남점' } }])
  await expect.poll(() => member.backend.backlog('member-events')).toBe(0) // a redelivery is not an error
})
