import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, newKey, op, providerBeforeAll } from './orders-with-provider.ts'

const minute = 60_000
const price = 30_000
const account = { bank: '004', number: '110-123-456789', holder: '나환불' } as const
const money = providerBeforeAll()
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
})

const passed = (milliseconds: number) => money.orders.clock.advance(milliseconds)
const payment = (impUid: string) => money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === impUid)
const cancelCalls = () => money.provider.ledger().calls['POST /payments/cancel'] ?? 0
const refund = (orderId: string, refundAccount?: object, idempotencyKey?: string) =>
  money.orders.call(
    op.refundMyOrder,
    { orderId, ...(refundAccount && { refundAccount: refundAccount as typeof account }) },
    { actor: member.actor, ...(idempotencyKey && { idempotencyKey }) },
  )
const refundAsAdmin = (orderId: string, input: { amount?: number; refundAccount?: typeof account } = {}) =>
  money.orders.call(op.refundOrder, { orderId, reason: '고객 요청', ...input })
const own = (orderId: string) => money.orders.call(op.getMyOrder, { orderId }, { actor: member.actor })
const causes = async (id: string) => (await money.ledger(id)).map(({ cause }) => cause)
const owed = async (orderId: string, state: 'open' | 'settled' = 'open') => {
  const { content } = await money.orders.call(op.listOwedReturns, { state, size: 100 })
  return content.find((each) => each.orderId === orderId)
}

async function reserved() {
  const order = await money.order(member, wash)
  const { imp_uid: impUid } = money.provider.pay({
    ...{ merchant_uid: order.merchantUid, amount: price, pay_method: 'vbank' },
  })
  await money.orders.call(op.payOrder, { orderId: order.id, impUid }, { actor: member.actor })
  return { ...order, impUid }
}
async function paidByTransfer() {
  const order = await reserved()
  money.provider.deposit(order.impUid)
  await money.waitForState(order.id, 'Completed')
  return order
}
async function paidByCard() {
  const order = await money.order(member, wash)
  const { imp_uid: impUid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: price })
  return money.orders.call(op.payOrder, { orderId: order.id, impUid }, { actor: member.actor })
}
/** The error of a refused input, with what it says. */
async function refusal(call: Promise<unknown>) {
  const before = cancelCalls()
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(cancelCalls()).toBe(before) // nothing was sent to the provider
  return error
}

describe('an order paid before payment methods were stored', () => {
  const forgotten = async (order: { id: string }) => {
    await money.orders.backend.sql`update orders.orders set payment_details = null where id = ${order.id}`
    return order.id
  }

  test('by virtual account needs an account, which the refund looks up at the provider', async () => {
    const id = await forgotten(await paidByTransfer())
    expect(await own(id)).toMatchObject({ refundNeedsAccount: false })
    expect(await refusal(refund(id))).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'refundAccount' }] })
    expect(await own(id)).toMatchObject({ refundNeedsAccount: true })
    expect(await refund(id, account)).toMatchObject({ state: 'Refund' })
    const other = await forgotten(await paidByTransfer())
    expect(await refundAsAdmin(other, { refundAccount: account })).toMatchObject({ state: 'Refund' })
  })

  test('by card is refunded to the card', async () => {
    expect(await refundAsAdmin(await forgotten(await paidByCard()))).toMatchObject({ state: 'Refund' })
  })

  test('is not refunded while the provider does not respond', async () => {
    const id = await forgotten(await paidByCard())
    money.provider.misbehave({ path: '/payments/imp_*', method: 'GET', answer: 'error' })
    expect(await codeOf(refund(id))).toBe('UNAVAILABLE')
    expect(await refund(id)).toMatchObject({ state: 'Refund' })
  })
})

