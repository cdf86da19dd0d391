import { hash } from 'node:crypto'
import type { Versioned } from '@kingcar/bus'
import { AppError, type MemberDetail, type OrderRecord, type UserProduct } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import { toCar } from '../car/queries.ts'
import type { Ctx } from '../context.ts'
import { describeMe } from '../member/queries.ts'
import { orders, sessions, userProducts } from '../tables.ts'

/** Most orders and products that a page shows, the newest. */
const mostShown = 100

/**
 * One member with everything that belongs to them, products and orders as the orders service told of them last. What is
 * shown comes from many rows, so that its version is made of its content.
 */
export async function getMember(ctx: Ctx, { id }: { id: string }): Promise<Versioned<MemberDetail>> {
  const { read } = ctx.db
  const now = ctx.now()
  const [[row], owned, products, ordered, open] = await Promise.all([
    ctx.members.byId.execute({ id }),
    ctx.cars.ofMember.execute({ memberId: id }),
    productsOf(read, id),
    ordersOf(read, id),
    openSessionsOf(read, id, now),
  ])
  if (!row) throw new AppError('MEMBER_NOT_FOUND')
  const me = await describeMe(read, row, now)
  const result = { ...me, cars: owned.map(toCar), products, orders: ordered.map(withoutPayment), sessions: open }
  return { result, version: hash('sha1', JSON.stringify(result), 'base64url') }
}

async function ordersOf(read: Reader, memberId: string): Promise<OrderRecord[]> {
  const rows = await read
    .select({ described: orders.described })
    .from(orders)
    .where(eq(orders.memberId, memberId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostShown)
  return rows.map(({ described }) => described)
}

/** What the payment window needs is the member's. */
const withoutPayment = (order: OrderRecord) => Object.assign({}, order, { payment: null })

async function productsOf(read: Reader, memberId: string): Promise<UserProduct[]> {
  const rows = await read
    .select({ described: userProducts.described })
    .from(userProducts)
    .where(eq(userProducts.memberId, memberId))
    .orderBy(desc(userProducts.startsAt), desc(userProducts.id))
    .limit(mostShown)
  return rows.map(({ described }) => described)
}

/** The one that was used last first. A session is used when its tokens are exchanged. */
async function openSessionsOf(read: Reader, memberId: string, now: Date): Promise<MemberDetail['sessions']> {
  const rows = await read
    .select({ id: sessions.id, createdAt: sessions.createdAt, lastUsedAt: sessions.rotatedAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, memberId),
        eq(sessions.role, 'member'),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(desc(sessions.rotatedAt), desc(sessions.id))
  return rows.map(({ id, createdAt, lastUsedAt }) => {
    return { id, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() }
  })
}
