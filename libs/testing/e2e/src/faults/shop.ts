import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { resultOf, send, signIn } from '../http.ts'
import { joinMember } from '../member.ts'
import { openDatabase } from '../open-database.ts'
import type { RunningProduct } from './compare-reads.ts'
import { type Journal, price, type Shopper } from './shopper.ts'

/** Members with cards, controls of the clock and the provider, and access to the tables. */
export type Shop = AsyncDisposable & {
  sql: Sql
  shoppers: readonly Shopper[]
  journal: Journal
  productId: string
  /** Adds plans of a month: a member has each of them once. */
  addPlans(count: number): Promise<string[]>
  /** Moves the clock of subscriptions and look-ups forward, for all processes. */
  move(seconds: number): Promise<void>
  /** Due subscriptions that no process is charging. */
  due(): Promise<number>
  /** Waits until nothing of these kinds is pending. Returns what still is. */
  idle(kinds?: readonly Kind[]): Promise<string[]>
  /** One of the provider's controls. */
  control(name: string, body: object): Promise<void>
}

type Settings = {
  /** Gateways that members call, in turn. */
  gateways?: readonly string[]
  /** Number of members; default twice the number of concurrent crashes, because a member whose process died waits. */
  members?: number
  /** Milliseconds: longer than an intent's lease, and than a thousand look-ups take. */
  settled?: number
  /**
   * True if, after waiting for pending work, the leases of dead processes are ended so that others take over
   * immediately, instead of after half a minute.
   */
  endsLeases?: boolean
}

/** Passwords are hashed a few at a time, and a request that waits too long is refused. */
const joinAtOnce = 4
/** Kinds of pending work: money, notices, renewals, look-ups, and events for the member service. */
const kinds = ['intents', 'notices', 'due', 'checks', 'events'] as const
type Kind = (typeof kinds)[number]
/** Milliseconds that a client waits, longer than any response takes unless a process died. */
const patience = 2_000

export async function openShop(product: RunningProduct, settings: Settings = {}): Promise<Shop> {
  const base = product.ready.http
  const { gateways = [base], members = 8, settled = 120_000, endsLeases = false } = settings
  const { accessToken: adminToken } = await signIn(base, product.ready.email, product.ready.password)
  const journal: Journal = { retries: 0, lostAnswers: 0, unexpected: [], givenUp: new Map() }
  const shoppers: Shopper[] = []
  while (shoppers.length < members) {
    const some = Array.from(
      { length: Math.min(joinAtOnce, members - shoppers.length) },
      async (_, at): Promise<Shopper> => {
        const { accessToken: token } = await joinMember(base)
        const cardId = await registerCard(base, token)
        const own = gateways[at % gateways.length] ?? base
        return { base: own, token, adminToken, cardId, journal, purchases: [], patience, tries: 4 }
      },
    )
    shoppers.push(...(await Promise.all(some)))
  }
  const offer = (fields: object) => create(base, '/admin/api/products', adminToken, { price, ...fields })
  const productId = await offer({ name: '손세차', type: 'onetime' })
  const addPlan = () => offer({ name: '월 4회', type: 'subscribe', useLimit: 4 })
  const sql = await openDatabase(product)
  return {
    sql,
    shoppers,
    journal,
    productId,
    async addPlans(count) {
      const plans: string[] = []
      while (plans.length < count) plans.push(await addPlan())
      return plans
    },
    move: (seconds) => move(base, sql, seconds),
    due: async () => (await underWay(sql)).due,
    async idle(of = kinds) {
      let checks: Set<string> | undefined
      const left = async () => {
        const soon = await checkedSoon(sql)
        checks = checks?.intersection(soon) ?? soon
        const counts = { ...(await underWay(sql)), checks: checks.size }
        return of.filter((kind) => counts[kind] > 0).map((kind) => `${kind} ${counts[kind]}`)
      }
      let next = performance.now() + longestCall
      for (const until = performance.now() + settled; performance.now() < until; await wait(100)) {
        if ((await left()).length === 0) return []
        if (!endsLeases || performance.now() < next) continue
        await endLeases(sql)
        next = performance.now() + longestCall
      }
      return left()
    },
    async control(name, body) {
      const { status, text } = await send(base, 'POST', `/dev/portone/control/${name}`, { body })
      if (status !== 200) throw new Error(`${name} returned ${status} ${text}`)
    },
    [Symbol.asyncDispose]: () => sql.end(),
  }
}

async function create(base: string, path: string, token: string, body: object): Promise<string> {
  return (await resultOf<{ id: string }>(base, 'POST', path, { token, body })).id
}

const registerCard = (base: string, token: string) =>
  create(base, '/api/cards', token, {
    cardNumber: '4111-1111-1111-1111',
    expiry: '2049-12',
    birth: '900101',
    passwordTwoDigits: '12',
  })

/**
 * Moves the clock forward. Sends several concurrent requests, so that most processes start due work at the same time, and
 * repeats them until one succeeds.
 */
async function move(base: string, sql: Sql, seconds: number): Promise<void> {
  const [clock] = await sql<{ ahead: number }[]>`select ahead_seconds::int as ahead from orders.clock`
  const body = { aheadSeconds: (clock?.ahead ?? 0) + seconds }
  for (;;) {
    const signal = AbortSignal.timeout(patience)
    const said = Array.from({ length: 8 }, () =>
      send(base, 'POST', '/dev/clock', { body, signal }).catch(() => undefined),
    )
    const heard = await Promise.all(said)
    if (heard.some((reply) => reply?.status === 200)) return
    const refused = heard.find((reply) => reply !== undefined && reply.status < 500)
    if (refused) throw new Error(`the clock returned ${refused.status} ${refused.text}`)
  }
}

/** Seconds for which an order that is being looked up does not count as due. */
const lookUpLease = 30
/** The same for an intent. */
const intentLease = 20
/** Milliseconds in which a live process finishes what it began: a healthy provider responds immediately. */
const longestCall = 5_000

/** Ends the leases of intents and look-ups as if their time had passed; no longer ones. */
async function endLeases(sql: Sql): Promise<void> {
  await sql`
    update orders.intents set try_at = now()
    where state = 'open' and try_at between now() and now() + make_interval(secs => ${intentLease})`
  await sql`
    update orders.orders set check_at = now() + make_interval(secs => ahead_seconds) from orders.clock
    where check_at <= now() + make_interval(secs => ahead_seconds + ${lookUpLease})`
}

/** Orders that are due for a look-up, soon or now: an order whose due time is later has been looked up. */
async function checkedSoon(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    select id from orders.orders, orders.clock
    where check_at <= now() + make_interval(secs => ahead_seconds + ${lookUpLease})`
  return new Set(rows.map(({ id }) => id))
}

/** Pending work by kind. An event is pending until the member service has processed it. */
async function underWay(sql: Sql) {
  const [counts] = await sql<[Record<Exclude<Kind, 'checks'>, number>]>`
    with clock as (select now() + make_interval(secs => ahead_seconds) as at from orders.clock)
    select
      (select count(*) from orders.intents where state = 'open')::int as intents,
      (select count(*) from orders.webhooks where done_at is null)::int as notices,
      (select count(*) from orders.orders o left join member.orders m on m.id = o.id
        where m.version is distinct from o.version)::int as events,
      (select count(*) from orders.user_products p where next_billing_at <= clock.at and not exists (
        select from orders.orders o join orders.intents i on i.order_id = o.id and i.state = 'open'
        where o.renews = p.id))::int as due
    from clock`
  return counts
}
