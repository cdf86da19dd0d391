import type { ChannelName, MessageChannel, MessageKind, UserProduct } from '@kingcar/contract'
import type { Database, Reader, Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import {
  agreements,
  members,
  messageChannelRows,
  messages,
  notificationSettings,
  pushTokens,
  sessions,
  userProducts,
} from '../tables.ts'
import { retryDelay } from '../task/task.ts'
import type { DropReason } from './may-send.ts'
import { hasProvenEmail, isOn } from './switches.ts'

type Db = Pick<Database, 'transaction'>

/** Seconds after which another process may send a message again: longer than all calls of one send. */
const lease = 60

/** A message on which this process holds a lease, with the data for sending it. */
export type ClaimedMessage = {
  id: number
  factId: string
  kind: MessageKind
  channel: MessageChannel
  memberId: string
  data: object
  happenedAt: string
  userProductVersion: number | null
  attempts: number
  phoneNumber: string | null
  email: string | null
  tokens: { id: string; token: string }[]
  /** Whether the member has not switched off its kind. */
  switchedOn: boolean
  agreesToMarketing: boolean
  /** The product of the message, in its last known state. */
  userProduct: UserProduct | null
  currentVersion: number | null
  /** Whether a newer message about the same product waits. */
  superseded: boolean
}

/** The channels that have a due message. */
export async function listDueChannels(read: Pick<Reader, 'execute'>): Promise<MessageChannel[]> {
  const rows = await read.execute<{ channel: MessageChannel }>(sql`
    select c.channel from ${messageChannelRows} c where c.run_at <= now() and exists (
      select from ${messages} m where m.channel = c.channel and m.state = 'waiting' and m.run_at <= now()
    )`)
  return rows.map(({ channel }) => channel)
}

/** Milliseconds until more messages may be due: the next message of a channel, or the end of a pause. */
export async function findNextMessage(read: Pick<Reader, 'execute'>): Promise<number | undefined> {
  const [row] = await read.execute<{ ms: number | null }>(sql`
    select (extract(epoch from least(min(c.run_at) filter (where c.run_at > now()), min(m.run_at)) - now()) * 1000)::float8 as ms
    from ${messageChannelRows} c left join lateral (
      select run_at from ${messages} where channel = c.channel and state = 'waiting' and run_at > now() order by run_at limit 1
    ) m on true`)
  return row?.ms ?? undefined
}

export type Claim = { messages: ClaimedMessage[]; usedUp: boolean }

/**
 * Claims due messages of a channel by a lease: until it ends, no other process claims them. Only the first waiting
 * message of each member is due. A channel whose last request failed gets only one message, which shows whether the
 * channel has recovered.
 * @param running number of messages that this process is already sending
 * @param most number of messages that it sends at the same time
 * @param budget number of messages that all processes may send in this hour
 */
export const claimMessages = (db: Db, channel: string, running: number, most: number, budget: number): Promise<Claim> =>
  db.transaction(async (tx) => {
    const [state] = await tx.execute<{ failures: number; used: number }>(sql`
      select failures, case when hour = date_trunc('hour', now()) then used else 0 end as used
      from ${messageChannelRows} where channel = ${channel} and run_at <= now() for no key update skip locked`)
    const free = state ? Math.min((state.failures > 0 ? 1 : most) - running, budget - state.used) : 0
    if (!state || free <= 0) return { messages: [], usedUp: false }
    const claimed = await claimSome(tx, channel, free)
    const used = state.used + claimed.length
    if (claimed.length > 0)
      await tx.execute(sql`
        update ${messageChannelRows} set hour = date_trunc('hour', now()), used = ${used}::integer where channel = ${channel}`)
    return { messages: claimed, usedUp: claimed.length > 0 && used >= budget }
  })

const claimSome = async (tx: Tx, channel: string, free: number): Promise<ClaimedMessage[]> => [
  ...(await tx.execute<ClaimedMessage>(sql`
    with due as (
      select c.id from ${messages} c
      where c.channel = ${channel} and c.state = 'waiting' and c.run_at <= now() and not exists (
        select from ${messages} b where b.member_id = c.member_id and b.channel = c.channel and b.state = 'waiting'
          and b.advertising = c.advertising and b.id < c.id
      )
      order by c.run_at, c.id limit ${free}::integer for update skip locked
    ), claimed as (
      update ${messages} m set attempts = attempts + 1, run_at = now() + make_interval(secs => ${lease}::integer)
      from due where m.id = due.id returning m.*
    )
    select c.id::double precision as id, c.fact_id as "factId", c.kind, c.channel, c.member_id as "memberId", c.data,
      c.happened_at::text as "happenedAt", c.user_product_version as "userProductVersion", c.attempts,
      m.phone_number as "phoneNumber", case when ${hasProvenEmail} then m.email end as email, p.described as "userProduct", p.version as "currentVersion",
      ${isOn(sql`s.switches`, sql`c.kind`, sql`c.channel`)} as "switchedOn",
      exists (
        select from ${agreements} a where a.member_id = m.id and a.type = 'MARKETING' and a.withdrawn_at is null
      ) as "agreesToMarketing",
      exists (
        select from ${messages} n where n.member_id = c.member_id and n.channel = c.channel and n.state = 'waiting'
          and n.id > c.id and n.user_product_id = c.user_product_id
          and (n.kind = 'paymentFailed') = (c.kind = 'paymentFailed')
      ) as superseded,
      case when c.channel = 'push' then coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'token', t.token)) from ${pushTokens} t
        join ${sessions} o on o.id = t.session_id
        where t.member_id = m.id and o.ended_at is null and o.expires_at > now()
      ), '[]') else '[]' end as tokens
    from claimed c join ${members} m on m.id = c.member_id
    left join ${notificationSettings} s on s.member_id = m.id
    left join ${userProducts} p on p.id = c.user_product_id
    order by c.id`)),
]

/** The outcome of sending a claimed message. */
export type Outcome =
  | { state: 'sent'; sentBy: ChannelName }
  | { state: 'failed'; reason: 'refused' | 'gone' | 'late' | 'noText' }
  | { state: 'dropped'; reason: DropReason }
  /** `pauses`: the whole channel pauses, because the failure does not concern this message alone. */
  | { state: 'retry'; pauses: boolean }
  | { state: 'postponed'; notBefore: Date }

/** Stores the outcome of a try. */
export const storeOutcome = (
  db: Db,
  { id, channel, attempts }: Pick<ClaimedMessage, 'id' | 'channel' | 'attempts'>,
  outcome: Outcome,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Before the message, because a claim also locks the channel first.
    if (outcome.state === 'sent') await noteSuccess(tx, channel)
    if (outcome.state === 'retry' && outcome.pauses) await noteFailure(tx, channel)
    // Changes nothing if the member has left, or if another process sent the message after the end of the lease.
    await tx.execute(sql`update ${messages} set ${changeOf(outcome, attempts)} where id = ${id} and state = 'waiting'`)
  })

