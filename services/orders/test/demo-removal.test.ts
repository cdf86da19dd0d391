import { randomUUID } from 'node:crypto'
import { demoIdTime, served } from '@kingcar/contract'
import { openDatabase, uuidv7Time } from '@kingcar/db'
import { demoHistory, grantedProduct } from '@kingcar/service/demo'
import { testProcess } from '@kingcar/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeDemoMembers } from '../src/demo/queries.ts'
import { storeDemoOrders } from '../src/demo/store-orders.ts'
import { expectFiguresToBeExact } from './figures.ts'
import { rowInserter } from './insert-rows.ts'
import { startTestOrders } from './orders-service.ts'
import { startOrdersWithProvider } from './orders-with-provider.ts'

const { getDemo, removeDemo } = served.orders
const until = new Date()
const history = demoHistory(until)
const granted = grantedProduct(until.getTime())
const isDemo = (id: string) => uuidv7Time(id) === demoIdTime
const tables = ['orders', 'user_products', 'use_logs', 'cards', 'intents'] as const

/** What a person can make of a member of the demo. */
const deeds = ['order', 'grant', 'card', 'useByHand', 'ownCharge', 'openCharge', 'renewal', 'use', 'nothing'] as const
const someDeeds = fc.array(fc.record({ deed: fc.constantFrom(...deeds), at: fc.nat(30) }), { maxLength: 12 })
/** Those after which the member stays. */
const keeping: readonly string[] = ['order', 'grant', 'card', 'useByHand', 'ownCharge', 'openCharge']

