import { startProduct } from '@kingcar/e2e/product'
import { secretsOf } from '@kingcar/e2e/secrets'
import { median, ratio } from '@kingcar/testing/statistics'
import postgres, { type Sql } from 'postgres'
import { generator, type LoadRequest } from '../load.ts'
import { addCoupon, addMembers, addProducts, copyRows, createCopy } from '../orders/fill-tables.ts'
import { type OrderSlice, orderVariant } from '../orders/order-variant.ts'
import { assertSameShape } from '../orders/written-rows.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate } from '../rotate.ts'
import { startPeer } from '../start-peer.ts'
import { accessToken, tokenLife } from '../tokens.ts'

export type Size = { members: number; rounds: number; seconds: number; warmUp: number; connections: number }

// So many members that none has more unpaid orders than the default of `OPEN_ORDERS_LIMIT` allows, which each order counts.
export const full: Size = { members: 9_000, rounds: 8, seconds: 3, warmUp: 12, connections: 64 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { members: 100, rounds: 1, seconds: 0.3, warmUp: 0.3, connections: 4 }

/** Calls per minute. Never reached, but calls are counted like any client's; without it loopback would be exempt. */
const limit = 1_000_000
/** KRW. */
const prices = Array.from({ length: 20 }, (_, at) => 30_000 + at * 1_000)

/**
 * Orders of members, each request with its own key: HTTP → gateway → bus → service → transaction and back, compared
 * with a peer that writes the same rows in one transaction in one process, into exact copies of the tables on the same
 * server. Coupons count without a code, so that the limit of codes does not apply. The product runs as it ships: a relay
 * sends each order's event, the member service stores it, and the amount is announced to the provider, whose simulator
 * runs on this machine. Free orders are not announced; their row shows what that costs. All follow-up work ends before
 * the next slice begins, and its CPU counts. Each slice must have left one row of each kind per order; a request that an
 * overloaded product refuses does not count as an order.
 */
export async function orders(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  const open = (url: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => {} })
    stack.defer(() => sql.end({ timeout: 1 }))
    return sql
  }
  progress('starting the product')
  const settings = { RATE_LIMIT: String(limit), ACCESS_TOKEN_SECONDS: String(tokenLife), OPEN_ORDERS_LIMIT: '100000' }
  const product = stack.use(await startProduct(settings))
  const secrets = await secretsOf(product)
  const own = open(await product.databaseUrl())
  const [free = '', ...priced] = await addProducts(product, own, [0, ...prices])
  const discounted = await addProducts(product, own, prices)
  await addCoupon(product, { productIds: discounted, limitTotal: null })
  const limited = await addProducts(product, own, prices)
  await addCoupon(product, { productIds: limited, limitTotal: 10_000_000 })
  const members = await addMembers(own, size.members)
  progress('starting the peer')
  const copyUrl = await createCopy(own, await product.databaseUrl(), 'peer', secrets.databases.orders)
  const copy = open(copyUrl.superuser)
  for (const table of ['products', 'members'] as const) await copyRows(own, copy, table)
  const peer = stack.use(
    await startPeer('fastify-create-order', {
      DATABASE_URL: copyUrl.service,
      JWT_PUBLIC_KEY: secrets.jwtPublicKey,
      IDEMPOTENCY_SECRET: secrets.idempotencySecret,
    }),
  )
  const tokens = members.map((id) => accessToken('member', id, secrets.jwtPrivateKey))
  const { http: url } = product.ready
  const postgresPid = await product.pid('postgres')
  const processes = {
    gateway: await product.pid('gateway'),
    orders: await product.pid('orders'),
    catalog: await product.pid('catalog'),
    member: await product.pid('member'),
    nats: await product.pid('nats-server'),
    postgres: postgresPid,
    simulator: await product.pid('simulator'),
  }
  const ours = { sql: own, events: 'member.orders' } as const
  const theirs = { sql: copy, events: 'orders.outbox' } as const
  const requests = ordersOf(tokens, priced)
  const byHand = { process: peer.pid, postgres: postgresPid }
  const measured = await rotate(
    [
      orderVariant('one process, by hand', { url: peer.url, requests }, byHand, theirs, size),
      orderVariant('KingCar', { url, requests }, processes, ours, size),
      orderVariant('KingCar, with a coupon', { url, requests: ordersOf(tokens, discounted) }, processes, ours, size),
      orderVariant(
        'KingCar, with a coupon of limited number',
        { url, requests: ordersOf(tokens, limited) },
        processes,
        ours,
        size,
      ),
      orderVariant('KingCar, what costs nothing', { url, requests: ordersOf(tokens, [free]) }, processes, ours, size),
    ],
    { rounds: size.rounds, onRound: (round) => progress(`round ${round} of ${size.rounds}`) },
  )
  await assertSameShape(own, copy)
  return toReport(size, measured, await settingsOf(own))
}

/** One order per member, of the products in turn. */
const ordersOf = (tokens: readonly string[], products: readonly string[]): LoadRequest[] =>
  tokens.map((token, at) => ({
    method: 'POST',
    path: '/api/orders',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': '[<id>]' },
    body: JSON.stringify({ productId: products[at % products.length] }),
  }))

/** Server settings that affect how long a commit takes. */
async function settingsOf(sql: Sql): Promise<Record<string, string>> {
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ('server_version', 'fsync', 'synchronous_commit')`
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

function toReport(size: Size, measured: Measured<OrderSlice>[], server: Record<string, string>): Report {
  const rates = measured.map(({ slices }) => slices.map(({ requestsPerSecond }) => requestsPerSecond))
  const [peer, own, discounted, limited] = rates as [number[], number[], number[], number[]]
  const sum = (cpu: Record<string, number>) => Object.values(cpu).reduce((total, spent) => total + spent, 0)
  return {
    scenario: 'orders',
    how: `Orders of ${size.members} members, ${size.connections} connections, ${size.rounds} rounds of ${size.seconds} s in rotation; each order left one row of itself, its ledger, its event and its key.`,
    machine: machine({ fastify: versionOf('fastify'), postgres: versionOf('postgres'), ...server, load: generator }),
    rows: measured.map(({ name, slices, cpu }, at) => ({
      variant: name,
      'orders/s': Math.round(median(rates[at] as number[])),
      'to one process': ratio(rates[at] as number[], peer).toFixed(2),
      'p50 ms': median(slices.map(({ p50 }) => p50)).toFixed(1),
      'p99 ms': median(slices.map(({ p99 }) => p99)).toFixed(1),
      refused: slices.reduce((total, { failures }) => total + failures, 0),
      'afterwards ms': median(slices.map(({ afterwards }) => afterwards)).toFixed(0),
      'CPU µs an order': `${Object.entries(cpu)
        .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
        .join(', ')}; ${sum(cpu).toFixed(0)}`,
    })),
    claims: [
      { claim: 'orders, to one process', measured: ratio(own, peer), atLeast: 0.5 },
      // at most 1.15 times the cost
      { claim: 'orders with a coupon, to those without', measured: ratio(discounted, own), atLeast: 1 / 1.15 },
      { claim: 'the same with one of limited number', measured: ratio(limited, own), atLeast: 1 / 1.15 },
    ],
  }
}
