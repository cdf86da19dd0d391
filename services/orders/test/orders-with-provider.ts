import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SignedBody } from '@kingcar/bus'
import { type Card, contract, type Order } from '@kingcar/contract'
import type { Simulator } from '@kingcar/payment-simulator'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterEach } from 'vitest'
import type { Options } from '../src/service.ts'
import { openSimulator } from './open-simulator.ts'
import { type Orders, startTestOrders, type TestMember } from './orders-service.ts'

export const op = contract.orders

export type OrdersWithProvider = AsyncDisposable & {
  orders: Orders
  provider: Simulator
  order(member: TestMember, productId: string, carId?: string): Promise<Order>
  card(member: TestMember, number?: string): Promise<Card>
  /** An order's state, refunded amount and version in the table. */
  stored(id: string): Promise<{ state: string; refundedAmount: number; version: number }>
  /** The ledger of an order, in order. */
  ledger(id: string): Promise<Entry[]>
  /** Sends a webhook as the gateway does. */
  notice(input: { imp_uid: string; merchant_uid: string; status: string; cancellation_id?: string }): Promise<null>
  /** Waits until an order has a state. */
  waitForState(id: string, state: string): Promise<void>
}

export type Entry = { from_state: string | null; to_state: string; cause: string; paid: number; refunded: number }

export const goodCard = '4111-1111-1111-1111'

export type TestApi = 'v1' | 'v2'

/** Made-up accounts of the provider's APIs; the simulator has both. */
const v2Account = { secret: 'v2_local_secret', storeId: 'store-local', webhookSecret: `whsec_${btoa('k'.repeat(24))}` }
export const accounts = {
  v1: (url: string): Partial<Options> => ({
    PORTONE_BASE_URL: url,
    PORTONE_IMP_KEY: 'imp_local',
    PORTONE_IMP_SECRET: 'imp_local_secret',
  }),
  v2: (url: string): Partial<Options> => ({
    PORTONE_API: 'v2',
    PORTONE_V2_BASE_URL: `${url}/v2`,
    PORTONE_V2_API_SECRET: v2Account.secret,
    PORTONE_V2_STORE_ID: v2Account.storeId,
    PORTONE_V2_CHANNEL_KEYS: 'card=channel-key-card,kakaopay=channel-key-kakao,virtualAccount=channel-key-account',
    PORTONE_V2_WEBHOOK_SECRETS: v2Account.webhookSecret,
  }),
}

/** A body as the provider signs it. */
export function signedBody(body: string, secret = v2Account.webhookSecret, at = Date.now()): SignedBody {
  const [id, timestamp] = [randomUUID(), String(Math.floor(at / 1_000))]
  const mac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`${id}.${timestamp}.${body}`)
  return { id, timestamp, body, signature: `v1,${mac.digest('base64')}` }
}

/**
 * Runs the service in the test's process with the simulator as its provider. Webhooks reach the service as through the
 * gateway, unless the simulator is told to lose them.
 */
