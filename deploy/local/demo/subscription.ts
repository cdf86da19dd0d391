import { setTimeout as wait } from 'node:timers/promises'
import type { Gateway } from './gateway-client.ts'

/** Who has what, so that the first visit that anybody tries shows a use. */
const subscriber = { carNumber: '12가3456', product: '월 4회 세차 구독' }
/** Milliseconds for which a member and a product are waited for that orders was not told of yet. */
const patience = 30_000

/** Gives the demo's subscriber the subscription, once however often it is asked for within a day. */
export async function ensureSubscription(gateway: Gateway, token: string): Promise<void> {
  const query = encodeURIComponent(subscriber.carNumber)
  const members = await gateway.send<{ content: { id: string }[] }>('GET', `/admin/api/members?q=${query}`, { token })
  // what members see may be a second old, and without what was just made
  const products = await gateway.send<{ id: string; name: string }[]>('GET', '/admin/api/products', { token })
  const memberId = members.result?.content[0]?.id
  const productId = products.result?.find(({ name }) => name === subscriber.product)?.id
  if (!memberId || !productId) throw new Error(`The demo's subscription: ${members.text} ${products.text}`)
  const body = { memberId, productId, reason: '데모' }
  for (const until = Date.now() + patience; ; await wait(100)) {
    const granted = await gateway.send('POST', '/admin/api/userProducts', { body, token, key: 'demo-subscription' })
    if (granted.status === 201) return
    if (granted.status !== 404 || Date.now() > until) throw new Error(`The demo's subscription: ${granted.text}`)
  }
}
