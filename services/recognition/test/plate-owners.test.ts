import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { Actor, Bus, BusStreams } from '@kingcar/bus'
import { contract, type Input, type Operation, type RecordedVisit, type Result } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { callerOf, loadProgram, testProcess } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renamePlateOwner } from '../../member/src/car/plate-owner.ts'

const { readMemberConfig, startMember } = await loadProgram('member')

import { readOf, startTestRecognition } from './recognition.ts'

const { createCar, updateCar, deleteCar, listCarBrands } = contract.member
const actor: Actor = { role: 'member', id: randomUUID(), sessionId: randomUUID() }
let gateway: Bus
const services = new AsyncDisposableStack()
const recognition = startedBeforeAll(() => startTestRecognition('member'))
beforeAll(async () => {
  const { backend } = recognition
  const config = readMemberConfig({
    ...backend.environment('member'),
    JWT_PRIVATE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    TOKEN_SECRET: 'ab'.repeat(32),
    IDEMPOTENCY_SECRET: 'ab'.repeat(32),
  })
  services.use(await recognition.start())
  services.use(await startMember(config, testProcess()))
  gateway = await backend.bus('gateway')
  await backend.sql`insert into member.members (id, provider, email, name, gender, birth_date, phone_number)
    values (${actor.id}, 'KINGCAR', 'owner@kingcar.test', '홍길동', 'Male', '1990-01-01', '+821012345678')`
})
afterAll(async () => {
  await services.disposeAsync()
})

const call = <O extends Operation>(op: O, input: Input<O>): Promise<Result<O>> =>
  gateway.call(op, input, callerOf({ actor }))
/** The plate's next visit once the projection has this owner version; each visit is at another store. */
async function nextVisit(carNumber: string, version: number): Promise<Partial<RecordedVisit> | undefined> {
  const projected = async () => {
    const { sql } = recognition.backend
    const [row] = await sql`select owner_version from recognition.plates where car_number = ${carNumber}`
    return row?.owner_version
  }
  await expect.poll(projected, { interval: 20 }).toBe(version)
  const { storeId, subject } = await recognition.addStore()
  await recognition.publish(readOf(carNumber), subject)
  await recognition.settled()
  return recognition.visits(carNumber).find((visit) => visit.storeId === storeId)
}

test('a member’s car, its new plate, the member’s new name and the car’s end reach the next visit within a second', async () => {
  const [brand] = await call(listCarBrands, {})
  const car = await call(createCar, { carNumber: '12가3456', carBrandId: brand?.id ?? '', model: '그랜저' })
  expect(await nextVisit('12가3456', 1)).toMatchObject({ name: '홍길동', memberId: actor.id, visitCount: 1 })
  await call(updateCar, { id: car.id, carNumber: '34나5678' })
  expect(await nextVisit('34나5678', 1)).toMatchObject({ name: '홍길동', memberId: actor.id, visitCount: 1 })
  expect(await nextVisit('12가3456', 2)).toMatchObject({ name: '방문객', memberId: null, visitCount: 2 })
  await call(createCar, { carNumber: '56다7890', carBrandId: brand?.id ?? '', model: '모닝' })
  expect(await nextVisit('56다7890', 1)).toMatchObject({ name: '홍길동', memberId: actor.id, visitCount: 1 })

  const { log } = testProcess()
  const url = recognition.backend.environment('member').DATABASE_URL
  const bus = await recognition.backend.bus('member')
  const publish: BusStreams['publish'] = (messages) => bus.publish(messages)
  await using db = await openDatabase({ url, schema: 'member', name: 'test', log, publish })
  await db.transaction((tx) => renamePlateOwner(tx, actor.id, '홍길순'))
  expect(await nextVisit('34나5678', 2)).toMatchObject({ name: '홍길순', visitCount: 2 })
  expect(await nextVisit('56다7890', 2)).toMatchObject({ name: '홍길순', visitCount: 2 })
  await call(deleteCar, { id: car.id })
  expect(await nextVisit('34나5678', 3)).toMatchObject({ name: '방문객', memberId: null, visitCount: 3 })
  expect(recognition.visits('34나5678').slice(0, 2)).toMatchObject(
    Array(2).fill({ name: '홍길순', memberId: actor.id }),
  )
})
