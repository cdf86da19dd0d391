import { contract, type EventName } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { demoPeople } from '@kingcar/service/demo'
import { testProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { storeDemoMembers } from '../src/demo/store-members.ts'
import { newNumber } from './new-number.ts'
import { phones } from './phone-steps.ts'
import { plates } from './plates.ts'
import { claimsOf, startBeforeAll } from './start-member.ts'

const { joinMember, updateMe, deleteMe, createCar, updateCar, deleteCar, listCarBrands } = contract.member
const member = startBeforeAll()

/** The published events of a member and their cars, once there are this many. */
async function published(memberId: string, name: 'member.changed' | 'member.carChanged', count: number) {
  const ofMember = async () => (await member.events(name, 1)).filter((event) => event.memberId === memberId)
  await expect.poll(async () => (await ofMember()).length).toBe(count)
  return ofMember()
}

test('a join and a change of name or phone are published with growing versions', async () => {
  const phone = phones(member)
  const [first, second] = [newNumber(), newNumber()]
  const joined = await member.call(joinMember, {
    provider: 'KINGCAR',
    email: 'hong@kingcar.test',
    password: 'a password',
    name: '홍길동',
    gender: 'Male',
    birthDate: '1990-01-01',
    verificationToken: await phone.verify(first),
    agreedTermsIds: [],
  })
  const { sub: id, sid: sessionId } = claimsOf(joined)
  const actor = { role: 'member', id, sessionId } as const
  await member.call(updateMe, { name: '홍길순' }, { actor })
  await member.call(updateMe, { name: '홍길순' }, { actor }) // changes nothing and publishes nothing
  await member.call(updateMe, { currentPassword: 'a password', newPassword: 'another one' }, { actor })
  await member.call(updateMe, { verificationToken: await phone.verify(second) }, { actor })
  const email = 'hong@kingcar.test'
  expect(await published(id, 'member.changed', 3)).toEqual([
    { memberId: id, name: '홍길동', email, phoneNumber: first, version: 1 },
    { memberId: id, name: '홍길순', email, phoneNumber: first, version: 2 },
    { memberId: id, name: '홍길순', email, phoneNumber: second, version: 4 },
  ])
})

test('a car is published when it gets a plate and when it is removed, by itself or with its member', async () => {
  const { id: memberId, actor } = await member.addMember()
  const [one, two, three] = [plates(), plates(), plates()]
  const carBrandId = (await member.call(listCarBrands, {}))[0]?.id ?? ''
  const create = (carNumber: string) => member.call(createCar, { carNumber, carBrandId, model: 'K5' }, { actor })
  const [first, second] = [await create(one), await create(two)]
  await member.call(updateCar, { id: first.id, color: '검정' }, { actor })
  await member.call(updateCar, { id: first.id, carNumber: three }, { actor })
  await member.call(deleteCar, { id: first.id }, { actor })
  await member.call(deleteMe, {}, { actor })
  const gone = await published(memberId, 'member.carChanged', 5)
  expect(gone).toEqual([
    { carId: first.id, memberId, carNumber: one, removed: false, version: 1 },
    { carId: second.id, memberId, carNumber: two, removed: false, version: 1 },
    { carId: first.id, memberId, carNumber: three, removed: false, version: 3 },
    { carId: first.id, memberId, carNumber: three, removed: true, version: 4 },
    { carId: second.id, memberId, carNumber: two, removed: true, version: 3 }, // had become the main car
  ])
})

test('the members of the demo are published once, like joined members', async () => {
  const { DATABASE_URL: url } = member.backend.environment('member')
  const { log } = testProcess()
  const bus = await member.backend.bus('member')
  await using db = await openDatabase({ url, schema: 'member', name: 'demo', log, publish: (all) => bus.publish(all) })
  const since = { members: (await all('member.changed')).length, cars: (await all('member.carChanged')).length }
  const cars = await storeDemoMembers(db)
  expect(await storeDemoMembers(db)).toBe(0)
  await expect.poll(async () => (await all('member.carChanged')).length).toBe(since.cars + cars)
  await expect.poll(async () => (await all('member.changed')).length).toBe(since.members + demoPeople.length)
})

const all = (name: EventName) => member.events(name, 0)
