import {
  type MemberDetail,
  type MemberSummary,
  type OrderRecord,
  parseMemberSearch,
  type UserProduct,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { cars, members, orders, sessions, userProducts } from '../tables.ts'

/** The tables that a search for members reads. */
export const searched = { members, cars }
export const searchOf = ({ q }: { q?: string | undefined }) => (q === undefined ? undefined : parseMemberSearch(q))

/** The main car first. As JSON, because the driver does not parse arrays of text. */
const carNumbers = sql<string[]>`(
  select coalesce(json_agg(c.car_number order by c.main desc, c.created_at, c.id), '[]')
  from cars c where c.member_id = members.id)`

export const summaryColumns = {
  id: members.id,
  provider: members.provider,
  email: members.email,
  name: members.name,
  phoneNumber: members.phoneNumber,
  carNumbers,
  createdAt: members.createdAt,
}
type Row = Omit<MemberSummary, 'createdAt'> & { createdAt: Date }
export const toSummary = (row: Row): MemberSummary => ({ ...row, createdAt: row.createdAt.toISOString() })

export const sortable = { id: members.id, createdAt: members.createdAt, name: members.name, email: members.email }
export const newestFirst = 'createdAt,desc'

/** A member's page shows at most this many orders and products, the newest. */
const mostShown = 100

export async function ordersOf(read: Reader, memberId: string): Promise<OrderRecord[]> {
  const rows = await read
    .select({ described: orders.described })
    .from(orders)
    .where(eq(orders.memberId, memberId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(mostShown)
  return rows.map(({ described }) => described)
}

export async function productsOf(read: Reader, memberId: string): Promise<UserProduct[]> {
  const rows = await read
    .select({ described: userProducts.described })
    .from(userProducts)
    .where(eq(userProducts.memberId, memberId))
    .orderBy(desc(userProducts.startsAt), desc(userProducts.id))
    .limit(mostShown)
  return rows.map(({ described }) => Object.assign({ dunning: null }, described)) // events of an earlier version lack it
}

/** A member's open sessions, the last used first. A session is used when its tokens are exchanged. */
export async function openSessionsOf(read: Reader, memberId: string, now: Date): Promise<MemberDetail['sessions']> {
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
