import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '@kingcar/e2e/http'
import { type Product, startProduct } from '@kingcar/e2e/product'
import { assumptions } from './breaking-points.ts'
import { type Arrivals, openStores } from './car-arrivals.ts'
import { type Customer, joinCustomer, newPlate, resultOf, screens } from './member-app.ts'
import { type Cost, type Meter, openMeter, total } from './resource-meter.ts'

export type MonthSize = {
  members: number
  /** Openings of the app per member that are measured, a sample of a month's. */
  openings: number
  /** Members that act concurrently. */
  forEachConcurrently: number
  /** Seconds of rest in which the idle use is measured. */
  rest: number
}

/** A member's actions in a month; one of the two orders is a renewal. */
export const usage = { visits: assumptions.visitsOfMemberMonth, openings: 20, washes: 1, renewals: 1, signIns: 1 }

export type MonthCosts = {
  joining: Cost
  visit: Cost
  opening: Cost
  signIn: Cost
  wash: Cost
  renewal: Cost
  memberMonth: Cost
  /** CPU milliseconds per second when idle. */
  idle: Record<string, number>
  /** Bytes of a waiting read in READS, and of a device in DEVICES. */
  readBytes: number
  deviceBytes: number
}

/**
 * What a member and a visit cost: the product as it ships is driven from outside, and the resource use of its
 * processes, its database and its streams is compared before and after.
 */
export async function monthCosts(size: MonthSize, progress: (line: string) => void): Promise<MonthCosts> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct())
  const { http: base, email, password } = product.ready
  const { accessToken } = await signIn(base, email, password)
  const manage = <T>(method: string, path: string, body: object) => resultOf<T>(base, method, path, accessToken, body)
  const sell = (type: string, price: number, useLimit?: number) =>
    manage<{ id: string }>('POST', '/admin/api/products', { name: `세차 ${type}`, type, price, useLimit })
  const subscription = await sell('subscribe', 29_900, 2 * usage.visits)
  const wash = await sell('onetime', 35_000)
  const stores = await openStores(product, usage.visits, assumptions.screensOfStore, stack)
  const meter = await openMeter(product, size.rest, stack)

  const customers: Customer[] = []
  const all = Array.from({ length: size.members }, (_, at) => at)
  const each = <T>(items: readonly T[], work: (item: T) => Promise<unknown>) =>
    atOnce(items, size.forEachConcurrently, work)
  progress(`${size.members} members join`)
  const joining = await meter.costOf(size.members, () =>
    each(all, async (at) => customers.push(await joinCustomer(base, newPlate(at), subscription.id))),
  )
  progress('they sign in and open the app')
  const signingIn = await meter.costOf(size.members, () => each(customers, (customer) => customer.signIn()))
  const opening = await meter.costOf(size.members * size.openings, () =>
    each(customers, async (customer) => {
      for (let times = 0; times < size.openings; times++) await customer.open()
    }),
  )
  progress('they drive in')
  const { visit, readBytes } = await driveIn(customers, stores, meter)
  progress('they buy a wash')
  const washing = await meter.costOf(size.members, () => each(customers, (customer) => customer.buy(wash.id)))
  progress('their subscriptions are renewed')
  const renewal = await meter.costOf(size.members, () => renewAll(product, accessToken, size.members, meter))
  return {
    joining,
    visit,
    opening,
    signIn: signingIn,
    wash: washing,
    renewal,
    memberMonth: total(
      [usage.visits, visit],
      [usage.openings, opening],
      [usage.signIns, signingIn],
      [usage.washes, washing],
      [usage.renewals, renewal],
    ),
    idle: meter.idle,
    readBytes,
    deviceBytes: await bytesOfMessage(meter, 'DEVICES'),
  }
}

/** The reads of one opening, and the token exchange before them. */
export const callsOfOpening = screens.length + 1

/** Each plate visits as many stores as it has visits in a month, and uses its subscription at each. */
async function driveIn(
  customers: readonly Customer[],
  stores: Arrivals,
  meter: Meter,
): Promise<{ visit: Cost; readBytes: number }> {
  const visits = customers.length * usage.visits
  let readBytes = 0
  const visit = await meter.costOf(visits, async () => {
    const watched = new AbortController()
    const watching = (async () => {
      for (; !watched.signal.aborted; await wait(200)) readBytes = (await bytesOfMessage(meter, 'READS')) || readBytes
    })()
    await stores.visit(customers.map(({ carNumber }) => carNumber))
    await until('every visit has used a product', async () => {
      const [row] = await meter.sql<{ used: number }[]>`
        select count(*)::integer as used from recognition.visits where product_name is not null`
      return row?.used === visits
    })
    watched.abort()
    await watching
  })
  return { visit, readBytes }
}

/** Average bytes of a stream's messages; 0 if it is empty. */
async function bytesOfMessage({ streams }: Meter, stream: string): Promise<number> {
  const { messages, bytes } = (await streams.info(stream)).state
  return messages > 0 ? bytes / messages : 0
}

/** Moves the clock past the end of all subscriptions, and waits until each has been charged again. */
async function renewAll(product: Product, token: string, members: number, { sql }: Meter): Promise<void> {
  const base = product.ready.http
  const [last] = await sql<{ at: Date }[]>`select max(next_billing_at) as at from orders.user_products`
  const { now, aheadSeconds } = await resultOf<{ now: string; aheadSeconds: number }>(base, 'GET', '/dev/clock', token)
  const more = Math.ceil(((last?.at.getTime() ?? 0) - Date.parse(now)) / 1_000) + 60
  await resultOf(base, 'POST', '/dev/clock', token, { aheadSeconds: aheadSeconds + more })
  await until('every subscription was renewed', async () => {
    const [row] = await sql<{ renewed: number }[]>`
      select count(*)::integer as renewed from orders.user_products where next_billing_at > ${last?.at ?? null}`
    return (row?.renewed ?? 0) >= members
  })
}

/** Milliseconds. */
const patience = 180_000

/** Checks five times a second. @throws Error after three minutes */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patience; !(await holds()); await wait(200))
    if (performance.now() > end) throw new Error(`timed out waiting until ${what}`)
}

/** Processes all items, `width` at a time. */
export async function atOnce<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values()
  const one = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: width }, one))
}
