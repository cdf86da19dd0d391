import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

/** Named types of their own, because the linter's type inference does not terminate otherwise. */
type Held = { id: string; endsAt: string | null; carId: string | null }
type Paid = { userProductId: string | null }
type Listed = { content: object[] }

const money = providerBeforeAll()

const store = randomUUID()
const terms = { billingMonths: 2, useLimit: 4, carLimit: 1, usesPerDay: 1, usesPerStay: 3, storeIds: [store] }
const plan = { type: 'subscribe' as const, name: '월 4회', price: 29_900, ...terms }

const addCar = async (memberId: string, carNumber: string): Promise<string> => {
  const carId = randomUUID()
  await money.orders.publishAndWait('member.carChanged', { carId, memberId, carNumber, removed: false, version: 1 })
  return carId
}
async function productsOf({ actor }: TestMember): Promise<Held[]> {
  const page: { content: Held[] } = await money.orders.call(op.listMyProducts, {}, { actor })
  return page.content
}
const grant = (memberId: string, productId: string): Promise<Held> =>
  money.orders.call(op.grantUserProduct, { memberId, productId, reason: '사과' })
async function buy(member: TestMember, productId: string, carId?: string): Promise<Held> {
  const { actor } = member
  const card = await money.card(member)
  const order = await money.order(member, productId, carId)
  const paid: Paid = await money.orders.call(op.payOrder, { orderId: order.id, cardId: card.id }, { actor })
  const bought = (await productsOf(member)).find(({ id }) => id === paid.userProductId)
  if (!bought) throw new Error('no product was granted')
  return bought
}

test('a product shows the terms at which it was bought, also after the product has changed and at its renewal', async () => {
  const member = await money.orders.addMember()
  const other = await addCar(member.id, '34나5678')
  const product: { id: string } = await money.orders.addProduct(plan)
  const bought = await buy(member, product.id, other)
  const sold = { ...terms, price: 29_900, carId: other }
  expect(bought).toMatchObject(sold)
  const changed: { price: number } = await money.orders.addProduct({ id: product.id, type: 'subscribe', price: 99_000 })
  expect(changed.price).not.toBe(plan.price)
  money.orders.clock.advance(Date.parse(bought.endsAt ?? '') + 1_000 - money.orders.clock.now().getTime())
  const endOf = async () => (await productsOf(member)).map(({ endsAt }) => endsAt)
  await expect.poll(endOf).not.toEqual([bought.endsAt])
  expect(await productsOf(member)).toMatchObject([sold])
  const orders: Listed = await money.orders.call(op.listMyOrders, {}, { actor: member.actor })
  expect(orders.content).toMatchObject([
    { amount: 29_900, carId: other },
    { amount: 29_900, carId: other },
  ])
  const all: Listed = await money.orders.call(op.listUserProducts, { memberId: member.id })
  expect(all.content).toMatchObject([sold])
  const changes = () => money.orders.events.filter(({ name }) => name === 'orders.userProductChanged')
  const last = () => changes().findLast(({ payload }) => payload.memberId === member.id)?.payload
  await expect.poll(last).toMatchObject({ userProduct: sold, version: 2 })
})

test("a product for one car is bound to the chosen car, else to the member's only car", async () => {
  const member = await money.orders.addMember()
  const [oneCar, anyCar] = [await money.orders.addProduct(plan), await money.orders.addProduct()]
  expect((await buy(member, oneCar.id)).carId).toBe(member.carId)
  expect(await grant(member.id, oneCar.id)).toMatchObject({ ...terms, carId: member.carId })
  expect((await buy(member, anyCar.id, member.carId)).carId).toBeNull()
  await addCar(member.id, '34나5678')
  expect((await grant(member.id, oneCar.id)).carId).toBeNull()
})

test('while the catalog is unavailable an order gets the projected terms', async () => {
  const member = await money.orders.addMember()
  const { id } = await money.orders.addProduct(plan)
  money.orders.setCatalogAvailable(false)
  expect(await buy(member, id)).toMatchObject({ ...terms, price: 29_900, carId: member.carId })
  money.orders.setCatalogAvailable(true)
})
