import { randomUUID } from 'node:crypto'
import { contract, type Input, type Product } from '@kingcar/contract'
import { patiently, refusal } from '@kingcar/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { admin, someStore, startBeforeAll } from './catalog.ts'
import { addImage, isReferenced } from './images.ts'

const { createProduct, listProducts, arrangeProducts, getProduct, updateProduct, deleteProduct } = contract.catalog
const { listPublicProducts, getPublicProduct, createStore, deleteStore } = contract.catalog
const now = new Date('2026-01-06T01:00:00Z')
const catalog = startBeforeAll({ now: () => now })
beforeEach(async () => {
  await catalog.backend.sql`delete from catalog.products`
})

type New = Input<typeof createProduct>
type Change = Omit<Input<typeof updateProduct>, 'id'>
/** A named type, because the linter's type inference does not terminate otherwise. */
type Products = Product[]
type Places = Input<typeof arrangeProducts>['products']
type OfType = Input<typeof listProducts>
const input: New = { name: '프리미엄 손세차', type: 'onetime', price: 35_000 }
const create = (over: Partial<New> = {}, extras = {}): Promise<Product> =>
  catalog.call(createProduct, Object.assign({}, input, over), extras)
const createOnce = (over: Partial<New> = {}, idempotencyKey = randomUUID()): Promise<Product> =>
  patiently(() => create(over, { idempotencyKey }))
const update = (id: string, change: Change, extras = {}): Promise<Product> =>
  catalog.call(updateProduct, Object.assign({ id }, change), extras)
const arrange = (places: Places, extras = {}): Promise<Products> =>
  catalog.call(arrangeProducts, { products: places }, extras)
const arrangePatiently = (places: Places): Promise<Products> => patiently(() => arrange(places))
const list = (of: OfType = {}): Promise<Products> => catalog.call(listProducts, of)
const onSale = (of: OfType = {}): Promise<Products> => catalog.call(listPublicProducts, of)
const names = (products: Products) => products.map(({ name }) => name)
const tagOfAll = async (of: OfType = {}) => (await catalog.etag(listProducts, of)) ?? ''
const tagOf = async (id: string) => (await catalog.etag(getProduct, { id })) ?? ''
const numberOf = (tag: string) => Number(tag.replaceAll('"', ''))
const told = (id: string) =>
  catalog.events
    .filter(({ name, payload }) => name === 'catalog.productChanged' && payload.productId === id)
    .map(({ payload }) => payload)
const addStore = async (): Promise<string> => {
  return (await catalog.call(createStore, someStore)).id
}
const invalid = (...paths: string[]) => refusal('VALIDATION_FAILED', ...paths)
const noStore = (...at: number[]) => ({ code: 'STORE_NOT_FOUND', details: at.map((i) => ({ path: `storeIds.${i}` })) })

describe('createProduct', () => {
  test('returns what was stored, with defaults, and emits an event', async () => {
    const product = await create()
    const { id, createdAt, updatedAt, ...rest } = product
    const limits = { useLimit: 1, carLimit: null, usesPerDay: null, usesPerStay: 1 }
    const terms = {
      validityDays: null,
      firstPeriodPrice: null,
      trialDays: 0,
      commitmentPeriods: 0,
      pauseDaysPerYear: 0,
    }
    const sold = { ...input, billingMonths: null, ...limits, ...terms, storeIds: [], onSale: true }
    expect(rest).toEqual({ ...sold, description: '', imageId: null, displayOrder: 0 })
    expect(createdAt).toBe(updatedAt)
    for (const op of [getProduct, getPublicProduct])
      expect(await catalog.call(op, { id: id.toUpperCase() })).toEqual(product)
    const monthly = { billingMonths: 1, useLimit: null, carLimit: 1, usesPerDay: null }
    expect(await create({ type: 'subscribe' })).toMatchObject({ ...monthly, displayOrder: 1 })
    await expect.poll(() => told(id)).toEqual([{ productId: id, ...sold, removed: false, version: expect.any(Number) }])
    await expect.poll(() => catalog.audited(id)).toHaveLength(1)
    expect(catalog.audited(id)[0]).toMatchObject({
      action: 'createProduct',
      entity: 'product',
      before: null,
      after: rest,
    })
  })

  test('comes after the last one, also with 8 concurrent creations', async () => {
    await create({ displayOrder: 7 })
    const all = await Promise.all(Array.from({ length: 8 }, () => createOnce()))
    const places = all.map(({ displayOrder }) => displayOrder).toSorted((a, b) => a - b)
    expect(places).toEqual(Array.from({ length: 8 }, (_, at) => 8 + at))
  })

  test('runs once per idempotency key', async () => {
    const key = { idempotencyKey: 'product' }
    const first = await create({}, key)
    expect(await create({}, key)).toEqual(first)
    await expect(create({ price: 1 }, key)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await list()).toHaveLength(1)
  })

  test('rejects invalid fields, and names missing stores and images', async () => {
    await expect(create({ name: ' ', billingMonths: 3 })).rejects.toMatchObject(invalid('name', 'billingMonths'))
    const [store, closed] = [await addStore(), await addStore()]
    await catalog.call(deleteStore, { id: closed })
    await expect(create({ storeIds: [randomUUID(), store, closed] })).rejects.toMatchObject(noStore(0, 2))
    await expect(create({ imageId: randomUUID() })).rejects.toMatchObject(refusal('IMAGE_NOT_FOUND', 'imageId'))
    expect(await list()).toEqual([])
  })
})

