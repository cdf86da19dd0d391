import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resultOf, signIn } from '../src/http.ts'
import { openLive } from '../src/live-socket.ts'
import { joinMember } from '../src/member.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

type Page<T> = { content: T[] }
type Visit = { id: string; carNumber: string; useDecision: string | null; productUsed: { productName: string } | null }

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

test('an accepted read greets its member on the screens, and uses a product once', async () => {
  const { http } = product.ready
  const call = <T>(method: string, path: string, body?: object, token = admin) =>
    resultOf<T>(http, method, path, { token, body })
  const digits = String(randomInt(1_000, 10_000))
  const member = await joinMember(http)
  const [brand] = await call<{ id: string }[]>('GET', '/api/carBrands', undefined, member.accessToken)
  const car = { carNumber: `87가${digits}`, carBrandId: brand?.id, model: '아반떼' }
  await call('POST', '/api/cars', car, member.accessToken)
  const fields = { name: '확인 세차', type: 'onetime', price: 0, useLimit: 5 }
  const { id: productId } = await call<{ id: string }>('POST', '/admin/api/products', fields)
  await call('POST', '/admin/api/userProducts', { memberId: member.id, productId, reason: '시험' })
  using live = await openLive(http, admin)

  await recognizer.read(`87A${digits}`, { confidence: 0.7 })
  const queue = `/admin/api/recognition/reads?reviewState=open&deviceId=${recognizer.deviceId}`
  type Read = { readId: string; nearestMembers: { carNumber: string }[] }
  const open = async () => (await call<Page<Read>>('GET', queue)).content
  await expect
    .poll(async () => (await open())[0]?.nearestMembers.map(({ carNumber }) => carNumber))
    .toContain(car.carNumber)
  const [read] = await open()
  const accept = `/admin/api/recognition/reads/${read?.readId}/accept`
  const decision = { carNumber: car.carNumber, reason: '사진 확인' }
  const accepted = await call<{ visitId: string }>('POST', accept, decision)
  expect(await call('POST', accept, decision)).toEqual(accepted)

  const greeting = () => live.events.find(({ visitId }) => visitId === accepted.visitId)
  await expect.poll(greeting).toMatchObject({ carNumber: car.carNumber, name: member.name, visitCount: 1, late: false })
  const visit = () => call<Visit>('GET', `/admin/api/visits/${accepted.visitId}`)
  await expect.poll(visit).toMatchObject({ useDecision: 'used', productUsed: { productName: '확인 세차' } })
  const uses = () => call<Page<object>>('GET', '/api/me/products/useLogs', undefined, member.accessToken)
  expect((await uses()).content).toHaveLength(1)
  expect(await open()).toEqual([])
})
