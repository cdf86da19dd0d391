import type { Caller } from '@kingcar/bus'
import type { contract, Input, PageOf, Store } from '@kingcar/contract'
import { inSlice, ofStores, page, pageInFixedOrder } from '@kingcar/db'
import { and, asc, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { groundMeters, parseNear, toPoint } from './location.ts'
import { notDeleted, publiclyVisible, toStore } from './queries.ts'

const columns = { id: stores.id, createdAt: stores.createdAt, name: stores.name }
const filters = { kept: notDeleted, shown: publiclyVisible }
const newestFirst = 'createdAt,desc'
type PageInput = Input<typeof contract.catalog.listStores>

/** Stores, including hidden ones; by default the newest first. */
export const listStores = (
  ctx: Pick<Ctx, 'db' | 'now' | 'stores'>,
  input: PageInput,
  caller: Caller,
): Promise<PageOf<Store>> => listBySort(ctx, input, 'kept', caller.stores)

/** Visible stores. With `near` the closest first; `sort` is then ignored. */
export const listPublicStores = (
  ctx: Pick<Ctx, 'db' | 'now' | 'stores'>,
  { near, ...input }: Input<typeof contract.catalog.listPublicStores>,
): Promise<PageOf<Store>> => (near === undefined ? listBySort(ctx, input, 'shown') : listByDistance(ctx, input, near))

function listBySort(
  ctx: Pick<Ctx, 'db' | 'now' | 'stores'>,
  input: PageInput,
  total: 'kept' | 'shown',
  own?: Caller['stores'],
): Promise<PageOf<Store>> {
  const { read } = ctx.db
  const filter = and(filters[total], ofStores(stores.id, own))
  return page(
    input,
    columns,
    newestFirst,
    async (slice) => {
      const rows = await read
        .select()
        .from(stores)
        .where(inSlice(read, stores, filter, slice))
        .orderBy(...slice.orderBy)
      const now = ctx.now()
      return rows.map((row) => toStore(row, now))
    },
    async () => (own ? read.$count(stores, filter) : (await ctx.stores.total())[total]),
  )
}

function listByDistance(
  ctx: Pick<Ctx, 'db' | 'now' | 'stores'>,
  input: PageInput,
  near: string,
): Promise<PageOf<Store>> {
  const { read } = ctx.db
  const [x, y, z] = toPoint(parseNear(near))
  const chord = sql<number>`position <-> cube(array[${x}, ${y}, ${z}]::float8[])`
  const orderBy = [asc(chord), asc(stores.id)]
  return pageInFixedOrder(
    input,
    async (slice) => {
      const rows = await read
        .select({ row: getTableColumns(stores), chord })
        .from(stores)
        .where(inSlice(read, stores, publiclyVisible, { ...slice, orderBy }))
        .orderBy(...orderBy)
      const now = ctx.now()
      return rows.map(({ row, chord: length }) =>
        Object.assign(toStore(row, now), { distanceMeters: groundMeters(length) }),
      )
    },
    async () => (await ctx.stores.total()).shown,
  )
}
