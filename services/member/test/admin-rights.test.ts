import { randomUUID } from 'node:crypto'
import { type Admin, type AdminGrant, contract, type Input } from '@kingcar/contract'
import { outcome, refusal, withRefusingStream } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, type Pair, serveStore, startBeforeAll, startTestMember } from './start-member.ts'

const { getAdmin, getOwnAdmin, listAdmins, updateAdmin } = contract.member
const password = 'a long password'
const [store, closed] = [1, 2].map((at) => `01980000-0000-7000-8000-00000000000${at}`) as [string, string]

const member = startBeforeAll()
let root: Pair
const grants: AdminGrant[] = []
beforeAll(async () => {
  await serveStore(member, store)
  await member.bus.follow('ADMINS', 'start', ({ data }) => {
    grants.push(JSON.parse(Buffer.from(data).toString()))
  })
  await member.join('root@kingcar.test', password)
  root = await member.login({ email: 'root@kingcar.test', password })
})

type Patch = Omit<Input<typeof updateAdmin>, 'id'>
const update = (id: string, patch: Patch, as = root): Promise<Admin> =>
  member.call(updateAdmin, { id, ...patch }, { actor: actorOf(as) })
const join = () => member.join(`${randomUUID()}@kingcar.test`, password)
const grantOf = (id: string) => grants.findLast(({ adminId }) => adminId === id)

// ASVS 8.2.1
describe('the rights of an administrator', () => {
  test('are those of an owner after joining, can be changed, and are published with the version', async () => {
    const { id, email } = await join()
    await expect.poll(() => grantOf(id)).toEqual({ adminId: id, adminRole: 'owner', storeIds: null, version: 1 })
    expect(await update(id, { role: 'manager', storeIds: [store] })).toMatchObject({
      role: 'manager',
      storeIds: [store],
    })
    await expect.poll(() => grantOf(id)).toEqual({ adminId: id, adminRole: 'manager', storeIds: [store], version: 2 })
    expect(await update(id, { role: 'staff' })).toMatchObject({ role: 'staff', storeIds: [store] })
    expect(await update(id, { storeIds: null })).toMatchObject({ role: 'staff', storeIds: null })
    expect(await update(id, { role: 'owner' })).toMatchObject({ role: 'owner', storeIds: null })
    const actor = actorOf(root)
    const { content } = await member.call(listAdmins, { size: 100 }, { actor })
    const expected = { email, role: 'owner', storeIds: null }
    expect(content.find((admin) => admin.id === id)).toMatchObject(expected)
    expect(await member.call(getAdmin, { id }, { actor })).toMatchObject(expected)
    const rows = await member.backend
      .sql`select before, after from member.audit_logs where entity_id = ${id} and action = 'updateAdmin' order by at, id`
    expect(rows).toEqual([
      { before: { role: 'owner', storeIds: null }, after: { role: 'manager', storeIds: [store] } },
      { before: { role: 'manager' }, after: { role: 'staff' } },
      { before: { storeIds: [store] }, after: { storeIds: null } },
      { before: { role: 'staff' }, after: { role: 'owner' } },
    ])
  })

  test('name stores that exist: all stores are never given by omission', async () => {
    const { id } = await join()
    const refused = async (patch: Patch, ...paths: string[]) =>
      await expect(update(id, patch)).rejects.toMatchObject(refusal('VALIDATION_FAILED', ...paths))
    await refused({ role: 'manager' }, 'storeIds')
    await refused({ role: 'staff', storeIds: [store, closed] }, 'storeIds.1')
    await refused({ storeIds: [store] }, 'storeIds')
    await refused({ role: 'chief' as 'owner' }, 'role')
    await refused({ role: 'manager', storeIds: [] }, 'storeIds')
    await update(id, { role: 'accountant' })
    await refused({ role: 'owner', storeIds: [store] }, 'storeIds')
    expect(await update(id, { role: 'manager', storeIds: null })).toMatchObject({ role: 'manager', storeIds: null })
  })

  test('are not changed by their owner, who may change the name', async () => {
    const { id } = actorOf(root)
    expect(await outcome(update(id, { role: 'staff', storeIds: [store] }))).toBe('OWN_ROLE')
    expect(await update(id, { role: 'owner', storeIds: null, name: '최소유' })).toMatchObject({ name: '최소유' })
  })

  test('can be read by every administrator who has them', async () => {
    const { id, email } = await join()
    await update(id, { role: 'staff', storeIds: [store] })
    const actor = {
      ...actorOf(await member.login({ email, password })),
      adminRole: 'staff',
      storeIds: [store],
    } as const
    expect(await member.call(getOwnAdmin, {}, { actor })).toMatchObject({ id, role: 'staff', storeIds: [store] })
    expect(await outcome(member.call(getAdmin, { id }, { actor }))).toBe('FORBIDDEN')
    expect(await outcome(member.call(updateAdmin, { id, role: 'owner' }, { actor }))).toBe('FORBIDDEN')
  })

  test('are unchanged while they cannot be published', async () => {
    const { id } = await join()
    await withRefusingStream(member.backend.nats, 'ADMINS', async () => {
      expect(await outcome(update(id, { role: 'accountant' }))).toBe('UNAVAILABLE')
    })
    expect(await member.call(getAdmin, { id }, { actor: actorOf(root) })).toMatchObject({ role: 'owner' })
  })

  test('are published again if the stream differs: of an earlier version, or of a change that was not committed', async () => {
    const id = randomUUID()
    await member.backend
      .sql`insert into member.admins (id, email, name, password_hash) values (${id}, ${id}, '김이전', 'x')`
    await expect.poll(() => grantOf(id)).toEqual({ adminId: id, adminRole: 'owner', storeIds: null, version: 1 })
    const grant: AdminGrant = { adminId: id, adminRole: 'staff', storeIds: [store], version: 2 }
    const setup = await member.backend.bus('member')
    await setup.append([{ subject: `admins.${id}`, id: randomUUID(), data: JSON.stringify(grant) }])
    await expect.poll(() => grantOf(id)).toEqual({ adminId: id, adminRole: 'owner', storeIds: null, version: 3 })
    expect(await update(id, { role: 'accountant' })).toMatchObject({ role: 'accountant' })
    await expect.poll(() => grantOf(id)).toMatchObject({ adminRole: 'accountant', version: 4 })
  })
})

test('the last enabled owner is neither disabled nor gets another role', async () => {
  await using alone = await startTestMember()
  const one = await alone.join('one@kingcar.test', password)
  const two = await alone.join('two@kingcar.test', password)
  const [byOne, byTwo] = await Promise.all(
    ['one', 'two'].map((name) => alone.login({ email: `${name}@kingcar.test`, password })),
  )
  const change = (id: string, patch: Patch, as = byOne as Pair) =>
    alone.call(updateAdmin, { id, ...patch }, { actor: actorOf(as) })
  await change(two.id, { role: 'accountant' })
  expect(await outcome(change(one.id, { disabled: true }))).toBe('LAST_ADMIN')
  expect(await outcome(change(one.id, { role: 'accountant' }, byTwo))).toBe('LAST_ADMIN')
  await change(two.id, { role: 'owner' })
  await change(one.id, { role: 'accountant' }, byTwo)
  await change(one.id, { disabled: true }, byTwo)
  expect(await outcome(change(two.id, { disabled: true }, byTwo))).toBe('LAST_ADMIN')
})
