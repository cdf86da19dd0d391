import type { Caller } from '@kingcar/bus'
import type { contract, Input, PageOf, UserProduct, UserProductSummary } from '@kingcar/contract'
import { inSlice, page, type Reader } from '@kingcar/db'
import { and, eq, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rowTotal } from '../list/row-total.ts'
import { memberIdOf } from '../member/caller.ts'
import { loadMemberContacts } from '../member/contact.ts'
import { memberMatches } from '../member/member-filter.ts'
import { type UserProductRow, userProducts } from '../tables.ts'
import { toUserProductSummary } from './describe.ts'
import { toUserProduct } from './queries.ts'

/** What user products can be sorted by. */
export const sortable = {
  id: userProducts.id,
  createdAt: userProducts.createdAt,
  startsAt: userProducts.startsAt,
  endsAt: userProducts.endsAt,
}
export const newestFirst = 'createdAt,desc'
export type Query = Input<typeof contract.orders.listUserProducts>

/** What the caller has and had, what begins last first unless asked otherwise. */
export function listMyProducts(
  { db: { read } }: Ctx,
  input: Input<typeof contract.orders.listMyProducts>,
  caller: Caller,
): Promise<PageOf<UserProduct>> {
  const own = eq(userProducts.memberId, memberIdOf(caller))
  return page(
    input,
    sortable,
    'startsAt,desc',
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select()
        .from(userProducts)
        .where(own)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toUserProduct)
    },
    () => read.$count(userProducts, own),
  )
}

/** What members have and had, the newest first unless asked otherwise. */
export function listUserProducts({ db: { read } }: Ctx, input: Query): Promise<PageOf<UserProductSummary>> {
  const which = filterOf(input)
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => {
      const rows = await read
        .select()
        .from(userProducts)
        .where(inSlice(read, userProducts, which, slice))
        .orderBy(...slice.orderBy)
      return summariseUserProducts(read, rows)
    },
    () => (which ? read.$count(userProducts, which) : rowTotal(read, 'user_products')),
  )
}

/** Undefined where all are asked for. */
export const filterOf = ({ q, memberId, productId, state }: Query): SQL | undefined =>
  and(
    memberId === undefined ? undefined : eq(userProducts.memberId, memberId),
    productId === undefined ? undefined : eq(userProducts.productId, productId),
    state === undefined ? undefined : eq(userProducts.state, state),
    q === undefined ? undefined : memberMatches(userProducts.memberId, q),
  )

/** User products as administrators see them. */
export async function summariseUserProducts(
  read: Reader,
  rows: readonly UserProductRow[],
): Promise<UserProductSummary[]> {
  const members = await loadMemberContacts(
    read,
    rows.map(({ memberId }) => memberId),
  )
  return rows.map((row) => toUserProductSummary(row, members(row.memberId)))
}
