import type { Caller } from '@kingcar/bus'
import {
  AppError,
  hasPermission,
  type MemberStatus,
  type MemberSummary,
  type OrderRecord,
  type Permission,
  parseMemberSearch,
  type UserProduct,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { isOneOf, ofVisitors } from '@kingcar/service'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { missingTerms } from '../agreement/agreement.ts'
import { termsInForce } from '../agreement/terms-in-force.ts'
import { agreements, cars, memberStores, members, orders, userProducts } from '../tables.ts'

/** The tables that a search for members reads. */
const searched = { members, cars }

/** Whether the caller may see phone, email and birth date of members. */
const seesContact = ({ actor }: Pick<Caller, 'actor'>) => hasPermission(actor, 'members.contact')

/**
 * Members that a query finds and that come to the caller's stores; undefined for all members.
 * @throws AppError FORBIDDEN for a status that the caller may not see of a single member either
 */
export async function membersOf(
  read: Reader,
  { q, status }: { q?: string | undefined; status?: MemberStatus | undefined },
  caller: Caller,
  now: Date,
): Promise<SQL | undefined> {
  const needed = status && neededFor[status]
  if (needed !== undefined && !hasPermission(caller.actor, needed)) throw new AppError('FORBIDDEN')
  const search = q === undefined ? undefined : parseMemberSearch(q, seesContact(caller))
  return and(
    search && isOneOf(members.id, searched, search),
    status && (status === 'notAgreed' ? await lacksAgreement(read, now) : hasProduct(status, now)),
    ofOwnVisitors(caller),
  )
}

const neededFor: Record<MemberStatus, Permission> = {
  subscribed: 'uses.read',
  unpaid: 'orders.read',
  ending: 'uses.read',
  notAgreed: 'members.contact',
}

const soon = 7 * 24 * 3_600_000
/** Members with a product in this state, as the orders service last described it. Each state has an index. */
function hasProduct(status: Exclude<MemberStatus, 'notAgreed'>, now: Date): SQL {
  const { memberId, described } = userProducts
  const isAvailable = sql`${described} ->> 'state' = 'Available'`
  const endsAt = sql`((${described} ->> 'endsAt') collate "C")`
  const until = new Date(now.getTime() + soon).toISOString()
  const states = {
    subscribed: sql`${isAvailable} and ${described} ->> 'type' = 'subscribe'`,
    unpaid: sql`${described} ->> 'dunning' is not null`,
    ending: sql`${isAvailable} and ${described} ->> 'nextBillingAt' is null
      and ${endsAt} > ${now.toISOString()} and ${endsAt} <= ${until}`,
  }
  return sql`${members.id} in (select ${memberId} from ${userProducts} where ${states[status]})`
}

/** Members without an agreement to each of the required terms in force. */
async function lacksAgreement(read: Reader, now: Date): Promise<SQL> {
  const required = missingTerms(await termsInForce(read, now), [])
  if (required.length === 0) return sql`false`
  const agreed = required.map(
    ({ id }) => sql`(select member_id from ${agreements} where withdrawn_at is null and terms_id = ${id})`,
  )
  const [first, ...others] = agreed
  const all = sql.join([first, ...others.map((other) => sql`join ${other} using (member_id)`)], sql` `)
  // `offset 0` keeps the plan from looking up each member of a list, of which possibly none lacks an agreement.
  return sql`${members.id} in (
    select m.id from ${members} m where not exists (select from ${all} where member_id = m.id) offset 0
  )`
}

/** The condition that a member comes to the caller's stores; undefined for a caller of all stores. */
export const ofOwnVisitors = ({ stores }: Pick<Caller, 'stores'>) => ofVisitors(members.id, memberStores, stores)

/** The plates, that of the main car first. As JSON, because the driver does not parse arrays of text. */
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
const toSummary = (row: Row): MemberSummary => Object.assign({}, row, { createdAt: row.createdAt.toISOString() })

/**
 * Returns how a caller sees members in a list: without `members.contact` email and phone are null, and a sort by email
 * is refused, because the order would reveal emails.
 * @throws AppError FORBIDDEN for an order by email without that permission
 */
export function summariesFor(
  { sort = [] }: { sort?: string[] | undefined },
  caller: Caller,
): (row: Row) => MemberSummary {
  if (seesContact(caller)) return toSummary
  if (sort.some((order) => order.startsWith('email'))) throw new AppError('FORBIDDEN')
  return (row) => Object.assign(toSummary(row), { email: null, phoneNumber: null })
}

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
  return rows.map(({ described }) => Object.assign({ discount: 0, coupon: null }, described)) // events of earlier versions lack these fields
}

export async function productsOf(read: Reader, memberId: string): Promise<UserProduct[]> {
  const rows = await read
    .select({ described: userProducts.described })
    .from(userProducts)
    .where(eq(userProducts.memberId, memberId))
    .orderBy(desc(userProducts.startsAt), desc(userProducts.id))
    .limit(mostShown)
  return rows.map(({ described }) =>
    Object.assign({ dunning: null, usesPerStay: 1, coupon: null, subscription: null }, described),
  ) // the same
}
