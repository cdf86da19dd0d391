import { monthsAfter } from '@kingcar/contract'
import { type DemoProduct, demoProducts } from './catalog.ts'
import { demoId, numberedDemoId } from './ids.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** An order with its payments and refunds. Times are Unix milliseconds. */
export type DemoOrder = {
  id: string
  memberId: string
  product: DemoProduct
  method: 'card' | 'easyPay' | 'virtualAccount' | 'transfer'
  createdAt: number
  /** Null for an order that was not paid. */
  paidAt: number | null
  refundedAt: number | null
  /** True if the charge of a renewal was refused; an unpaid order without it was cancelled. */
  failed: boolean
  userProductId: string | null
  /** Null for an order that the member made. */
  renewal: { dueAt: number; attempt: number } | null
}

/** A product of a member at the end of the history. */
export type DemoUserProduct = {
  id: string
  memberId: string
  product: DemoProduct
  /** The car that it is bound to. */
  carId: string | null
  state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  remainingUses: number | null
  startsAt: number
  endsAt: number | null
  nextBillingAt: number | null
  /** The end of the period whose renewal is unpaid, when its first charge failed, and how many did. */
  unpaid: { dueAt: number; since: number; tries: number } | null
  orderId: string | null
  /** When and why a subscription ended. */
  ended: { at: number; cause: 'stopped' | 'unpaid' | 'withdrawn' } | null
}

/** A time in which a product can be used, and its remaining uses; null for no limit. */
export type Usable = { from: number; to: number; left: number | null }

/** A member's product, and when visits can use it. */
export type Holding = { row: DemoUserProduct; usable: Usable[] }

/** A member with their card and purchases. */
export type Customer = {
  person: DemoPerson
  joinedAt: number
  card: DemoCard | null
  holdings: Holding[]
}
export type DemoCard = { id: string; customerUid: string; number: string; createdAt: number }

/** Days after the end of a period on which an unpaid renewal is charged, as the orders service does it. */
const chargeDays = [0, 1, 3, 5]

const methods = ['card', 'easyPay', 'virtualAccount', 'transfer'] as const
const methodWeights = [55, 25, 12, 8]

/** Cards of the payment simulator by their last digits: one that pays, and one whose limit is reached. */
const cardNumbers = { pays: '4111111111111234', limit: '4111111111119995' }

/** The outcome of the period that ends with a renewal: whether the subscriber stops, and how many charges fail. */
type Fate = { stops: boolean; failures: number }

function fateOf(random: Random): Fate {
  const stops = random.chance(0.07)
  if (!random.chance(0.08)) return { stops, failures: 0 }
  return { stops, failures: [1, 2, 4][random.weighted([60, 20, 20])] ?? 1 }
}

/** The sales up to a time. Ids are given in the order of the calls. */
export class Sales {
  readonly orders: DemoOrder[] = []
  readonly customers: Customer[] = []
  readonly #until: number
  #products = 0

  constructor(until: number) {
    this.#until = until
  }

  /** Adds a customer. @param pays false for a card whose charges are refused */
  addCustomer(person: DemoPerson, joinedAt: number, pays: boolean | null): Customer {
    const card = pays === null ? null : cardOf(person, joinedAt, pays)
    const customer = { person, joinedAt, card, holdings: [] }
    this.customers.push(customer)
    return customer
  }