describe('updateProduct', () => {
  test('changes only the given fields, emits an event and audits them', async () => {
    const [store, other, picture] = [await addStore(), await addStore(), await addImage(catalog)]
    const { id } = await create({ description: '첫째\r\n둘째', storeIds: [store] })
    const change = {
      type: 'subscribe' as const,
      useLimit: null,
      usesPerStay: 3,
      storeIds: [other.toUpperCase(), store],
    }
    const changed = await update(id.toUpperCase(), { ...change, imageId: picture.toUpperCase() })
    const terms = { type: 'subscribe', billingMonths: 1, useLimit: null, carLimit: 1, usesPerStay: 3 }
    const after = { ...terms, storeIds: [other, store] }
    expect(changed).toMatchObject({
      ...after,
      imageId: picture,
      description: '첫째\n둘째',
      updatedAt: now.toISOString(),
    })
    expect([await catalog.call(getProduct, { id }), await isReferenced(catalog, picture)]).toEqual([changed, true])
    const version = numberOf(await tagOf(id))
    await expect.poll(() => told(id).at(-1)).toMatchObject({ ...after, removed: false, version })
    await expect.poll(() => catalog.audited(id)).toHaveLength(2)
    expect(catalog.audited(id)[1]).toEqual(
      expect.objectContaining({
        ...{ action: 'updateProduct', entity: 'product', actorId: admin.id },
        before: {
          ...{ type: 'onetime', billingMonths: null, useLimit: 1, carLimit: null, usesPerStay: 1 },
          ...{ storeIds: [store], imageId: null },
        },
        after: { ...after, imageId: picture },
      }),
    )
    const sale = { firstPeriodPrice: 9_900, trialDays: 7, commitmentPeriods: 3, pauseDaysPerYear: 30 }
    expect(await update(id, sale)).toMatchObject({ ...sale, validityDays: null })
    await expect.poll(() => told(id).at(-1)).toMatchObject({ ...sale, validityDays: null })
    await update(id, { imageId: null })
    expect(await isReferenced(catalog, picture)).toBe(false)
    await expect(update(id, { type: 'onetime', billingMonths: 2 })).rejects.toMatchObject(invalid('billingMonths'))
    await expect(update(id, { storeIds: [store, randomUUID()] })).rejects.toMatchObject(noStore(1))
  })

  test('checks If-Match; a no-op keeps the version', async () => {
    const { id } = await create()
    const ifMatch = await tagOf(id)
    const first = numberOf(ifMatch)
    await update(id, input, { ifMatch })
    await update(id, { price: 1 }, { ifMatch })
    expect(await tagOf(id)).toBe(`"${first + 1}"`)
    const stale = { code: 'CHANGED_SINCE', details: [{ path: 'price' }] }
    await expect(update(id, { price: 2 }, { ifMatch })).rejects.toMatchObject(stale)
    await expect(catalog.call(deleteProduct, { id }, { ifMatch })).rejects.toMatchObject(stale)
    const next = await tagOf(id)
    const all = Array.from({ length: 20 }, (_, at) => update(id, { price: 10 + at }, { ifMatch: next }))
    expect((await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect.poll(() => told(id).map(({ version }) => version)).toEqual([first, first + 1, first + 2])
  })
})

test('next to a process that counts each product separately, versions never repeat or decrease', async () => {
  const { id } = await create()
  const countForItself = async () => {
    const [row] = await catalog.backend
      .sql`update catalog.products set version = version + 5 where id = ${id} returning version`
    return Number(row?.version)
  }
  const first = await countForItself()
  await update(id, { price: 1 }, { ifMatch: await tagOf(id) })
  expect(await tagOf(id)).toBe(`"${first + 1}"`)
  const second = await countForItself()
  await arrange([{ id, displayOrder: 7 }], { ifMatch: await tagOf(id) })
  expect([await tagOf(id), await tagOfAll()]).toEqual([`"${second + 1}"`, `"${second + 1}"`])
  const third = await countForItself()
  await catalog.call(deleteProduct, { id }, { ifMatch: await tagOf(id) })
  const versions = () => told(id).map(({ version }) => version)
  await expect.poll(versions).toEqual([expect.any(Number), first + 1, second + 1, third + 1])
  expect(numberOf(await tagOfAll())).toBe(third + 1)
})

describe('the deletion of a product whose subscriptions renew', () => {
  const removed = (id: string) =>
    catalog.events
      .filter(({ name, payload }) => name === 'catalog.productChanged' && payload.productId === id)
      .filter(({ payload }) => payload.removed === true)

  test('requires a decision about them, and returns their number', async () => {
    const { id } = await create({ type: 'subscribe' })
    catalog.setRenewing(id, 12)
    await expect(catalog.call(deleteProduct, { id })).rejects.toMatchObject({
      code: 'LIVE_SUBSCRIPTIONS',
      details: [{ path: 'subscriptions', en: '12 subscriptions of the product renew.' }],
    })
    catalog.setRenewing(id, undefined)
    await expect(catalog.call(deleteProduct, { id })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await catalog.call(getProduct, { id })).toMatchObject({ id })
  })

  test.each([
    ['keep', false],
    ['stop', true],
  ] as const)('with %s publishes the decision and records it', async (subscriptions, stopsSubscriptions) => {
    const { id } = await create({ type: 'subscribe' })
    catalog.setRenewing(id, undefined)
    await catalog.call(deleteProduct, { id, subscriptions })
    await expect.poll(() => removed(id)).toMatchObject([{ payload: { stopsSubscriptions } }])
    await expect
      .poll(() => catalog.audited(id).at(-1))
      .toMatchObject({ action: 'deleteProduct', after: { subscriptions } })
  })
})

describe('arrangeProducts', () => {
  test('moves the given products, and returns all in the new order', async () => {
    const [a, b, c] = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })]
    const [before, tagOfB] = [await tagOfAll(), await tagOf(b.id)]
    const places = [
      { id: c.id.toUpperCase(), displayOrder: 0 },
      { id: b.id, displayOrder: b.displayOrder },
      { id: a.id, displayOrder: 1 },
    ]
    const arranged = await arrange(places, { ifMatch: before })
    expect(names(arranged)).toEqual(['c', 'a', 'b'])
    expect([await list(), await onSale()]).toEqual([arranged, arranged])
    const tag = await tagOfAll()
    expect(numberOf(tag)).toBe(numberOf(before) + 1)
    expect([await tagOf(c.id), await tagOf(b.id), await tagOf(a.id)]).toEqual([tag, tagOfB, tag])
    expect(await tagOfAll({ productType: 'subscribe' })).toBe(tag)
    await expect.poll(() => told(a.id).at(-1)).toMatchObject({ version: numberOf(tag), removed: false })
    await expect
      .poll(() => [a, b, c].map(({ id }) => [told(id).length, catalog.audited(id).length]))
      .toEqual([
        [2, 2],
        [1, 1],
        [2, 2],
      ])
    expect(catalog.audited(c.id)[1]).toMatchObject({
      ...{ action: 'arrangeProducts', entity: 'product', actorId: admin.id },
      before: { displayOrder: 2 },
      after: { displayOrder: 0 },
    })
    expect(await arrange(places, { ifMatch: tag })).toEqual(arranged) // changes nothing
    expect(await tagOfAll()).toBe(tag)
  })

  test('is all or nothing', async () => {
    const [a, gone] = [await create(), await create()]
    await catalog.call(deleteProduct, { id: gone.id })
    const tag = await tagOfAll()
    const wrong: [string, object][] = [
      [a.id.toUpperCase(), invalid('products.1.id')],
      [gone.id, { code: 'PRODUCT_NOT_FOUND', details: [{ path: 'products.1.id' }] }],
      [randomUUID(), { code: 'PRODUCT_NOT_FOUND', details: [{ path: 'products.1.id' }] }],
    ]
    for (const [id, error] of wrong) {
      const places = [
        { id: a.id, displayOrder: 9 },
        { id, displayOrder: 1 },
      ]
      await expect(arrange(places)).rejects.toMatchObject(error)
    }
    expect([await list(), await tagOfAll()]).toEqual([[a], tag])
  })

  test('accepts the ETag of the list or of a row while the given rows are unchanged', async () => {
    const [a, b] = [await create(), await create()]
    const ifMatch = await tagOfAll()
    await update(a.id, { price: 1 }, { ifMatch })
    await arrange([{ id: b.id, displayOrder: 5 }], { ifMatch })
    await arrange([{ id: b.id, displayOrder: 6 }], { ifMatch: await tagOf(b.id) })
    const stale = arrange(
      [
        { id: a.id, displayOrder: 3 },
        { id: b.id, displayOrder: 4 },
      ],
      { ifMatch },
    )
    const details = [{ path: 'products.0.price' }, { path: 'products.1.displayOrder' }]
    await expect(stale).rejects.toMatchObject({ code: 'CHANGED_SINCE', details })
    await expect(update(b.id, { price: 1 }, { ifMatch })).rejects.toMatchObject(
      refusal('CHANGED_SINCE', 'displayOrder'),
    )
    expect((await list()).map(({ displayOrder }) => displayOrder)).toEqual([0, 6])
  })

  test('20 concurrent calls do not deadlock and leave one consistent order, also with 200 products', async () => {
    await catalog.backend.sql`
      insert into catalog.products (name, description, type, price, use_limit, store_ids, on_sale, display_order)
      select 'mass', '', 'onetime', 1, 1, '{}', true, i from generate_series(1, 200) i`
    const ids = (await list()).map(({ id }) => id)
    const places = (of: string[], from: number): Places => of.map((id, at) => ({ id, displayOrder: from + at }))
    await arrangePatiently(places(ids.toReversed(), 0))
    const four = ids.slice(0, 4)
    await Promise.all(
      Array.from({ length: 20 }, (_, batch) => {
        const turned = places(batch % 2 ? four : four.toReversed(), 1_000 * (batch + 1))
        return arrangePatiently(turned)
      }),
    )
    const order = (await list()).map(({ id }) => id)
    expect(order.slice(0, -4)).toEqual(ids.slice(4).toReversed())
    expect([four, four.toReversed()]).toContainEqual(order.slice(-4))
  })
})

