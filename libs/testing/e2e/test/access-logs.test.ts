import { randomInt, randomUUID } from 'node:crypto'
import { contract, type Operation, type Resource, route } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, send, signIn } from '../src/http.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { openDatabase } from '../src/open-database.ts'
import { addFreeOrder, addOwedReturn, addUse } from '../src/order-fixtures.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { addReadToReview } from '../src/read-fixtures.ts'

/** Every read and file that has data of members leaves an entry in the access log. audit.test.ts has the writes. */
let product: Product
let sql: Sql
let token: string
let member: JoinedMember
let visitId: string
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password } = product.ready
  sql = await openDatabase(product)
  token = (await signIn(http, email, password)).accessToken
  member = await joinMember(http)
  visitId = await visitOf(member)
  const orderId = await addFreeOrder(sql, member.id)
  await addOwedReturn(sql, orderId)
  const byAdmin = <T>(path: string, body: object) => resultOf<T>(http, 'POST', `/admin/api/${path}`, { token, body })
  const { id: productId } = await byAdmin<{ id: string }>('products', { name: '접속', type: 'onetime', price: 1_000 })
  const held = await byAdmin<{ id: string }>('userProducts', { memberId: member.id, productId, reason: '접속기록' })
  await addUse(sql, held.id)
  await waitFor(async () => {
    expect(await sql`select from member.audit_logs where entity_id = ${held.id}`).not.toHaveLength(0)
  })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
})

/** Registers a car of the member, and records a visit of it and a read that looks like its plate. */
async function visitOf({ id, accessToken }: JoinedMember): Promise<string> {
  const { http, recognizer } = product.ready
  const carNumber = `98가${randomInt(1_000, 9_999)}`
  const [brand] = await resultOf<{ id: string }[]>(http, 'GET', '/api/carBrands')
  const car = { carNumber, carBrandId: brand?.id, model: '그랜저' }
  await resultOf(http, 'POST', '/api/cars', { token: accessToken, body: car })
  await waitFor(async () => {
    const known = await sql`select from recognition.plates where car_number = ${carNumber} and member_id = ${id}`
    expect(known).toHaveLength(1)
  })
  await addReadToReview(sql, recognizer.storeId, recognizer.deviceId, misread(carNumber))
  const body = { storeId: recognizer.storeId, carNumber, reason: '접속기록' }
  return (await resultOf<{ id: string }>(http, 'POST', '/admin/api/visits', { token, body })).id
}

/** The plate with another last digit. */
const misread = (carNumber: string) => `${carNumber.slice(0, -1)}${(Number(carNumber.at(-1)) + 1) % 10}`

const reads = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter(({ opens, http }) => opens !== undefined && http.startsWith('GET '))

/** Objects of the member. */
const objects: Partial<Record<Resource, () => string | Promise<string>>> = {
  member: () => member.id,
  order: () => addFreeOrder(sql, member.id),
  visit: () => visitId,
}

// ASVS 16.3.2
test.each(reads.map((op): [string, Operation] => [op.name, op]))(
  '%s is recorded with its members',
  async (name, op) => {
    const { path, parameters } = route(op)
    const object = await (op.resource && objects[op.resource])?.()
    if (parameters.length > 0 && !object) throw new Error(`this test has no ${op.resource}`)
    const requestId = randomUUID()
    const query = op.response === 'csv' ? '?full=true' : ''
    const headers = { 'x-request-id': requestId, 'x-reason': 'monthly' }
    const address = path.replace(/\{\w+\}/, object ?? '') + query
    const { status, text } = await send(product.ready.http, 'GET', address, { token, headers })
    expect([status, text.includes(member.id)]).toEqual([200, true])
    const entries = () => sql<{ action: string; member_ids: string[] }[]>`
    select action, member_ids, admin_name, address from member.access_logs where request_id = ${requestId}`
    await expect.poll(async () => (await entries()).flatMap(({ member_ids }) => member_ids)).toContain(member.id)
    for (const entry of await entries())
      expect(entry).toMatchObject({ action: name, admin_name: expect.stringMatching(/./), address: '127.0.0.1' })
  },
)
