import { demoBannerTitles } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { isDemoRow } from '@kingcar/service'
import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { banners, imageUses, notices, products, stores } from '../tables.ts'

/** A row of the demo that exists, and whether a person edited it or gave it pictures. */
export type DemoRow = { id: string; edited: boolean }

/** The order of a list is not part of what is edited. */
const isEdited = (fieldVersions: PgColumn) => sql<boolean>`${fieldVersions} - 'displayOrder' <> '{}'`
/** Unlike other rows, a banner stores the versions of its fields already when it is created: it is edited if they differ. */
const isEditedBanner = sql<boolean>`(
  select count(distinct value) from jsonb_each_text(${banners.fieldVersions} - 'displayOrder')
) > 1`
const hasImage = (id: PgColumn) => sql<boolean>`exists (select from ${imageUses} where ${imageUses.entityId} = ${id})`

/** The demo's rows of each kind. */
export async function findDemoRows(read: Reader) {
  const find = (table: typeof stores | typeof products | typeof notices, condition?: SQL): Promise<DemoRow[]> =>
    read
      .select({ id: table.id, edited: sql<boolean>`${isEdited(table.fieldVersions)} or ${hasImage(table.id)}` })
      .from(table)
      .where(and(isDemoRow(table.id), condition))
  const [storeRows, productRows, noticeRows, bannerRows] = await Promise.all([
    find(stores, isNull(stores.deletedAt)),
    find(products, isNull(products.deletedAt)),
    find(notices),
    read
      .select({ id: banners.id, edited: isEditedBanner })
      .from(banners)
      .where(inArray(banners.title, Object.values(demoBannerTitles))),
  ])
  return { stores: storeRows, products: productRows, notices: noticeRows, banners: bannerRows }
}

/** The stores to which products refer; without deleted products and without these products. */
export async function findStoresOfProducts(read: Reader, without: readonly string[]): Promise<string[]> {
  const rows = await read
    .select({ id: products.id, storeIds: products.storeIds })
    .from(products)
    .where(and(isNull(products.deletedAt), sql`cardinality(${products.storeIds}) > 0`))
  return rows.filter(({ id }) => !without.includes(id)).flatMap(({ storeIds }) => storeIds)
}
