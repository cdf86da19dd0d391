import { setTimeout as wait } from 'node:timers/promises'
import type { Gateway } from './gateway-client.ts'

/** A member with a subscription, so that a first test visit shows a use. */
const subscriber = { carNumber: '12가3456', product: '월 4회 세차 구독' }
/** Milliseconds to wait until the orders service has received the events of the member and the product. */
const timeout = 30_000

/** Grants the demo's subscriber the subscription. Idempotent within a day. */
export async function ensureSubscription(gateway: Gateway, token: string): Promise<void> {
  const query = encodeURIComponent(subscriber.carNumber)
  const members = await gateway.send<{ content: { id: string }[] }>('GET', `/admin/api/members?q=${query}`, { token })
  // as administrator: responses for members may be a second old
  const products = await gateway.send<{ id: string; name: string }[]>('GET', '/admin/api/products', { token })
  const memberId = members.result?.content[0]?.id
  const productId = products.result?.find(({ name }) => name === subscriber.product)?.id
  if (!memberId || !productId)
    throw new Error(`The demo's member or product is missing: ${members.text} ${products.text}`)
  const body = { memberId, productId, reason: '데모' }
  for (const until = Date.now() + timeout; ; await wait(100)) {
    const granted = await gateway.send('POST', '/admin/api/userProducts', { body, token, key: 'demo-subscription' })
    if (granted.status === 201) return
    if (granted.status !== 404 || Date.now() > until)
      throw new Error(`The demo's subscription could not be granted: ${granted.text}`)
  }
}
