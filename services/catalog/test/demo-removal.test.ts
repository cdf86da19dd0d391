import { contract, type DemoPart, demoBannerTitles, partOf, served } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { demoNotices, demoProducts, demoStores } from '@kingcar/service/demo'
import { testProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { storeDemoCatalog } from '../src/demo/store-catalog.ts'
import { someStore, startTestCatalog } from './catalog.ts'
import { addImage } from './images.ts'

const { getDemo, removeDemo } = served.catalog
const { createProduct, createBanner, createStore, updateNotice, listStores, listProducts } = contract.catalog

test('what a person edited or uses stays, the rest is deleted, and it does not come back', async () => {
  await using catalog = await startTestCatalog()
  const { backend, options } = catalog
  await using db = await openDatabase({
    ...{ url: options.DATABASE_URL, schema: 'catalog', name: 'catalog-demo', log: testProcess().log },
  })
  await storeDemoCatalog(db)
  const [first, second, third] = demoStores
  const used: Required<DemoPart>['inUse'] = {
    ...{ storeIds: [first?.id ?? ''], productIds: [demoProducts.handWash.id], memberIds: [] },
  }
  for (const service of ['orders', 'recognition', 'member'] as const) {
    const inUse = service === 'recognition' ? { ...used, productIds: [] } : { ...used, storeIds: [] }
    const part = partOf(contract.gateway.getDemo, service)
    await (await backend.bus(service)).serve({ getDemo: part }, undefined, {
      getDemo: async () => ({ items: [], inUse }),
    })
  }
  await catalog.call(createProduct, { name: '왁스', type: 'onetime', price: 1_000, storeIds: [second?.id ?? ''] })
  const own = await catalog.call(createStore, someStore)
  const imageId = await addImage(catalog)
  for (const title of [demoBannerTitles.winter, '우리 배너']) await catalog.call(createBanner, { title, imageId })
  const [edited] = demoNotices
  await catalog.call(updateNotice, { noticeId: edited?.id ?? '', title: '바뀐 제목' })
  const items = (kept: boolean) => [
    { kind: 'stores', removable: kept ? 0 : 1, kept: 2 },
    { kind: 'products', removable: kept ? 0 : 3, kept: 1 },
    { kind: 'banners', removable: kept ? 0 : 1, kept: 0 },
    { kind: 'notices', removable: kept ? 0 : 1, kept: 1 },
  ]
  expect(await catalog.call(getDemo, {})).toEqual({ items: items(false) })

  await Promise.all([1, 2].map(() => catalog.call(removeDemo, {})))
  expect(await catalog.call(removeDemo, {})).toEqual({ items: items(true) })
  const stores = (await catalog.call(listStores, { size: 100 })).content.map(({ id }) => id)
  expect(new Set(stores)).toEqual(new Set([own.id, first?.id, second?.id]))
  expect((await catalog.call(listProducts, {})).map(({ name }) => name)).toEqual([demoProducts.handWash.name, '왁스'])
  const closed = catalog.events.filter(({ name, payload }) => name === 'catalog.storeChanged' && payload.name === null)
  expect(closed.map(({ payload }) => payload.storeId)).toEqual([third?.id])
  expect(catalog.audited('catalog')[0]).toMatchObject({ action: 'removeDemo', before: { stores: 1, products: 3 } })

  expect(await storeDemoCatalog(db)).toBe(0)
  expect(await catalog.call(getDemo, {})).toEqual({ items: items(true) })
})
