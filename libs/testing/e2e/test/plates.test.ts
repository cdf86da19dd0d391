import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultOf, send, signIn } from '../src/http.ts'
import { type Live, openLive } from '../src/live-socket.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { type Recognizer, startRecognizer } from '../src/recognizer.ts'

/*
 * Non-ASCII texts in rules of the product, tested on the bundles as they run: a bundle that is read in another encoding
 * than it was written in gets only these wrong.
 */

/** A plate of each kind as it is typed or read, and its normal form. */
const plates = [
  ['12가3456', '12가3456'],
  ['９８７가６５４１', '987가6541'],
  ['서울 30 가 1111', '서울30가1111'],
  ['제주12바3456', '제주12바3456'],
  ['91배9301', '91배9301'],
  ['987호6542', '987호6542'],
  ['019가4569', '019가4569'],
  ['12(국)3456', '12국3456'],
  ['34육5678', '34육5678'],
  ['외교 905-903', '외교905903'],
  ['영사001002', '영사001002'],
  ['외빈 918', '외빈918'],
  ['임1234', '임1234'],
  ['임시1235', '임1235'],
  ['임 912456', '임912456'],
  ['56·나·7890', '56나7890'],
] as const

let product: Product
let recognizer: Recognizer
let admin: string
let live: Live
beforeAll(async () => {
  product = await sharedProduct()
  recognizer = await startRecognizer(product.ready)
  admin = (await signIn(product.ready.http, product.ready.email, product.ready.password)).accessToken
  live = await openLive(product.ready.http, admin)
})
afterAll(async () => {
  live[Symbol.dispose]()
  await recognizer[Symbol.asyncDispose]()
})

describe('a plate', () => {
  let member: JoinedMember
  let carBrandId: string
  beforeAll(async () => {
    const { http } = product.ready
    member = await joinMember(http, { name: '＝1+1' })
    carBrandId = (await resultOf<{ id: string }[]>(http, 'GET', '/api/carBrands'))[0]?.id as string
  })

  test.each(plates)(
    '%s is normalised to %s from a recognizer, and from a member who has that car',
    async (typed, normal) => {
      await recognizer.read(typed)
      await expect.poll(() => live.events.map(({ carNumber }) => carNumber)).toContain(normal)
      const { status, body } = await send<{ result: { id: string; carNumber: string } }>(
        product.ready.http,
        'POST',
        '/api/cars',
        { token: member.accessToken, body: { carNumber: typed, carBrandId, model: '아반떼' } },
      )
      // A member of the demo has the first plate: a valid plate that is already registered is 409, an invalid one 400.
      expect([status, body.result?.carNumber ?? normal]).toEqual([normal === '12가3456' ? 409 : 201, normal])
      if (status === 201)
        await send(product.ready.http, 'DELETE', `/api/cars/${body.result.id}`, { token: member.accessToken })
    },
  )

  test('a name that a spreadsheet would interpret as a formula is text in a CSV file', async () => {
    const { text } = await send(product.ready.http, 'GET', '/admin/api/members/export?full=true', {
      headers: { 'x-reason': 'monthly' },
      token: admin,
    })
    expect(text).toContain("'＝1+1")
  })
})