function changeOf(outcome: Outcome, attempts: number) {
  switch (outcome.state) {
    case 'retry':
      return sql`run_at = now() + make_interval(secs => ${retryDelay(attempts)}::integer)`
    case 'postponed':
      return sql`run_at = ${outcome.notBefore.toISOString()}::timestamptz, attempts = attempts - 1`
    case 'sent':
      return sql`state = 'sent', sent_by = ${outcome.sentBy}, data = null, ended_at = now()`
    default:
      return sql`state = ${outcome.state}, reason = ${outcome.reason}, data = null, ended_at = now()`
  }
}

const noteSuccess = (tx: Tx, channel: MessageChannel) =>
  tx.execute(sql`
    update ${messageChannelRows} set failures = 0, run_at = now() where channel = ${channel} and failures > 0`)

/** Longest pause of a channel, in seconds. */
const longestPause = 300

/**
 * Requests that were sent together fail together, so only the first of them lengthens the pause: 1, 2, 4 … up to 300
 * seconds.
 */
const noteFailure = (tx: Tx, channel: MessageChannel) =>
  tx.execute(sql`
    update ${messageChannelRows} set failures = failures + 1,
      run_at = now() + make_interval(secs => least(${longestPause}::integer, power(2, least(failures, 20)))::integer)
    where channel = ${channel} and run_at <= now()`)

/** Days for which a sent message is kept in the table; longer than an event may be late. */
export const keptDays = 30

export const deleteTokens = (db: Db, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`delete from ${pushTokens} where id = any(${`{${ids.join(',')}}`}::uuid[])`)
  })
