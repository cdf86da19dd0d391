import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type contract,
  hasPermission,
  type Input,
  type PageOf,
  type Result,
  type UserProduct,
  type UserProductSummary,
} from '@kingcar/contract'
import { countUpTo } from '@kingcar/db'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listAllRows, listOwnRows, type RowList } from '../list/list-rows.ts'
import { memberIdOf } from '../member/caller.ts'
import { memberMatches, ofOwnVisitors } from '../member/member-filter.ts'
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
export const listUserProducts = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: Query,
  caller: Caller,
): Promise<PageOf<UserProductSummary>> =>
  listAllRows(ctx.db, input, 'user_products', userProductsOf(ctx, input, caller))

/** How many products of members a query finds. */
export const countUserProducts = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  { most, ...input }: Input<typeof contract.orders.countUserProducts>,
  caller: Caller,
): Promise<Result<typeof contract.orders.countUserProducts>> =>
  countUpTo(ctx.db.search, userProducts, userProductsOf(ctx, input, caller).filter, most)

const { dueAt, nextBillingAt } = userProducts
const renewals: Record<NonNullable<Query['renewal']>, SQL | undefined> = {
  planned: and(isNotNull(nextBillingAt), isNull(dueAt)),
  unpaid: and(isNotNull(dueAt), isNotNull(nextBillingAt)),
  none: isNull(nextBillingAt),
}

const renewsAsItIs = [isNotNull(nextBillingAt), isNull(userProducts.nextPlan)]
/** Whether the member accepted the raise that has not taken effect, as SQL text. */
const answered = sql`${userProducts.priceChange} -> 'answer' ->> 'accepted'`
/** The condition of `priceBefore` in SQL. */
const isRaised = sql`(${userProducts.priceChange} ->> 'price')::integer
  > coalesce((${userProducts.priceChange} -> 'before' ->> 'price')::integer, ${userProducts.price})`
const consents: Record<NonNullable<Query['priceConsent']>, SQL | undefined> = {
  open: and(isRaised, sql`${answered} is null`),
  accepted: and(isRaised, sql`${answered} = 'true'`),
  declined: and(isRaised, sql`${answered} = 'false'`),
}

const seesPayments = ({ actor }: Caller) => hasPermission(actor, 'orders.read')

/**
 * The user products that match a query, as an administrator sees them.
 * @throws AppError FORBIDDEN for the unpaid ones without the permission to see payments
 */
export const userProductsOf = (
  { db: { read }, now }: Pick<Ctx, 'db' | 'now'>,
  { q, memberId, productId, type, state, renewal, priceConsent }: Query,
  caller: Caller,
): RowList<typeof userProducts, UserProductSummary> => {
  if (renewal === 'unpaid' && !seesPayments(caller)) throw new AppError('FORBIDDEN')
  return {
    ...userProduct,
    filter: and(
      memberId === undefined ? undefined : eq(userProducts.memberId, memberId),
      productId === undefined ? undefined : eq(userProducts.productId, productId),
      type === undefined ? undefined : eq(userProducts.type, type),
      state === undefined ? undefined : eq(userProducts.state, state),
      renewal === undefined ? undefined : renewals[renewal],
      priceConsent === undefined ? undefined : and(...renewsAsItIs, consents[priceConsent]),
      q === undefined ? undefined : memberMatches(userProducts.memberId, q, caller),
      ofOwnVisitors(userProducts.memberId, caller),
    ),
    async describe(rows) {
      const summaries = await summariseUserProducts(read, rows, now())
      if (seesPayments(caller)) return summaries
      return summaries.map((summary) => ({ ...summary, orderId: null, dunning: null }))
    },
  }
}
