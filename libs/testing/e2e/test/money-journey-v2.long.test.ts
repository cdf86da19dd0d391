import { startedBeforeAll } from '@kingcar/testing/before-all'
import { control, listPayments } from '@kingcar/testing/money'
import { expect, test } from 'vitest'
import { type Reply, type Success, send, signIn } from '../src/http.ts'
import { joinMember } from '../src/member.ts'
import { startProduct } from '../src/product.ts'

/* A member pays by API V2 of PortOne, from outside: over HTTP, and in the provider's window. */

const product = startedBeforeAll(() => startProduct({ PAYMENT_SETTLE_SECONDS: '1', PORTONE_API: 'v2' }))

type Order = { id: string; merchantUid: string; state: string; amount: number; refundNeedsAccount: boolean }
type Held = { state: string; endsAt: string; nextBillingAt: string | null }

test('by API V2 a member subscribes, is renewed, pays by virtual account, and gets the money back', async () => {
  const { http, email, password } = product.ready
  const provider = `${http}/dev/portone`
  const as =
    (token: string) =>
    async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const reply: Reply<Success<T>> = await send(http, method, path, { token, body })
      if (!reply.body.success) throw new Error(`${method} ${path} returned ${reply.status} ${reply.text}`)
      return reply.body.result
    }
  const manage = as((await signIn(http, email, password)).accessToken)
  const member = as((await joinMember(http)).accessToken)
  const sell = (name: string, type: string, price: number) =>
    manage<{ id: string }>('POST', '/admin/api/products', { name, type, price })
  const paymentsOf = async ({ merchantUid }: Order) =>
    (await listPayments(provider)).filter(({ merchant_uid: uid, paid_at: at }) => uid === merchantUid && at > 0)
  const latest = async () => (await member<{ content: Order[] }>('GET', '/api/orders?sort=createdAt,desc')).content[0]

  // A virtual account of the window: its transfer is noticed by the webhook, and refunded to the member's account.
  const wash = await sell('손세차', 'onetime', 35_000)
  const single = await member<Order>('POST', '/api/orders', { productId: wash.id })
  const due = Math.floor(Date.now() / 1_000) + 3 * 86_400
  const issued = { merchant_uid: single.merchantUid, amount: 35_000, vbank_due: due }
  const { imp_uid } = await control(provider, 'issue', issued)
  const found = () => member<Order>('GET', `/api/orders/${single.id}`)
  await expect.poll(async () => (await found()).state).toBe('Reserved')
  await control(provider, 'deposit', { imp_uid })
  await expect.poll(async () => (await found()).state).toBe('Completed')
  expect(await found()).toMatchObject({ refundNeedsAccount: true })
  const refundAccount = { bank: '088', number: '110-123-456789', holder: '김회원' }
  expect(await member('POST', `/api/orders/${single.id}/refund`, { refundAccount })).toMatchObject({ state: 'Refund' })
  expect(await paymentsOf(single)).toMatchObject([{ amount: 35_000, cancel_amount: 35_000, pay_method: 'vbank' }])

  // A card, a subscription, and its renewal.
  const monthly = await sell('여정 정기권', 'subscribe', 29_900)
  const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }
  const { id: cardId } = await member<{ id: string }>('POST', '/api/cards', card)
  const order = await member<Order>('POST', '/api/orders', { productId: monthly.id })
  expect(await member('PATCH', `/api/order/${order.id}/payment`, { cardId })).toMatchObject({ state: 'Completed' })
  expect(await paymentsOf(order)).toMatchObject([{ amount: 29_900, channel: 'api', cancel_amount: 0 }])
  const mine = async () => (await member<{ content: Held[] }>('GET', '/api/me/products')).content[0]
  const first = await mine()
  const clock = await manage<{ now: string; aheadSeconds: number }>('GET', '/dev/clock')
  const more = Math.ceil((Date.parse(first?.endsAt ?? '') - Date.parse(clock.now)) / 1_000) + 1
  await manage('POST', '/dev/clock', { aheadSeconds: clock.aheadSeconds + more })
  await expect.poll(async () => (await mine())?.endsAt).not.toBe(first?.endsAt)
  const renewal = (await latest()) as Order
  expect(await paymentsOf(renewal)).toMatchObject([{ amount: 29_900, channel: 'api' }])

  // The renewal is refunded, and the subscription ends.
  expect(await member('POST', `/api/orders/${renewal.id}/refund`)).toMatchObject({ state: 'Refund' })
  expect(await paymentsOf(renewal)).toMatchObject([{ cancel_amount: 29_900 }])
  expect(await mine()).toMatchObject({ nextBillingAt: null })
})
