import type { Caller } from '@kingcar/bus'
import type { contract, Input, PageOf, UserProduct, UserProductSummary } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listAllRows, listOwnRows, type RowList } from '../list/list-rows.ts'
import { memberIdOf } from '../member/caller.ts'
import { memberMatches } from '../member/member-filter.ts'
import { type UserProductRow, userProducts } from '../tables.ts'
import { summariseUserProducts } from './describe.ts'
import { toUserProduct } from './queries.ts'

export type Query = Input<typeof contract.orders.listUserProducts>

const userProduct = {
  table: userProducts,
  sortable: {
    id: userProducts.id,
    createdAt: userProducts.createdAt,
    startsAt: userProducts.startsAt,
    endsAt: userProducts.endsAt,
  },
  defaultSort: 'createdAt,desc',
}

/** The caller's products, past ones too; by default the one that starts last comes first. */
export function listMyProducts(
  { db: { read } }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.orders.listMyProducts>,
  caller: Caller,
): Promise<PageOf<UserProduct>> {
  const filter = eq(userProducts.memberId, memberIdOf(caller))
  const describe = (rows: UserProductRow[]) => rows.map(toUserProduct)
  return listOwnRows(read, input, { ...userProduct, defaultSort: 'startsAt,desc', filter, describe })
}

/** Products of all members, past ones too; the newest first by default. */
export const listUserProducts = (ctx: Pick<Ctx, 'db' | 'now'>, input: Query): Promise<PageOf<UserProductSummary>> =>
  listAllRows(ctx.db, input, 'user_products', userProductsOf(ctx, input))

/** The user products that a query asks for, as administrators see them. */
export const userProductsOf = (
  { db: { read }, now }: Pick<Ctx, 'db' | 'now'>,
  { q, memberId, productId, state }: Query,
): RowList<typeof userProducts, UserProductSummary> => ({
  ...userProduct,
  filter: and(
    memberId === undefined ? undefined : eq(userProducts.memberId, memberId),
    productId === undefined ? undefined : eq(userProducts.productId, productId),
    state === undefined ? undefined : eq(userProducts.state, state),
    q === undefined ? undefined : memberMatches(userProducts.memberId, q),
  ),
  describe: (rows) => summariseUserProducts(read, rows, now()),
})
