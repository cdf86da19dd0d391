import { type Success, send, type Tokens } from '@kingcar/e2e/http'
import { type JoinedMember, joinMember } from '@kingcar/e2e/member'

/** A member with a car, a card and an active subscription, and what their app does. */
export type Customer = {
  carNumber: string
  /** Signs in again. */
  signIn(): Promise<void>
  /** Opens the app: its access token has expired, so it is exchanged; then the first screens are read. */
  open(): Promise<void>
  /** Buys a product with the card. */
  buy(productId: string): Promise<void>
}

/** What the app reads when it is opened. */
export const screens = [
  '/api/me',
  '/api/me/products',
  '/api/me/products/useLogs',
  '/api/stores?near=37.5,127.03',
  '/api/notices',
] as const

const card = { cardNumber: '4111-1111-1111-1111', expiry: '2049-12', birth: '900101', passwordTwoDigits: '12' }

/** Joins by verifying a phone, registers a car and a card, and subscribes. */
export async function joinCustomer(base: string, carNumber: string, subscription: string): Promise<Customer> {
  const member = await joinMember(base)
  let tokens: Tokens = member
  const call = async <T>(method: string, path: string, body?: unknown) =>
    resultOf<T>(base, method, path, tokens.accessToken, body)
  const [brand] = await call<{ id: string }[]>('GET', '/api/carBrands')
  await call('POST', '/api/cars', { carNumber, carBrandId: brand?.id, model: '아반떼' })
  const { id: cardId } = await call<{ id: string }>('POST', '/api/cards', card)
  const buy = async (productId: string) => {
    const { id } = await call<{ id: string }>('POST', '/api/orders', { productId })
    await call('PATCH', `/api/order/${id}/payment`, { cardId })
  }
  await buy(subscription)
  return {
    carNumber,
    async signIn() {
      tokens = await signInAgain(base, member)
    },
    async open() {
      const { accessToken, refreshToken } = tokens
      tokens = await resultOf<Tokens>(base, 'POST', '/api/reissue', undefined, { accessToken, refreshToken })
      for (const path of screens) await call('GET', path)
    },
    buy,
  }
}

const signInAgain = (base: string, { email, password }: JoinedMember) =>
  resultOf<Tokens>(base, 'POST', '/api/login', undefined, { email, password })

/** @throws Error with the response if the call failed */
export async function resultOf<T>(
  base: string,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<T> {
  const reply = await send<Success<T>>(base, method, path, { token, body })
  if (!reply.body.success) throw new Error(`${method} ${path} returned ${reply.status} ${reply.text}`)
  return reply.body.result
}

/** A plate that is not in the demo data. */
export const newPlate = (n: number) => `${700 + (n % 300)}허${1_000 + ((n * 7) % 9_000)}`