test('whatever a person did with members of the demo, their rows stay, the rest goes, and figures are exact', async () => {
  await using orders = await startTestOrders({ now: () => new Date() })
  const { sql } = orders.backend
  const { DATABASE_URL: url } = orders.options
  await using db = await openDatabase({ url, schema: 'orders', name: 'orders-demo', log: testProcess().log })
  const rows = rowInserter(sql)
  const { useLog: addUse } = rows
  const subscribed = history.userProducts.filter(({ product }) => product.type === 'subscribe')
  const stranger = await orders.addMember({ name: '김수진' })
  const product = history.userProducts[0]?.product.id ?? ''
  await rows.order({ memberId: stranger.id, product_id: product, state: 'Completed', paid_at: new Date() })
  await rows.userProduct({ memberId: stranger.id })
  /** Every row; whether its end was announced depends on when the job ran. */
  const all = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => {
          const rows = await sql`select * from orders.${sql(table)} order by id`
          return [table, rows.map(({ announced_end: _end, announced_renewal: _renewal, ...row }) => row)]
        }),
      ),
    ) as Record<(typeof tables)[number], ({ id: string } & Record<string, unknown>)[]>

  const act = async (deed: (typeof deeds)[number], at: number): Promise<string | undefined> => {
    const own = subscribed[at % subscribed.length]
    if (!own) return undefined
    const { memberId, id: userProductId } = own
    const card = {
      ...{ id: randomUUID(), member_id: memberId, customer_uid: randomUUID(), issuer: '카드', main: false },
    }
    const kept = { masked_number: '1', state: 'kept', created_at: new Date(), changed_at: new Date() }
    const renewal = (state: string) =>
      rows.order({
        ...{
          memberId,
          state,
          renews: userProductId,
          user_product_id: userProductId,
          renewal_attempt: 900 + rowsMade++,
        },
        ...{
          renewal_due_at: new Date(),
          product_type: 'subscribe',
          paid_at: state === 'Completed' ? new Date() : null,
        },
      })
    const charge = async (orderId: string, cardId: string, state: string) =>
      sql`insert into orders.intents ${sql({
        ...{ id: randomUUID(), order_id: orderId, kind: 'charge', state, card_id: cardId, amount: 1, cause: 'renewal' },
        ...{ created_at: new Date(), try_at: state === 'open' ? new Date(Date.now() + 86_400_000) : null },
      })}`
    if (deed === 'order') await rows.order({ memberId, state: 'Cancel' })
    if (deed === 'grant') await rows.userProduct({ memberId })
    if (deed === 'card') await sql`insert into orders.cards ${sql({ ...card, ...kept })}`
    if (deed === 'useByHand') await addUse({ memberId, userProductId, by_hand: true })
    if (deed === 'use') await addUse({ memberId, userProductId, visit_id: randomUUID() })
    if (deed === 'renewal') {
      const { id } = await renewal('Fail')
      await rows.entry(id, { cause: 'renewal' })
      await rows.entry(id, { from_state: 'Create', to_state: 'Fail', cause: 'paymentFailed' })
    }
    if (deed === 'openCharge') await charge((await renewal('Create')).id, demoCardOf(memberId), 'open')
    if (deed === 'ownCharge') {
      await sql`insert into orders.cards ${sql({ ...card, ...kept, state: 'removed', revoked_at: new Date() })}`
      await charge((await renewal('Completed')).id, card.id, 'done')
    }
    return keeping.includes(deed) ? memberId : undefined
  }
  let rowsMade = 0
  const demoCardOf = (memberId: string) => history.cards.find((card) => card.memberId === memberId)?.id ?? ''

  await fc.assert(
    fc.asyncProperty(someDeeds, async (some) => {
      await storeDemoOrders(db, granted, history)
      const kept = new Set<string>()
      for (const { deed, at } of some) {
        const memberId = await act(deed, at)
        if (memberId !== undefined) kept.add(memberId)
      }
      const before = await all()
      const { inUse } = await orders.call(getDemo, {})
      expect(new Set(inUse?.memberIds)).toEqual(kept)
      expect(inUse?.productIds).toContain(product)

      await db.transaction((tx) => removeDemoMembers(tx, 7)) // an earlier removal that was interrupted
      const [one, other] = await Promise.all([1, 2].map(() => orders.call(removeDemo, {})))
      expect(one?.items.map(({ kind, kept }) => [kind, kept])).toEqual(
        other?.items.map(({ kind, kept }) => [kind, kept]),
      )
      const after = await all()
      const isOfPerson = ({ member_id: memberId, order_id: orderId }: Record<string, unknown>) => {
        const owner = memberId ?? before.orders.find(({ id }) => id === orderId)?.member_id
        return !isDemo(String(owner)) || kept.has(String(owner))
      }
      for (const table of tables) expect(after[table]).toEqual(before[table].filter(isOfPerson))
      await expectFiguresToBeExact(sql)
      expect((await orders.call(removeDemo, {})).items.map(({ removable }) => removable)).toEqual([0, 0, 0])

      // The members who stayed are removed for the next run.
      await sql`delete from orders.intents where order_id in (select id from orders.orders where member_id = any(${[...kept]}))`
      await sql`delete from orders.ledger where order_id in (select id from orders.orders where member_id = any(${[...kept]}))`
      for (const table of ['use_logs', 'orders', 'user_products', 'cards'])
        await sql`delete from orders.${sql(table)} where member_id = any(${[...kept]})`
    }),
    // a smaller example would begin with the rows that the failed one left
    { endOnFailure: true, numRuns: 8, examples: [[deeds.map((deed, at) => ({ deed, at }))]] },
  )
})

test('no removed subscription renews afterwards, and members who stay renew', async () => {
  let ahead = 0
  await using started = await startOrdersWithProvider({ now: () => new Date(Date.now() + ahead) })
  const { orders, provider } = started
  const { sql } = orders.backend
  const { DATABASE_URL: url } = orders.options
  await using db = await openDatabase({ url, schema: 'orders', name: 'orders-demo', log: testProcess().log })
  const { providerHistory } = await import('../src/demo/provider-history.ts')
  provider.history(providerHistory(history))
  await storeDemoOrders(db, granted, history)
  const staying = history.userProducts.find(({ nextBillingAt, unpaid }) => nextBillingAt !== null && !unpaid)
  if (!staying) throw new Error('no subscription renews')
  await rowInserter(sql).userProduct({ memberId: staying.memberId })
  await orders.call(removeDemo, {})
  const { payments } = provider.ledger()
  ahead = 32 * 24 * 60 * 60_000
  const renewed = () => sql<{ member_id: string }[]>`
    select member_id from orders.orders where renews is not null and created_at > ${until} and state = 'Completed'`
  await expect.poll(renewed).not.toEqual([])
  expect(new Set((await renewed()).map((each) => each.member_id))).toEqual(new Set([staying.memberId]))
  const added = provider.ledger().payments.length - payments.length
  expect(added).toBe((await renewed()).length)
})
