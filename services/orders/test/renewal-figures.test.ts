import { contract, csvText } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { expectFiguresToBeExact } from './figures.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll()
const price = 50_000

test('a renewal that fails and is then paid is tried twice, failed once and recovered, by card', async () => {
  const { addMember, addProduct, backend, call, clock } = money.orders
  const { actor, ...rest } = await addMember()
  const member = { ...rest, actor }
  const { id: productId } = await addProduct({ type: 'subscribe', price, billingMonths: 1, useLimit: 4 })
  const card = await money.card(member)
  const { id: orderId } = await money.order(member, productId)
  await call(op.payOrder, { orderId, cardId: card.id }, { actor })
  const [product] = (await call(op.listMyProducts, {}, { actor })).content
  const declined = await money.card(member, '4000-0000-0000-0002')
  await call(op.updateCard, { id: declined.id, main: true }, { actor })
  const began = clock.now().getTime()
  const figures = async () => {
    const [from, to] = [began, clock.now().getTime() + 60_000].map((at) => new Date(at).toISOString())
    const { total, rows } = await call(contract.orders.getMoneyFigures, {
      from: from ?? '',
      to: to ?? '',
      by: 'method',
      productId,
    })
    return { total, methods: rows.map(({ key }) => key) }
  }
  clock.advance(Date.parse(product?.endsAt ?? '') + 1_000 - began)
  const failed = { orders: 0, paid: 0, renewalsTried: 1, renewalsFailed: 1, renewalsRecovered: 0 }
  await waitFor(async () => expect(await figures()).toMatchObject({ total: failed, methods: ['card'] }))
  await call(op.updateCard, { id: card.id, main: true }, { actor })
  const recovered = { orders: 1, paid: price, renewalsTried: 2, renewalsFailed: 1, renewalsRecovered: 1 }
  await waitFor(async () => expect(await figures()).toMatchObject({ total: recovered, methods: ['card'] }))
  expect(await renewalsByMonth(began, productId)).toEqual({
    합계: ['2', '1', '1'],
    [monthOf(clock.now())]: ['2', '1', '1'],
  })
  await expectFiguresToBeExact(backend.sql)
})

/** The month of a date in Korea, as files have it. */
const monthOf = (date: Date) => new Date(date.getTime() + 9 * 3_600_000).toISOString().slice(0, 7)

/** Renewals that were tried, failed and recovered, by month with one, from the CSV file. */
async function renewalsByMonth(since: number, productId: string): Promise<Record<string, string[]>> {
  const { call, clock } = money.orders
  const [from, to] = [since, clock.now().getTime() + 60_000].map((at) => new Date(at).toISOString())
  const input = { from: from ?? '', to: to ?? '', by: 'month', productId } as const
  const { lines } = await call(contract.orders.exportMoneyFigures, input)
  const [heads = [], ...rows] = lines
    .trim()
    .split('\r\n')
    .map((line) => csvText(line).split(','))
  const columns = ['정기 결제 시도', '정기 결제 실패', '실패 후 결제'].map((name) => heads.indexOf(name))
  const counted = rows.map((row): [string, string[]] => [row[0] ?? '', columns.map((at) => row[at] ?? '')])
  return Object.fromEntries(counted.filter(([, cells]) => cells.some((cell) => cell !== '0')))
}

test('owed money counts when it became owed, and the method as soon as it is known', async () => {
  const { addMember, addProduct, backend, call, clock } = money.orders
  const member = await addMember()
  const { id: productId } = await addProduct({ price })
  const order = await money.order(member, productId)
  const figures = async () => {
    const [from, to] = [-1, 1].map((days) => new Date(clock.now().getTime() + days * 86_400_000).toISOString())
    const { rows } = await call(contract.orders.getMoneyFigures, {
      from: from ?? '',
      to: to ?? '',
      by: 'method',
      productId,
    })
    return rows.map(({ key, figures: { orders, paid, refunded, owed } }) => ({ key, orders, paid, refunded, owed }))
  }
  // another amount than that of the order: it fails, and owes what was paid
  money.provider.pay({ merchant_uid: order.merchantUid, amount: price - 1, force: true })
  await money.waitForState(order.id, 'Fail')
  const owed = { orders: 0, paid: 0, refunded: 0, owed: price - 1 }
  await waitFor(async () => expect(await figures()).toEqual([{ key: 'unknown', ...owed }]))
  await backend.sql`update orders.orders set payment_details = '{"method": "phone"}' where id = ${order.id}`
  expect(await figures()).toEqual([{ key: 'phone', ...owed }])
})
