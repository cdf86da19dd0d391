import { waitFor } from '@kingcar/testing'
import type { TestMember } from './orders-service.ts'
import { type OrdersWithProvider, op } from './orders-with-provider.ts'

/*
 * What tests of plans do as a member. The types are named ones of their own, because the linter's type inference does not terminate
 * otherwise.
 */

/** A monthly plan without a limit of uses. */
export const plan = { type: 'subscribe', name: '월 정기권', price: 30_000, billingMonths: 1, useLimit: null } as const

/** A member's product, as far as the tests read it. */
export type Held = {
  productName: string
  id: string
  productId: string
  state: string
  price: number
  startsAt: string
  endsAt: string | null
  nextBillingAt: string | null
  dunning: { amount: number } | null
  subscription: {
    trial: boolean
    nextAmount: number
    priceChange?: {
      price: number
      startsAt: string
      consent: { state: string; possibleFrom: string; textVersion: number; text: string } | null
    } | null
    committedUntil: string | null
    stopsAt: string | null
    pause: { since: string; until: string } | null
    pausedDays: { year: number; days: number } | null
    change: { productId: string } | null
  } | null
}
export type By = { actor: TestMember['actor'] }
type ToPay = { id: string; amount: number }
type Sold = {
  price?: number
  useLimit?: number | null
  firstPeriodPrice?: number
  trialDays?: number
  commitmentPeriods?: number
  pauseDaysPerYear?: number
}
export type Bought = { member: TestMember; by: By; held: Held }

export type Plans = {
  productsOf(member: TestMember): Promise<Held[]>
  find(member: TestMember, id: string): Promise<Held>
  /** Pays an order, with the member's main card unless it is free. @returns the id of the product */
  pay(member: TestMember, order: ToPay): Promise<string>
  buy(member: TestMember, productId: string): Promise<Held>
  /** A member with a card who has bought a plan. */
  subscribed(fields?: Sold): Promise<Bought>
  /** The amounts of a member's orders, the oldest first. */
  amountsOf(member: TestMember): Promise<number[]>
  /** Moves the clock just past a time. */
  pass(at: string | null): void
  /** Moves the clock to the end of a product's period and waits until its next one is paid. */
  renew(member: TestMember, held: Held): Promise<Held>
}

export function plansOf(money: OrdersWithProvider): Plans {
  const { orders } = money
  const plans: Plans = {
    async productsOf({ actor }) {
      const page: { content: Held[] } = await orders.call(op.listMyProducts, {}, { actor })
      return page.content
    },
    async find(member, id) {
      const found = (await plans.productsOf(member)).find((each) => each.id === id)
      if (!found) throw new Error('no such product')
      return found
    },
    async pay({ actor }, { id: orderId, amount }) {
      const cards: { id: string }[] = await orders.call(op.listCards, {}, { actor })
      const cardId = amount > 0 ? cards[0]?.id : undefined
      const paid: { userProductId: string | null } = await orders.call(
        op.payOrder,
        cardId === undefined ? { orderId } : { orderId, cardId },
        { actor },
      )
      if (paid.userProductId === null) throw new Error('no product was granted')
      return paid.userProductId
    },
    async buy(member, productId) {
      const order: ToPay = await money.order(member, productId)
      return plans.find(member, await plans.pay(member, order))
    },
    async subscribed(fields = {}) {
      const member = await orders.addMember()
      await money.card(member)
      const product: { id: string } = await orders.addProduct({ ...plan, ...fields })
      return { member, by: { actor: member.actor }, held: await plans.buy(member, product.id) }
    },
    async amountsOf({ actor }) {
      const page: { content: ToPay[] } = await orders.call(op.listMyOrders, {}, { actor })
      return page.content.map(({ amount }) => amount).reverse()
    },
    pass: (at) => orders.clock.set(new Date(Date.parse(at ?? '') + 1_000).toISOString()),
    async renew(member, { id, endsAt }) {
      plans.pass(endsAt)
      return waitFor(async () => {
        const renewed = await plans.find(member, id)
        if (renewed.endsAt === endsAt) throw new Error('not renewed yet')
        return renewed
      })
    },
  }
  return plans
}