export async function startOrdersWithProvider(
  over: Partial<Options> = {},
  { notices = true, api = 'v1' }: { notices?: boolean; api?: TestApi } = {},
): Promise<OrdersWithProvider> {
  await using opened = new AsyncDisposableStack()
  let hear: (body: string, signed: SignedBody) => Promise<unknown> = async () => undefined
  const door = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      const named = (name: string) => String(request.headers[`webhook-${name}`] ?? '')
      hear(body, { id: named('id'), timestamp: named('timestamp'), signature: named('signature'), body })
        .then(() => response.writeHead(200).end())
        .catch(() => response.writeHead(503).end())
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  opened.defer(() => void door.close())
  opened.defer(() => door.closeAllConnections())
  const webhookUrl = notices ? `http://127.0.0.1:${(door.address() as AddressInfo).port}/` : undefined
  const provider = opened.use(
    await openSimulator({
      ...{ key: 'imp_local', secret: 'imp_local_secret', webhookUrl, windowApi: api },
      v2: { ...v2Account, webhookUrl },
    }),
  )
  const orders = opened.use(
    await startTestOrders({
      ...accounts[api](provider.url),
      ...over,
    }),
  )
  const { sql } = orders.backend
  const hearSigned = (body: string, signed: SignedBody) =>
    orders.call(op.receiveSignedPaymentWebhook, JSON.parse(body), { actor: null, signed })
  const notice: OrdersWithProvider['notice'] = (input) => {
    if (api === 'v1') return orders.call(op.receivePaymentWebhook, input, { actor: null })
    const { imp_uid: transactionId, merchant_uid: paymentId, cancellation_id: cancellationId } = input
    const body = JSON.stringify({
      type: `Transaction.${input.status}`,
      data: { paymentId, transactionId, cancellationId },
    })
    return hearSigned(body, signedBody(body))
  }
  hear = (body, signed) => ('type' in JSON.parse(body) ? hearSigned(body, signed) : notice(JSON.parse(body)))
  const held = opened.move()
  return {
    orders,
    provider,
    notice,
    order: (member, productId, carId) =>
      orders.call(op.createOrder, carId === undefined ? { productId } : { productId, carId }, { actor: member.actor }),
    card: (member, cardNumber = goodCard) =>
      orders.call(
        op.createCard,
        { cardNumber, expiry: '2030-12', birth: '900101', passwordTwoDigits: '12' },
        { actor: member.actor },
      ),
    async stored(id) {
      const [row] = await sql<{ state: string; refunded_amount: number; version: number }[]>`
        select state, refunded_amount, version from orders.orders where id = ${id}`
      if (!row) throw new Error('no such order')
      return { state: row.state, refundedAmount: row.refunded_amount, version: row.version }
    },
    ledger: async (id) => [
      ...(await sql<Entry[]>`
        select from_state, to_state, cause, paid, refunded from orders.ledger where order_id = ${id} order by id`),
    ],
    async waitForState(id, state) {
      await waitFor(async () => {
        const [row] = await sql<{ state: string }[]>`select state from orders.orders where id = ${id}`
        if (row?.state !== state) throw new Error(`${row?.state} and not ${state}`)
      })
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** The same for all tests of a file: started before them, disposed after them, and without the provider's faults after each. */
export function providerBeforeAll(
  over: Partial<Options> = {},
  options: Parameters<typeof startOrdersWithProvider>[1] = {},
): OrdersWithProvider {
  const money = startedBeforeAll(() => startOrdersWithProvider(over, options))
  afterEach(() => money.provider.behave())
  return money
}

/**
 * Asserts that both ledgers agree to the won, apart from money that is owed or was settled by hand. The ledger of an order has the
 * order's own payment, and records its settlement as a refund.
 */
export async function assertBooksAgree({ orders: { backend }, provider }: OrdersWithProvider): Promise<void> {
  const [rows, owed] = await Promise.all([
    backend.sql<{ merchant_uid: string; left: number }[]>`
      select o.merchant_uid, coalesce(sum(l.paid - l.refunded), 0)::int as left
      from orders.orders o left join orders.ledger l on l.order_id = o.id
      where o.store_id is null group by o.id`,
    backend.sql<{ payment_uid: string }[]>`
      select r.payment_uid from orders.owed_returns r join orders.orders o on o.id = r.order_id
      where r.settled_how = 'byHand' or (r.settled_at is null and r.payment_uid is distinct from o.payment_uid)`,
  ])
  const isOwed = new Set(owed.map(({ payment_uid }) => payment_uid))
  const theirs = new Map<string, number>()
  for (const { imp_uid, merchant_uid, paid_at, amount, cancel_amount } of provider.ledger().payments)
    if (paid_at > 0 && !isOwed.has(imp_uid))
      theirs.set(merchant_uid, (theirs.get(merchant_uid) ?? 0) + amount - cancel_amount)
  const differing = rows
    .map((row) => ({ ...row, theirs: theirs.get(row.merchant_uid) ?? 0 }))
    .filter(({ left, theirs }) => left !== theirs)
    .map(({ merchant_uid, left, theirs }) => `${merchant_uid}: ${left} here and ${theirs} at the provider`)
  if (differing.length > 0) throw new Error(`the ledgers differ: ${differing.join(', ')}`)
}

export const newKey = () => randomUUID()