describe('an order paid by virtual account', () => {
  test('says that its refund needs an account, and is refunded to it by its member', async () => {
    const order = await paidByTransfer()
    expect(await own(order.id)).toMatchObject({ refundNeedsAccount: true })
    expect(await refusal(refund(order.id))).toMatchObject({
      ...{ code: 'VALIDATION_FAILED', details: [{ path: 'refundAccount', en: expect.stringContaining('Required') }] },
    })
    const key = newKey()
    const refunded = await refund(order.id, account, key)
    expect(refunded).toMatchObject({ state: 'Refund', refundedAmount: price, refundNeedsAccount: false })
    expect(await refund(order.id, account, key)).toEqual(refunded)
    expect(await codeOf(refund(order.id, { ...account, number: '999999999' }, key))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(payment(order.impUid)).toMatchObject({ status: 'cancelled', cancel_amount: price })
  })

  test('whose bank the provider refuses stays paid, with a reason that names no field of the provider', async () => {
    const order = await paidByTransfer()
    const ko = '은행코드가 올바르지 않습니다.'
    const refused = { code: 'ORDER_NOT_REFUNDABLE', details: [{ path: '', ko, en: ko }] }
    await expect(refund(order.id, { ...account, bank: '064' })).rejects.toMatchObject(refused)
    expect(await refund(order.id, { ...account, bank: '035' })).toMatchObject({ state: 'Refund' })
  })

  test('is refunded in parts and in full by an administrator, audited without the account', async () => {
    const order = await paidByTransfer()
    expect(await refusal(refundAsAdmin(order.id, { amount: 1_000 }))).toMatchObject({ code: 'VALIDATION_FAILED' })
    const part = await refundAsAdmin(order.id, { amount: 1_000, refundAccount: account })
    expect(part).toMatchObject({ state: 'Completed', refundedAmount: 1_000, refundNeedsAccount: true })
    expect(await refundAsAdmin(order.id, { refundAccount: account })).toMatchObject({ state: 'Refund' })
    const audits = () =>
      money.orders.events.filter(({ name, payload }) => name === 'orders.audited' && payload.entityId === order.id)
    await waitFor(() => expect(audits()).toHaveLength(2))
    expect(audits().map(({ payload }) => payload.after)).toEqual([
      { amount: 1_000, reason: '고객 요청' },
      { amount: price - 1_000, reason: '고객 요청' },
    ])
  })

  test('refuses an account that cannot be one', async () => {
    const order = await paidByTransfer()
    const wrong = [
      ...[{ bank: '4' }, { bank: '999' }, { number: '12345' }, { number: '12345-67890-1234567' }],
      ...[{ number: '110-12a-456789' }, { holder: ' ' }, { holder: '가'.repeat(41) }, { more: 1 }],
    ]
    for (const fields of wrong)
      expect([fields, await codeOf(refund(order.id, { ...account, ...fields }))]).toEqual([fields, 'VALIDATION_FAILED'])
  })
})

test('an order paid by card is refunded to the card, and refuses an account', async () => {
  const order = await paidByCard()
  expect(order).toMatchObject({ refundNeedsAccount: false })
  for (const call of [() => refund(order.id, account), () => refundAsAdmin(order.id, { refundAccount: account })])
    expect(await refusal(call())).toMatchObject({
      ...{
        code: 'VALIDATION_FAILED',
        details: [{ path: 'refundAccount', en: expect.stringContaining('Not allowed') }],
      },
    })
  expect(await refund(order.id)).toMatchObject({ state: 'Refund' })
})

describe('the account', () => {
  const clear = [account.number, account.number.replaceAll('-', ''), account.holder]
  const tables = ['intents', 'orders', 'ledger', 'owed_returns', 'idempotency', 'outbox', 'webhooks']
  const leaks = async () => {
    const found: string[] = []
    for (const table of tables) {
      const { sql } = money.orders.backend
      const rows = await sql`select to_jsonb(t)::text as row from ${sql(`orders.${table}`)} t`
      if (rows.some(({ row }) => clear.some((text) => String(row).includes(text)))) found.push(table)
    }
    return found
  }
  const stored = async (orderId: string) => {
    const rows = await money.orders.backend.sql<{ state: string; refund_account: string | null }[]>`
      select state, refund_account from orders.intents where order_id = ${orderId} order by id`
    return rows.map(({ state, refund_account }) => [state, refund_account !== null])
  }

  test('survives a lost response and a crash encrypted, and is erased when the refund ends', async () => {
    const order = await paidByTransfer()
    money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'drop', work: false })
    expect(await codeOf(refund(order.id, account, newKey()))).toBe('UNAVAILABLE')
    expect(await stored(order.id)).toEqual([['open', true]])
    expect(await leaks()).toEqual([])
    money.provider.behave()
    await money.waitForState(order.id, 'Refund')
    expect(await stored(order.id)).toEqual([['done', false]])
    expect(await leaks()).toEqual([])
    expect(money.orders.events.filter((event) => clear.some((text) => JSON.stringify(event).includes(text)))).toEqual(
      [],
    )
  })

  test('is erased when the provider refuses, and can be given again', async () => {
    const order = await paidByTransfer()
    money.provider.misbehave({ path: '/payments/cancel', answer: 'refusal', work: false })
    expect(await codeOf(refund(order.id, account))).toBe('ORDER_NOT_REFUNDABLE')
    expect(await stored(order.id)).toEqual([['refused', false]])
    expect(await refund(order.id, account)).toMatchObject({ state: 'Refund' })
  })
})

