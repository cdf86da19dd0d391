import { createHmac, randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import { contract, eventSubject, type Order, unpaidMinutes } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import Fastify from 'fastify'
import postgres from 'postgres'
import Type from 'typebox'

/**
 * An order in one process: Fastify and postgres.js, one hand-written transaction on exact copies of the product's
 * tables. It checks the same token (@fastify/jwt: with `cache` "the performance is dramatically improved"), body and
 * key, takes the same locks, and writes the same rows: the order, the first entry of its ledger, its event in the
 * outbox, and the response under its Idempotency-Key. Statements that need no result of each other are pipelined
 * (postgres.js: "It's also possible to pipeline the requests in a transaction"), so it waits for PostgreSQL four times:
 * begin, reads, writes, commit. No relay sends its outbox, no provider is notified of an amount, and it has no log,
 * metric or rate limit.
 */
const { DATABASE_URL, JWT_PUBLIC_KEY, IDEMPOTENCY_SECRET } = process.env as Record<string, string>
const sql = postgres(DATABASE_URL as string) // ten connections, the default: of 4, 8, 10, 16 and 32 none is faster
/** The provider's API that the product uses as it ships. */
const api = 'v1'
const { name, input, result } = contract.orders.createOrder
const subject = eventSubject('orders.orderPlaced')

type Input = { productId: string; carId?: string }
type Request = { input: Input; memberId: string; key: string; id: string }
type Product = {
  id: string
  name: string
  type: Order['productType']
  plan_terms: postgres.JSONValue
  price: number
  billing_months: number | null
  use_limit: number | null
  store_ids: string[]
  on_sale: boolean
}
type Member = { name: string; phone_number: string; left_at: Date | null }

const refused = (statusCode: number) => Object.assign(new Error('refused'), { statusCode })

const createOrder = ({ input: { productId, carId }, memberId, key, id: requestId }: Request): Promise<Order> =>
  sql.begin(async (tx) => {
    const caller = `member:${memberId}`
    const hash = createHmac('sha256', IDEMPOTENCY_SECRET as string)
      .update(JSON.stringify({ ...(carId && { carId }), productId }))
      .digest('hex')
    const [[lock], [known], [member], [product], cars] = await Promise.all([
      tx`select pg_try_advisory_xact_lock(hashtextextended(${JSON.stringify(['idempotency', caller, name, key])}, 0)) as taken`,
      tx<{ input_hash: string; answer: string }[]>`
        select input_hash, answer from idempotency
        where caller = ${caller} and operation = ${name} and key = ${key} and created_at > now() - interval '24 hours'`,
      tx<Member[]>`select name, phone_number, left_at from members where id = ${memberId} for share`,
      tx<Product[]>`
        select id, name, type, price, plan_terms, billing_months, use_limit, store_ids, on_sale
        from products where id = ${productId} and not removed`,
      carId ? tx`select id from cars where id = ${carId} and member_id = ${memberId} and not removed` : [{}],
    ])
    if (!lock?.taken) throw refused(409)
    if (known && known.input_hash !== hash) throw refused(422)
    if (known) return JSON.parse(known.answer)
    if (!member || member.left_at) throw refused(401)
    if (!product || cars.length === 0) throw refused(404)
    if (!product.on_sale) throw refused(409)
    const order = toOrder(product, member, carId ?? null)
    const { payment: _payment, refundNeedsAccount: _needsAccount, ...record } = order
    await Promise.all([
      tx`insert into orders ${tx(rowOf(order, memberId, product))}`,
      tx`insert into ledger ${tx(entryOf(order, memberId, requestId))}`,
      tx`
        insert into outbox (subject, payload, request_id)
        values (${subject}, ${tx.json({ memberId, order: record, version: 1 })}, ${requestId})`,
      tx`
        insert into idempotency (caller, operation, key, input_hash, answer)
        values (${caller}, ${name}, ${key}, ${hash}, ${JSON.stringify(order)})
        on conflict (caller, operation, key)
        do update set input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at`,
    ])
    return order
  })

function toOrder(product: Product, member: Member, carId: string | null): Order {
  const id = uuidv7()
  const merchantUid = `kc_${id.replaceAll('-', '')}`
  return {
    id,
    merchantUid,
    productId: product.id,
    productName: product.name,
    productType: product.type,
    carId,
    amount: product.price,
    discount: 0,
    coupon: null,
    refundedAmount: 0,
    state: 'Create',
    paidAt: null,
    refundedAt: null,
    failReason: null,
    createdAt: new Date().toISOString(),
    userProductId: null,
    payment: {
      api,
      impCode: 'imp00000000',
      channelKey: 'channel-key-local',
      merchantUid,
      name: product.name,
      amount: product.price,
      buyerName: member.name,
      buyerTel: member.phone_number.replace(/^\+82/, '0'),
    },
    refundNeedsAccount: false,
  }
}

const minute = 60_000

const rowOf = (order: Order, memberId: string, product: Product) => ({
  id: order.id,
  merchant_uid: order.merchantUid,
  member_id: memberId,
  product_id: order.productId,
  product_name: order.productName,
  product_type: order.productType,
  billing_months: product.billing_months,
  use_limit: product.use_limit,
  store_ids: sql.json(product.store_ids),
  car_id: order.carId,
  amount: order.amount,
  plan_terms: sql.json(product.plan_terms),
  period_price: product.price,
  api,
  state: order.state,
  expires_at: new Date(Date.parse(order.createdAt) + unpaidMinutes * minute),
  check_at: new Date(Date.parse(order.createdAt) + 2 * minute),
  created_at: order.createdAt,
})

const entryOf = (order: Order, memberId: string, requestId: string) => ({
  order_id: order.id,
  at: order.createdAt,
  to_state: order.state,
  cause: 'ordered',
  amount: order.amount,
  actor_id: memberId,
  request_id: requestId,
})

const app = Fastify({ genReqId: () => randomUUID() })
await app.register(jwt, {
  secret: { public: JWT_PUBLIC_KEY as string },
  verify: { algorithms: ['EdDSA'], allowedIss: 'kingcar', allowedAud: 'member', cache: 10_000 },
})
app.post<{ Body: Input; Headers: { 'idempotency-key': string } }>(
  '/api/orders',
  {
    schema: {
      headers: Type.Object({ 'idempotency-key': Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }) }),
      body: input,
      response: { 201: Type.Object({ success: Type.Boolean(), result }) },
    },
  },
  async (request, reply) => {
    const { sub } = await request.jwtVerify<{ sub: string }>()
    const { body, headers, id } = request
    const order = await createOrder({ input: body, memberId: sub, key: headers['idempotency-key'], id })
    return reply.code(201).send({ success: true, result: order })
  },
)
process.stdout.write(`ready ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
