import { randomUUID } from 'node:crypto'
import { contract, type EventOf, eventSubject, type MemberStatus } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { expect, test } from 'vitest'
import { startBeforeAll } from './start-member.ts'

const { getMember, deleteMe, listMembers, countMembers, exportMembers } = contract.member
const actor = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'owner', storeIds: null } as const
const member = startBeforeAll()

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()
const detail = (id: string) => member.call(getMember, { id }, { actor })

type Order = EventOf<'orders.orderChanged'>['order']
const orderOf = (over: Partial<Order> = {}): Order => ({
  ...{ id: uuidv7(), merchantUid: 'kc_1', productId: randomUUID(), productName: '세차', productType: 'onetime' },
  ...{ carId: null, amount: 35_000, refundedAmount: 0, state: 'Create', paidAt: null, refundedAt: null },
  ...{ failReason: null, createdAt: at(0), userProductId: null, ...over },
})
type UserProduct = EventOf<'orders.userProductChanged'>['userProduct']
const productOf = (over: Partial<UserProduct> = {}): UserProduct => ({
  ...{ id: uuidv7(), productId: randomUUID(), productName: '세차', type: 'onetime', state: 'Available' },
  ...{
    price: 35_000,
    billingMonths: null,
    useLimit: 1,
    carLimit: null,
    carId: null,
    usesPerDay: null,
    usesPerStay: 1,
    subscription: null,
  },
  ...{
    storeIds: [],
    startsAt: at(0),
    endsAt: null,
    remainingUses: 1,
    orderId: null,
    nextBillingAt: null,
    dunning: null,
    coupon: null,
  },
  ...over,
})

type Changed = EventOf<'orders.orderChanged'> | EventOf<'orders.userProductChanged'>

function nameOf(payload: Changed) {
  if (!('order' in payload)) return 'orders.userProductChanged'
  return payload.version === 1 ? 'orders.orderPlaced' : 'orders.orderChanged'
}

/** Publishes events as the orders service does, in this order and batch size, and waits until they are handled. */
async function publish(changes: readonly Changed[], batch: number): Promise<void> {
  const orders = await member.backend.bus('orders')
  const messages = changes.map((payload) => ({
    id: uuidv7(),
    subject: eventSubject(nameOf(payload)),
    payload,
  }))
  for (let at = 0; at < messages.length; at += batch) await orders.publish(messages.slice(at, at + batch))
  await expect.poll(() => member.backend.backlog('member-events')).toBe(0)
}

test.each([1, 100])(
  "a member's page shows the last published orders and products, the newest first; %i in one batch",
  async (batch) => {
    const { id: memberId } = await member.addMember()
    const { id: other } = await member.addMember()
    const [first, second] = [orderOf(), orderOf({ createdAt: at(1) })]
    const paid = orderOf({ id: first.id, state: 'Completed', paidAt: at(2) })
    const [early, late] = [productOf(), productOf({ startsAt: at(3) })]
    const moved = productOf({ id: early.id, startsAt: at(4), remainingUses: 0, state: 'Complete' })
    const tag = () => member.etag(getMember, { id: memberId }, { actor })
    const seen = await tag()
    const changes = [
      { memberId, order: paid, version: 2 },
      { memberId, order: paid, version: 2 },
      { memberId, order: first, version: 1 },
      { memberId, order: second, version: 1 },
      { memberId: other, order: orderOf(), version: 1 },
      { memberId, userProduct: early, version: 1 },
      { memberId, userProduct: late, version: 1 },
      { memberId, userProduct: moved, version: 3 },
      { memberId, userProduct: early, version: 2 },
    ]
    await publish(changes, batch)
    const page = await detail(memberId)
    const without = { discount: 0, coupon: null } // in events of an earlier version
    expect(page.orders).toEqual([second, paid].map((each) => ({ ...without, ...each })))
    expect(page.products).toEqual([moved, late])
    expect(await tag()).not.toBe(seen)
    expect((await detail(other)).orders).toHaveLength(1)
  },
)

test('at most the newest hundred are shown', async () => {
  const { id: memberId } = await member.addMember()
  const { sql } = member.backend
  await sql`insert into member.orders (id, member_id, described, created_at, version)
    select uuidv7(), ${memberId}, ${sql.json(orderOf())}::jsonb || jsonb_build_object('amount', n), now() + make_interval(secs => n), 1
    from generate_series(1, 101) n`
  await sql`insert into member.user_products (id, member_id, described, starts_at, version)
    select uuidv7(), ${memberId}, ${sql.json(productOf())}::jsonb || jsonb_build_object('remainingUses', n), now() + make_interval(secs => n), 1
    from generate_series(1, 101) n`
  const { orders, products } = await detail(memberId)
  expect([orders.length, orders[0]?.amount, orders.at(-1)?.amount]).toEqual([100, 101, 2])
  expect([products.length, products[0]?.remainingUses, products.at(-1)?.remainingUses]).toEqual([100, 101, 2])
})