test('lists are in order, of one type or both, and members see products on sale', async () => {
  await create({ name: '둘', displayOrder: 2 })
  const hidden = await create({ name: '숨김', displayOrder: 1, onSale: false })
  await create({ name: '셋', displayOrder: 2, type: 'subscribe' })
  await create({ name: '하나', displayOrder: 0, type: 'subscribe' })
  expect(names(await list())).toEqual(['하나', '숨김', '둘', '셋'])
  expect(names(await list({ productType: 'onetime' }))).toEqual(['숨김', '둘'])
  expect(names(await onSale())).toEqual(['하나', '둘', '셋'])
  expect(names(await onSale({ productType: 'onetime' }))).toEqual(['둘'])
  await expect(catalog.call(getPublicProduct, { id: hidden.id })).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
  await update(hidden.id, { onSale: true })
  expect(names(await onSale({ productType: 'onetime' }))).toEqual(['숨김', '둘'])
})

test('a deleted product is not found, its row stays, and an event is emitted', async () => {
  const [store, picture] = [await addStore(), await addImage(catalog)]
  const { id } = await create({ storeIds: [store], imageId: picture })
  expect(await catalog.call(deleteProduct, { id: id.toUpperCase() })).toBeNull()
  for (const op of [getProduct, getPublicProduct, updateProduct, deleteProduct])
    await expect(catalog.call(op, { id })).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
  expect([await list(), await onSale(), await isReferenced(catalog, picture)]).toEqual([[], [], false])
  expect(await catalog.backend.sql`select from catalog.products where id = ${id}`).toHaveLength(1)
  await expect.poll(() => told(id).at(-1)).toMatchObject({ removed: true, version: numberOf(await tagOfAll()) })
  await expect.poll(() => catalog.audited(id).at(-1)).toMatchObject({ action: 'deleteProduct', after: null })
  await catalog.call(deleteStore, { id: store }) // no product refers to it any more
})

