import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, signIn } from '../src/http.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

type Delivery = { type: string; key: string }

let product: Product
let recognizer: Recognizer
let admin: string
beforeAll(async () => {
  product = await sharedProduct()
  const { http, email, password } = product.ready
  admin = (await signIn(http, email, password)).accessToken
  recognizer = await startRecognizer(product.ready)
})
afterAll(() => recognizer[Symbol.asyncDispose]())

test('a visit that is doubtful from its first read on begins for a partner too', async () => {
  const { http } = product.ready
  const call = <T>(method: string, path: string, body?: object) =>
    resultOf<T>(http, method, path, { token: admin, body })
  const eventTypes = ['visit.created', 'visit.changed', 'read.doubtful']
  const endpoint = { name: '포스 연동', url: 'https://partner.invalid/', eventTypes }
  const { id } = await call<{ id: string }>('POST', '/admin/api/webhookEndpoints', endpoint)
  const list = `/admin/api/webhookEndpoints/${id}/deliveries?sort=createdAt,asc&size=100`
  const deliveries = async () => (await call<{ content: Delivery[] }>('GET', list)).content

  const digits = randomInt(1_000, 10_000)
  await recognizer.read(`31가${digits}`, { confidence: 0.94 })
  await expect.poll(async () => (await deliveries()).map(({ type }) => type)).toContain('visit.created')
  await recognizer.read(`31거${digits}`, { confidence: 0.91 })
  const ofDoubtful = async () => {
    const all = await deliveries()
    const key = all.find(({ type }) => type === 'read.doubtful')?.key
    return all.filter((each) => each.key === key).map(({ type }) => type)
  }
  await expect.poll(ofDoubtful).toEqual(eventTypes)
  await call('DELETE', `/admin/api/webhookEndpoints/${id}`)
})