test('a member who would lose products or orders leaves with a confirmation only', async () => {
  const { id: memberId, actor: own } = await member.addMember()
  const { id: other } = await member.addMember()
  const [live, unpaid] = [productOf({ type: 'subscribe', productName: '정액' }), productOf({ type: 'subscribe' })]
  const [unused, usedUp, cancelled] = [productOf(), productOf(), productOf()]
  const [reserved, paid, created] = [orderOf({ state: 'Reserved' }), orderOf({ state: 'Paid' }), orderOf()]
  const done = orderOf({ state: 'Completed', userProductId: unused.id })
  const version = 1
  await publish(
    [
      { memberId, userProduct: { ...live, startsAt: at(1) }, version },
      { memberId, userProduct: { ...unpaid, startsAt: at(2), state: 'Unavailable' }, version },
      { memberId, userProduct: { ...unused, startsAt: at(3) }, version },
      { memberId, userProduct: { ...usedUp, state: 'Complete', remainingUses: 0 }, version },
      { memberId, userProduct: { ...cancelled, state: 'Cancel' }, version },
      { memberId, order: reserved, version },
      { memberId, order: { ...paid, createdAt: at(1) }, version },
      { memberId, order: created, version },
      { memberId, order: done, version },
      { memberId: other, userProduct: productOf(), version },
    ],
    100,
  )
  for (const input of [{}, { confirm: false }]) {
    const refused = member.call(deleteMe, input, { actor: own })
    await expect(refused).rejects.toMatchObject({
      code: 'LEAVE_NEEDS_CONFIRMATION',
      details: [
        { path: `subscriptions.${live.id}`, en: '정액: a live subscription.' },
        { path: `subscriptions.${unpaid.id}` },
        { path: `products.${unused.id}` },
        { path: `orders.${reserved.id}` },
        { path: `orders.${paid.id}` },
      ],
    })
  }
  expect((await detail(memberId)).products).toHaveLength(5)
  expect(await member.call(deleteMe, { confirm: true }, { actor: own })).toBeNull()
  await expect(detail(memberId)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' })
})

test('a member whose product is used up leaves without a confirmation', async () => {
  const { id: memberId, actor: own } = await member.addMember()
  const product = productOf()
  await publish([{ memberId, userProduct: product, version: 1 }], 1)
  await expect(member.call(deleteMe, {}, { actor: own })).rejects.toMatchObject({ code: 'LEAVE_NEEDS_CONFIRMATION' })
  await publish([{ memberId, userProduct: { ...product, state: 'Complete', remainingUses: 0 }, version: 2 }], 1)
  expect(await member.call(deleteMe, {}, { actor: own })).toBeNull()
})

test('orders stay when their member leaves, without a name', async () => {
  const { id: memberId, actor: own } = await member.addMember()
  await publish([{ memberId, order: orderOf(), version: 1 }], 1)
  await member.call(deleteMe, {}, { actor: own })
  await publish([{ memberId, userProduct: productOf(), version: 1 }], 1)
  const { sql } = member.backend
  expect(await sql`select from member.orders where member_id = ${memberId}`).toHaveLength(1)
  expect(await sql`select from member.user_products where member_id = ${memberId}`).toHaveLength(1)
})

test('members are found by the state of their products and by missing agreements, as far as the caller may see these', async () => {
  const names = ['subscribed', 'unpaid', 'ending', 'later', 'none'] as const
  const [subscribed, unpaid, ending, later, none] = await Promise.all(
    names.map(async (name) => (await member.addMember({ name: `표본 ${name}` })).id),
  )
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const plan = { type: 'subscribe', billingMonths: 1 } as const
  const dunning = { since: at(0), reason: 'limitExceeded', nextTryAt: at(60), amount: 35_000 } as const
  const held: [string | undefined, Partial<UserProduct>][] = [
    [subscribed, { ...plan, endsAt: inDays(3), nextBillingAt: inDays(3) }],
    [unpaid, { ...plan, state: 'Unavailable', endsAt: inDays(-1), nextBillingAt: inDays(-1), dunning }],
    [ending, { endsAt: inDays(6) }],
    [ending, { endsAt: inDays(2) }],
    [later, { endsAt: inDays(8) }],
    [later, { endsAt: inDays(-1), state: 'Complete' }],
  ]
  await publish(
    held.map(([memberId = '', over]) => ({ memberId, userProduct: productOf(over), version: 1 })),
    100,
  )
  const find = async (status: MemberStatus, asked: object = actor) => {
    const input = { q: '표본', status }
    const { content, totalElements } = await member.call(listMembers, input, { actor: asked as typeof actor })
    expect(await member.call(countMembers, input, { actor: asked as typeof actor })).toEqual({ count: totalElements })
    return content.map(({ id }) => id)
  }
  expect([await find('subscribed'), await find('unpaid'), await find('ending')]).toEqual([
    [subscribed],
    [unpaid],
    [ending],
  ])
  expect(await find('notAgreed')).toEqual([])

  const terms = { type: 'PRIVACY_POLICY', title: '개인정보' } as const
  const { termsId } = await member.addTerms(terms)
  await member.backend
    .sql`insert into member.agreements (member_id, terms_id, type, version, title, required, channel, agreed_at, withdrawn_at)
    select id, ${termsId}, 'PRIVACY_POLICY', 1, '', true, 'me', now(), case when id = ${none ?? ''} then now() end
    from member.members where name like '표본%' and id <> ${later ?? ''}`
  expect(new Set(await find('notAgreed'))).toEqual(new Set([none, later]))
  const { lines } = await member.call(
    exportMembers,
    { q: '표본', status: 'notAgreed', reason: '재동의 안내' },
    { actor },
  )
  expect(lines.split('\r\n')).toHaveLength(4)
  await member.addTerms({ ...terms, version: 2, effectiveAt: inDays(-0.0001) })
  expect(await find('notAgreed')).toHaveLength(5)
  await member.addTerms({ ...terms, version: 3, required: false, effectiveAt: inDays(-0.00005) })
  expect(await find('notAgreed')).toEqual([])

  const staff = { ...actor, adminRole: 'staff' }
  expect(await find('subscribed', staff)).toEqual([subscribed])
  for (const status of ['unpaid', 'notAgreed'] as const)
    await expect(find(status, staff)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