describe('a store that a product refers to', () => {
  test('cannot be closed', async () => {
    const store = await addStore()
    const { id } = await create({ storeIds: [await addStore(), store], onSale: false })
    await expect(catalog.call(deleteStore, { id: store.toUpperCase() })).rejects.toMatchObject({ code: 'IN_USE' })
    await update(id, { storeIds: [] })
    await catalog.call(deleteStore, { id: store })
  })

  test('of a concurrent product creation and store deletion one fails', async () => {
    for (let round = 0; round < 10; round += 1) {
      const store = await addStore()
      const [closed, made] = await Promise.allSettled([
        catalog.call(deleteStore, { id: store }),
        create({ storeIds: [store] }),
      ])
      if (made.status === 'fulfilled') expect(closed).toMatchObject({ reason: { code: 'IN_USE' } })
      else expect([closed.status, made]).toMatchObject(['fulfilled', { reason: noStore(0) }])
    }
  })

  test('stays locked while a product that refers to it is created', async () => {
    const store = await addStore()
    const { sql } = catalog.backend
    const outcome = await sql.begin(async (tx) => {
      await tx`select from catalog.stores where id = ${store} for update`
      const made = create({ storeIds: [store] })
      const waiting = () => sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
      await tx`update catalog.stores set deleted_at = now() where id = ${store}`
      return { made: made.catch((error: unknown) => error) }
    })
    expect(await outcome.made).toMatchObject(noStore(0))
  })

  test('is found by an index', async () => {
    const { sql } = catalog.backend
    await sql`
      insert into catalog.products (name, description, type, price, use_limit, store_ids, on_sale, display_order)
      select 'mass', '', 'onetime', 1, 1, array[uuidv7(), uuidv7()], true, 1 from generate_series(1, 1000)`
    await sql`analyze catalog.products`
    const plan = await sql.begin(async (tx) => {
      await tx`set local search_path to catalog`
      return tx`explain select id from products
        where store_ids @> array[${randomUUID()}]::uuid[] and deleted_at is null limit 1`
    })
    expect(JSON.stringify(plan)).toContain('products_of_store')
  })
})

test('products are rejected before their list exceeds a bus message, also with concurrent writes', async () => {
  const full = invalid('')
  const description = '"'.repeat(5_000)
  const storeIds = Array.from({ length: 20 }, () => randomUUID())
  await catalog.backend.sql`
    insert into catalog.products (name, description, type, price, use_limit, store_ids, on_sale, display_order)
    select 'mass', ${description}, 'onetime', 100000000, 100000, ${storeIds}, false, 1000000
    from generate_series(1, 63)`
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => createOnce({ description })))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: full })
  expect(refused).toHaveLength(3)
  const all = await list()
  expect(all).toHaveLength(70)
  expect(Buffer.byteLength(JSON.stringify(all))).toBeLessThanOrEqual(768 * 1024)
  const { id } = await create({ name: '작은' })
  await expect(update(id, { description })).rejects.toMatchObject(full)
  await catalog.call(deleteProduct, { id: all[0]?.id ?? '' })
  await update(id, { description })
})