describe('money that arrived by virtual account after the order had ended', () => {
  async function depositedLate() {
    const order = await reserved()
    await money.orders.backend.sql`update orders.orders set state = 'Cancel' where id = ${order.id}` // as at its due date
    money.provider.deposit(order.impUid)
    await waitFor(async () => expect(await owed(order.id)).toMatchObject({ needsAccount: true }))
    return order
  }

  test('is returned to the account that its member names', async () => {
    const order = await depositedLate()
    expect(await own(order.id)).toMatchObject({ state: 'Cancel', refundNeedsAccount: true })
    expect(await refusal(refund(order.id))).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await refund(order.id, account)).toMatchObject({ state: 'Cancel', refundNeedsAccount: false })
    expect(payment(order.impUid)).toMatchObject({ status: 'cancelled', cancel_amount: price })
    expect(await owed(order.id)).toBeUndefined()
    expect(await owed(order.id, 'settled')).toMatchObject({ settledHow: 'returned' })
    expect((await causes(order.id)).at(-1)).toBe('returned.refundedByMember')
    expect(await codeOf(refund(order.id, account))).toBe('ORDER_STATE_INVALID')
  })

  test('is returned by an administrator, also in parts and after a refusal', async () => {
    const order = await depositedLate()
    const { sql } = money.orders.backend
    await sql`update orders.members set name = null, left_at = now() where id = ${member.id}` // the member has left
    money.provider.misbehave({ path: '/payments/cancel', answer: 'refusal', work: false })
    expect(await codeOf(refundAsAdmin(order.id, { refundAccount: account }))).toBe('ORDER_NOT_REFUNDABLE')
    expect(await owed(order.id)).toMatchObject({ lastReason: 'refused', needsAccount: true, nextTryAt: null })
    await refundAsAdmin(order.id, { refundAccount: account, amount: 10_000 })
    expect(await owed(order.id)).toMatchObject({ amount: price - 10_000 })
    expect(await codeOf(refundAsAdmin(order.id, { refundAccount: account, amount: price }))).toBe('AMOUNT_EXCEEDS_PAID')
    expect(await refundAsAdmin(order.id, { refundAccount: account })).toMatchObject({ refundNeedsAccount: false })
    expect(payment(order.impUid)).toMatchObject({ cancel_amount: price })
    await sql`update orders.members set left_at = null where id = ${member.id}`
  })
})

test('both ledgers agree in the end', async () => {
  passed(40 * minute)
  await waitFor(() => assertBooksAgree(money))
})
