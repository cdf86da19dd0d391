import type { Database } from '@kingcar/db'
import { demoDeadline, demoNotices, demoProducts, demoStores } from '@kingcar/service/demo'
import { emitNoticeChanged } from '../notice/queries.ts'
import { emitProductChanged, lockProducts, nextProductOrder, storeProductRevision } from '../product/queries.ts'
import { emitStoreChanged } from '../store/queries.ts'
import { notices, products, stores } from '../tables.ts'

/**
 * Stores the demo's stores, products and notices once; rows that were changed or deleted since stay so.
 * @returns the number of new stores
 */
export function storeDemoCatalog(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const now = new Date()
    const rest = { addressDetail: null, closedDates: [], imageIds: [], visible: true }
    const opened = await tx
      .insert(stores)
      .values(demoStores.map((store, index) => ({ ...store, ...rest, createdAt: new Date(now.getTime() + index) })))
      .onConflictDoNothing()
      .returning()
    if (opened.length === 0) return 0
    for (const store of opened) await emitStoreChanged(tx, store, store.name)
    const version = (await lockProducts(tx)) + 1
    const order = await nextProductOrder(tx)
    const all = Object.values(demoProducts).map((product, index) => ({
      ...{
        ...product,
        usesPerDay: null,
        usesPerStay: 1,
        storeIds: [],
        imageId: null,
        onSale: true,
        displayOrder: order + index,
        version,
      },
    }))
    const sold = await tx.insert(products).values(all).onConflictDoNothing().returning()
    await storeProductRevision(tx, version)
    for (const product of sold) await emitProductChanged(tx, product, { removed: false })
    const published = demoNotices.map((notice) => ({ ...notice, publishedAt: now }))
    const added = await tx.insert(notices).values(published).onConflictDoNothing().returning()
    for (const notice of added) await emitNoticeChanged(tx, notice)
    return opened.length
  }, demoDeadline)
}