  /** A member subscribes, and is charged every month until they stop or no charge succeeds. */
  subscribe(customer: Customer, product: DemoProduct, startsAt: number, random: Random): void {
    if (startsAt > this.#until) return
    const refundedAt = random.chance(0.03) ? this.#happened(startsAt + 10 * hour) : null
    const holding = this.#buy(customer, product, startsAt, refundedAt, random)
    if (refundedAt !== null) return
    const { row, usable } = holding
    const start = new Date(startsAt)
    let from = startsAt
    for (let period = 1; ; period++) {
      const dueAt = monthsAfter(start, period).getTime()
      const fate = customer.card?.number === cardNumbers.limit ? { stops: false, failures: 4 } : fateOf(random)
      usable.push({ from, to: dueAt, left: product.useLimit })
      row.endsAt = dueAt
      row.nextBillingAt = fate.stops && dueAt - 10 * day <= this.#until ? null : dueAt
      if (dueAt > this.#until) return
      if (fate.stops) {
        Object.assign(row, { state: 'Complete', nextBillingAt: null, ended: { at: dueAt, cause: 'stopped' } })
        return
      }
      const paidAt = this.#renew(customer, row, dueAt, fate.failures)
      if (paidAt === null) return
      from = paidAt
    }
  }

  /** A member buys a product for some uses. */
  buyOnce(customer: Customer, product: DemoProduct, at: number, random: Random): void {
    if (at > this.#until) return
    this.#buy(customer, product, at, random.chance(0.06) ? this.#happened(at + 20 * hour) : null, random)
  }

  /** A member orders, and does not pay. */
  orderOnly({ person }: Customer, product: DemoProduct, at: number): void {
    if (at + hour > this.#until) return
    const outcome = { paidAt: null, refundedAt: null, failed: false, userProductId: null, renewal: null }
    this.#order({ memberId: person.id, product, method: 'card', createdAt: at, ...outcome })
  }

  #happened = (at: number) => (at <= this.#until ? at : null)

  #order(order: Omit<DemoOrder, 'id'>): DemoOrder {
    const added = { id: numberedDemoId('order', this.orders.length + 1), ...order }
    this.orders.push(added)
    return added
  }

  #buy(customer: Customer, product: DemoProduct, paidAt: number, refundedAt: number | null, random: Random): Holding {
    const id = numberedDemoId('userProduct', ++this.#products)
    const { id: memberId } = customer.person
    const method = methods[random.weighted(methodWeights)] ?? 'card'
    const paid = { paidAt, refundedAt, failed: false, userProductId: id, renewal: null }
    const order = this.#order({ memberId, product, method, createdAt: paidAt - 2 * minute, ...paid })
    const row: DemoUserProduct = {
      ...{ id, memberId, product, carId: carOf(customer.person, product) },
      ...{ state: refundedAt === null ? 'Available' : 'Cancel', remainingUses: product.useLimit },
      ...{ startsAt: paidAt, endsAt: null, nextBillingAt: null, unpaid: null, orderId: order.id, ended: null },
    }
    if (product.type === 'subscribe' && refundedAt !== null) row.ended = { at: refundedAt, cause: 'withdrawn' }
    if (product.billingMonths !== null) row.endsAt = monthsAfter(new Date(paidAt), product.billingMonths).getTime()
    const isOnce = product.type === 'onetime' && refundedAt === null
    const usable = isOnce ? [{ from: paidAt, to: Number.POSITIVE_INFINITY, left: product.useLimit }] : []
    const holding = { row, usable }
    customer.holdings.push(holding)
    return holding
  }

  /** Charges a renewal until it is paid, or its last charge failed. @returns when it was paid; null if it was not yet, or never */
  #renew({ person }: Customer, row: DemoUserProduct, dueAt: number, failures: number): number | null {
    const { product, id: userProductId } = row
    for (const [index, after] of chargeDays.entries()) {
      const createdAt = dueAt + after * day
      if (createdAt > this.#until) return null
      const failed = index < failures
      const renewal = { dueAt, attempt: index + 1 }
      const paidAt = failed ? null : createdAt
      const common = { method: 'card', refundedAt: null, userProductId, renewal } as const
      this.#order({ memberId: person.id, product, createdAt, paidAt, failed, ...common })
      if (!failed) {
        Object.assign(row, { state: 'Available', unpaid: null })
        return createdAt
      }
      const next = chargeDays[index + 1]
      if (next === undefined) {
        const ended = { at: createdAt, cause: 'unpaid' }
        Object.assign(row, { state: 'Complete', nextBillingAt: null, unpaid: null, ended })
      } else {
        const unpaid = { dueAt, since: dueAt, tries: index + 1 }
        Object.assign(row, { state: 'Unavailable', nextBillingAt: dueAt + next * day, unpaid })
      }
    }
    return null
  }
}

const cardOf = ({ id }: DemoPerson, createdAt: number, pays: boolean): DemoCard => ({
  id: demoId(`card ${id}`),
  customerUid: `demo_${id.replaceAll('-', '')}`,
  number: pays ? cardNumbers.pays : cardNumbers.limit,
  createdAt,
})

const carOf = ({ cars }: DemoPerson, { carLimit }: DemoProduct): string | null =>
  carLimit === null ? null : (cars[0]?.id ?? null)

/** The subscription that an administrator granted to the first member, so that a first test visit shows a use. */
export function grantedProduct(at: number): DemoUserProduct {
  const product = demoProducts.fourTimes
  const [person] = demoPeople
  return {
    ...{ id: demoId('granted subscription'), memberId: person?.id ?? '', product, state: 'Available' },
    carId: person ? carOf(person, product) : null,
    ...{ remainingUses: product.useLimit, startsAt: at, endsAt: monthsAfter(new Date(at), 1).getTime() },
    ...{ nextBillingAt: null, unpaid: null, orderId: null, ended: null },
  }
}
