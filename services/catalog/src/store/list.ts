import type { contract, Input, PageOf, Store } from '@kingcar/contract'
import { page } from '@kingcar/db'
import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { groundMeters, parseNear, toPoint } from './near.ts'
import { kept, shown, toStore } from './table.ts'

const columns = { id: stores.id, createdAt: stores.createdAt, name: stores.name }
const newestFirst = 'createdAt,desc'
type PageInput = Input<typeof contract.catalog.listStores>

/** Stores, hidden ones too; the newest first unless asked otherwise. */
export const listStores = (ctx: Ctx, input: PageInput): Promise<PageOf<Store>> => listBySort(ctx, input, kept)

/** Stores that members see; with `near` the closest first, whatever `sort` says. */
export const listPublicStores = (
  ctx: Ctx,
  { near, ...input }: Input<typeof contract.catalog.listPublicStores>,
): Promise<PageOf<Store>> => (near === undefined ? listBySort(ctx, input, shown) : listByDistance(ctx, input, near))

function listBySort({ db, now }: Ctx, input: PageInput, which: SQL | undefined): Promise<PageOf<Store>> {
  return page(
    input,
    columns,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await db.read
        .select()
        .from(stores)
        .where(which)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map((row) => toStore(row, now()))
    },
    () => db.read.$count(stores, which),
  )
}

function listByDistance({ db, now }: Ctx, input: PageInput, near: string): Promise<PageOf<Store>> {
  const [x, y, z] = toPoint(parseNear(near))
  const chord = sql<number>`position <-> cube(array[${x}, ${y}, ${z}]::float8[])`
  return page(
    input,
    columns,
    newestFirst,
    async ({ limit, offset }) => {
      const rows = await db.read
        .select({ row: getTableColumns(stores), chord })
        .from(stores)
        .where(shown)
        .orderBy(asc(chord), asc(stores.id))
        .limit(limit)
        .offset(offset)
      return rows.map(({ row, chord: length }) =>
        Object.assign(toStore(row, now()), { distanceMeters: groundMeters(length) }),
      )
    },
    () => db.read.$count(stores, shown),
  )
}
