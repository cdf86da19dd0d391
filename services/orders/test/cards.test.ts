import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { goodCard, newKey, op, providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll()

const cardOf = (cardNumber: string, birth = '900101') => {
  return { cardNumber, expiry: '2030-12', birth, passwordTwoDigits: '37' }
}
const list = (member: TestMember) => money.orders.call(op.listCards, {}, { actor: member.actor })
const data = cardOf(goodCard)
const keysAtProvider = () => money.provider.ledger().cards.map(({ customer_uid }) => customer_uid)

// ASVS 14.2.6
test('a card is stored as its issuer and its first and last digits; the first card is the main one', async () => {
  const member = await money.orders.addMember()
  const first = await money.card(member)
  expect(first).toMatchObject({ maskedNumber: '4111-****-****-1111', main: true, alias: null })
  const second = await money.orders.call(op.createCard, Object.assign(cardOf(goodCard), { alias: '법인' }), {
    actor: member.actor,
  })
  expect(second).toMatchObject({ main: false, alias: '법인' })
  const renamed = await money.orders.call(op.updateCard, { id: second.id, alias: ' \n ' }, { actor: member.actor })
  expect(renamed.alias).toBeNull() // a blank alias is removed
  await money.orders.call(op.updateCard, { id: second.id, main: true }, { actor: member.actor })
  expect((await list(member)).map(({ id, main }) => [id, main])).toEqual([
    [second.id, true],
    [first.id, false],
  ])
  await money.orders.call(op.deleteCard, { id: second.id }, { actor: member.actor })
  expect(await list(member)).toMatchObject([{ id: first.id, main: true }])
})

test('no table, event or stored response has more of a card than its first and last digits', async () => {
  const member = await money.orders.addMember()
  const canary = '5399-1234-8765-4321'
  await money.orders.call(op.createCard, cardOf(canary, '991231'), { actor: member.actor, idempotencyKey: newKey() })
  const [dump] = await money.orders.backend.sql<{ text: string }[]>`
    select string_agg(query_to_xml(format('select * from orders.%I', tablename), true, true, '')::text, '') as text
    from pg_tables where schemaname = 'orders'`
  expect(dump?.text).toContain('5399-****-****-4321')
  for (const secret of ['12348765', '1234-8765', '991231', '2030-12']) expect(dump?.text).not.toContain(secret)
  expect(JSON.stringify(money.orders.events)).not.toContain('8765')
})

// ASVS 2.3.2
test('a card that the issuer refuses is refused with the reason, and ten an hour are enough', async () => {
  const member = await money.orders.addMember()
  const expired = cardOf('4000-0000-0000-0069')
  const tries: string[] = []
  for (let at = 0; at < 11; at++)
    tries.push(await codeOf(money.orders.call(op.createCard, expired, { actor: member.actor })))
  expect(tries).toEqual([...Array.from({ length: 10 }, () => 'CARD_REFUSED'), 'RATE_LIMITED'])
  money.orders.clock.advance(3_600_000)
  expect(await codeOf(money.orders.call(op.createCard, data, { actor: member.actor }))).toBe('none')
})

test('a member has at most 20 cards, and tries at most 40 in an hour', async () => {
  const member = await money.orders.addMember()
  const add = () => money.orders.call(op.createCard, data, { actor: member.actor })
  for (let at = 0; at < 20; at++) await add()
  const issued = keysAtProvider().length
  expect(await codeOf(add())).toBe('CARD_LIMIT')
  expect(keysAtProvider()).toHaveLength(issued)
  money.provider.issueKey({ customer_uid: 'window-full' })
  const register = (customerUid: string) =>
    codeOf(money.orders.call(op.createCard, { customerUid }, { actor: member.actor }))
  expect(await register('window-full')).toBe('CARD_LIMIT')
  await waitFor(() => expect(keysAtProvider()).toHaveLength(issued)) // revoked, as nothing else would find it
  const kept = await money.orders.backend.sql<{ customer_uid: string }[]>`
    select customer_uid from orders.cards where member_id = ${member.id} and state = 'kept' limit 1`
  const registered = { customerUid: kept[0]?.customer_uid ?? '' }
  expect(await codeOf(money.orders.call(op.createCard, registered, { actor: member.actor }))).toBe('CARD_LIMIT')
  for (let at = 0; at < 19; at++) {
    const [, newest] = await list(member)
    await money.orders.call(op.deleteCard, { id: newest?.id ?? '' }, { actor: member.actor })
    await add()
  }
  const [, newest] = await list(member)
  await money.orders.call(op.deleteCard, { id: newest?.id ?? '' }, { actor: member.actor })
  expect(await codeOf(add())).toBe('RATE_LIMITED')
  money.provider.issueKey({ customer_uid: 'window-later' })
  expect(await register('window-later')).toBe('RATE_LIMITED')
  expect(keysAtProvider()).toContain('window-later') // for another try in an hour
})

test('a repeated request with the same key creates one card', async () => {
  const member = await money.orders.addMember()
  const extras = { actor: member.actor, idempotencyKey: newKey() }
  const first = await money.orders.call(op.createCard, data, extras)
  expect(await money.orders.call(op.createCard, data, extras)).toEqual(first)
  expect(await list(member)).toHaveLength(1)
})

test("a key issued in the provider's window can be registered once", async () => {
  const member = await money.orders.addMember()
  money.provider.issueKey({ customer_uid: 'window-1' })
  const card = await money.orders.call(op.createCard, { customerUid: 'window-1' }, { actor: member.actor })
  expect(card.maskedNumber).toMatch(/^\d{4}-\*{4}-\*{4}-\d{4}$/)
  const other = await money.orders.addMember()
  for (const customerUid of ['window-1', 'window-none']) {
    const call = money.orders.call(op.createCard, { customerUid }, { actor: other.actor })
    expect(await codeOf(call)).toBe('CARD_REFUSED')
  }
  for (const input of [{}, Object.assign(cardOf(goodCard), { customerUid: 'x' }), { cardNumber: goodCard }])
    expect(await codeOf(money.orders.call(op.createCard, input, { actor: other.actor }))).toBe('VALIDATION_FAILED')
})

test("another member's card is not found", async () => {
  const [member, other] = [await money.orders.addMember(), await money.orders.addMember()]
  const { id } = await money.card(member)
  expect(await codeOf(money.orders.call(op.updateCard, { id, alias: 'x' }, { actor: other.actor }))).toBe(
    'CARD_NOT_FOUND',
  )
  expect(await codeOf(money.orders.call(op.deleteCard, { id }, { actor: other.actor }))).toBe('CARD_NOT_FOUND')
})

test('a card is found by its id in either case', async () => {
  const member = await money.orders.addMember()
  const id = (await money.card(member)).id.toUpperCase()
  const extras = { actor: member.actor }
  expect(await money.orders.call(op.updateCard, { id, alias: '법인' }, extras)).toMatchObject({ alias: '법인' })
  expect(await codeOf(money.orders.call(op.deleteCard, { id }, extras))).toBe('none')
})

test('a key is revoked when its card is removed, the response of its issue was lost, or its member leaves', async () => {
  const member = await money.orders.addMember()
  const before = keysAtProvider().length
  const { id } = await money.card(member)
  await money.orders.call(op.deleteCard, { id }, { actor: member.actor })
  await waitFor(() => expect(keysAtProvider()).toHaveLength(before))

  money.provider.misbehave({ path: '/subscribe/customers/*', answer: 'drop' })
  expect(await codeOf(money.card(member))).toBe('UNAVAILABLE')
  expect(keysAtProvider()).toHaveLength(before + 1)
  money.orders.clock.advance(3 * 60_000)
  const { id: next } = await money.card(member)
  await money.orders.call(op.deleteCard, { id: next }, { actor: member.actor })
  await waitFor(() => expect(keysAtProvider()).toHaveLength(before))

  await money.card(member)
  await money.orders.publishAndWait('member.left', { memberId: member.id, leftAt: new Date().toISOString() })
  await waitFor(() => expect(keysAtProvider()).toHaveLength(before))
  expect(await codeOf(money.card(member))).toBe('UNAUTHENTICATED')
})
