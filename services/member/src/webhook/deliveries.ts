import type { WebhookError } from '@kingcar/contract'
import type { Database, Reader, Tx } from '@kingcar/db'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type WebhookEndpointRow, webhookDeliveries, webhookEndpoints, webhookEvents, webhookTries } from '../tables.ts'
import type { WebhookTry } from './send.ts'
import { deliveryDelay, endpointPause, mostAttempts } from './webhook.ts'

type Db = Pick<Database, 'transaction'>

/** Seconds after which another process may send a delivery again: longer than a try. */
const lease = 20
/**
 * Largest number of deliveries that become due when an endpoint recovers. More than these rarely wait for a retry,
 * because an endpoint that fails gets one request at a time.
 */
const mostResumed = 5_000
/**
 * Largest number of deliveries with a deadline that a process sends to an endpoint at the same time, in addition to the
 * others.
 */
const mostUrgent = 2
/** Largest number of deliveries that a claim drops because their deadline has passed. */
const mostDropped = 1_000
/**
 * Consecutive failures after which a success is a recovery. After fewer, a delivery that the partner refuses keeps its
 * own delays.
 */
const outageFailures = 5

/** A delivery that this process holds a lease on. */
export type ClaimedDelivery = {
  id: number
  eventId: string
  type: string
  body: string
  attempts: number
  /** Unix milliseconds; null without a deadline. */
  expiresAt: number | null
}
export type Claim = {
  endpoint: WebhookEndpointRow
  deliveries: ClaimedDelivery[]
}

/** Deliveries of an endpoint that are sent one after the other: those with a deadline, or the others. */
export type Lane = { endpointId: string; isUrgent: boolean }

/** The lanes with a due delivery, urgent ones first. A pause of an endpoint does not delay the urgent ones. */
export async function listDueLanes(read: Pick<Reader, 'execute'>): Promise<Lane[]> {
  const withDue = (which: SQL) => sql`${webhookEndpoints} e
    where e.disabled_at is null and exists (
      select from ${webhookDeliveries} d where d.endpoint_id = e.id and d.state = 'waiting' and d.run_at <= now() and ${which}
    )`
  return read.execute<Lane>(sql`
    select e.id as "endpointId", true as "isUrgent" from ${withDue(sql`d.expires_at is not null`)}
    union all
    select e.id, false from ${withDue(sql`d.expires_at is null`)} and e.run_at <= now()
    order by 2 desc`)
}

/** Milliseconds until more deliveries may be due: the next delivery of an endpoint, or the end of a pause. */
export async function findNextDelivery(read: Pick<Reader, 'execute'>): Promise<number | undefined> {
  const [row] = await read.execute<{ ms: number | null }>(sql`
    select (extract(epoch from least(min(e.run_at) filter (where e.run_at > now()), min(d.run_at)) - now()) * 1000)::float8 as ms
    from ${webhookEndpoints} e left join lateral (
      select run_at from ${webhookDeliveries}
      where endpoint_id = e.id and state = 'waiting' and run_at > now() order by run_at limit 1
    ) d on true where e.disabled_at is null`)
  return row?.ms ?? undefined
}

/**
 * Claims due deliveries of an endpoint by a lease: until it ends, no other process claims them. Only the first waiting
 * delivery of each key is due. An endpoint whose last try failed gets one request, which shows whether it has
 * recovered. Deliveries with a deadline wait neither for a pause nor for other deliveries, and are dropped after the
 * deadline.
 * @param running number of deliveries of the lane that this process is already sending
 * @param most number of deliveries that it sends at the same time
 */
export const claimDeliveries = (
  db: Db,
  { endpointId: id, isUrgent }: Lane,
  running: number,
  most: number,
): Promise<Claim | undefined> =>
  db.transaction(async (tx) => {
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(and(eq(webhookEndpoints.id, id), sql`disabled_at is null and (${isUrgent} or run_at <= now())`))
      .for('no key update', { skipLocked: true })
    if (!endpoint) return undefined
    if (isUrgent) await dropExpired(tx, id)
    const free = (isUrgent ? mostUrgent : endpoint.failures > 0 ? 1 : most) - running
    const which = isUrgent ? sql`c.expires_at > now()` : sql`c.expires_at is null`
    return { endpoint, deliveries: await claimSome(tx, id, which, free) }
  })

/** Ends due deliveries whose deadline has passed; a delivery that a process is sending ends with its outcome. */
const dropExpired = (tx: Tx, endpointId: string) =>
  tx.execute(sql`
    with dropped as (
      update ${webhookDeliveries} set ${ended('failed')} where id in (
        select id from ${webhookDeliveries}
        where endpoint_id = ${endpointId} and state = 'waiting' and expires_at <= now() and run_at <= now()
        order by expires_at limit ${mostDropped} for update skip locked
      ) returning id
    )
    insert into ${webhookTries} (delivery_id, error, milliseconds)
    select id, ${'expired' satisfies WebhookError}, 0 from dropped`)

const claimSome = async (tx: Tx, endpointId: string, which: SQL, free: number): Promise<ClaimedDelivery[]> =>
  free <= 0
    ? []
    : tx.execute<ClaimedDelivery>(sql`
      with due as (
        select c.id from ${webhookDeliveries} c
        where c.endpoint_id = ${endpointId} and c.state = 'waiting' and c.run_at <= now() and ${which} and not exists (
          select from ${webhookDeliveries} b
          where b.endpoint_id = c.endpoint_id and b.key = c.key and b.state = 'waiting' and b.id < c.id
            and (b.expires_at is null or b.expires_at > now())
        )
        order by c.run_at, c.id limit ${free}::integer for update skip locked
      ), claimed as (
        update ${webhookDeliveries} d set attempts = attempts + 1, run_at = now() + make_interval(secs => ${lease}::integer)
        from due where d.id = due.id returning d.id, d.event_id, d.attempts, d.expires_at
      )
      select claimed.id::double precision as id, e.id as "eventId", e.type, e.body, claimed.attempts,
        (extract(epoch from claimed.expires_at) * 1000)::double precision as "expiresAt"
      from claimed join ${webhookEvents} e on e.id = claimed.event_id order by claimed.id`)

/**
 * Stores the outcome of a try. A failed delivery is tried again later, or given up; an endpoint without a success for
 * three days is disabled. A delivery whose deadline has passed is given up; it does not count as a failure of the
 * endpoint unless it was sent.
 * @returns whether this try disabled the endpoint
 */
export const storeOutcome = (
  db: Db,
  endpointId: string,
  { id, attempts, expiresAt }: Pick<ClaimedDelivery, 'id' | 'attempts' | 'expiresAt'>,
  outcome: WebhookTry,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isDelivered = outcome.error === null
    // Before the delivery, because other transactions also lock an endpoint first.
    const isExpired = outcome.error === 'expired'
    const isUrgent = expiresAt !== null
    const failing = isDelivered ? await noteSuccess(tx, endpointId, isUrgent) : await lockEnabled(tx, endpointId)
    const isGivenUp = isExpired || attempts >= mostAttempts || (expiresAt !== null && expiresAt <= Date.now())
    const change = isDelivered ? ended('delivered') : isGivenUp ? ended('failed') : nextTry(attempts)
    // Changes nothing if the delivery was deleted, or if another process sent it after the end of the lease.
    const kept = await tx.execute(sql`
      with kept as (
        update ${webhookDeliveries} set ${change} where id = ${id} and state = 'waiting' returning id
      )
      insert into ${webhookTries} (delivery_id, status, error, response, milliseconds)
      select id, ${outcome.status}::integer, ${outcome.error}, ${outcome.response}, ${outcome.milliseconds}::integer from kept
      returning id`)
    return failing !== undefined && !isExpired && kept.length > 0 && noteFailure(tx, failing, isUrgent)
  })

const ended = (state: 'delivered' | 'failed') => sql`state = ${state}, ended_at = now()`
const nextTry = (attempts: number) => sql`run_at = now() + make_interval(secs => ${deliveryDelay(attempts)}::integer)`

/** An urgent success does not end the pause of the other deliveries: a partner may accept only urgent ones. */
async function noteSuccess(tx: Tx, id: string, isUrgent: boolean): Promise<undefined> {
  const [before] = await tx.execute<{ failures: number }>(sql`
    update ${webhookEndpoints} set failures = 0, failing_since = null, run_at = now()
    where id = ${id} and (failures > 0 or failing_since is not null) and (failures = 0 or not ${isUrgent})
    returning old.failures`)
  if (before && before.failures >= outageFailures) await resumeDeliveries(tx, id, sql`attempts`)
}

/**
 * Makes deliveries due whose tries have failed, so that they do not wait for hours any more. Those under a lease stay
 * as they are.
 * @param attempts number of tries that they still get, because the tries of a delivery are limited
 */
export async function resumeDeliveries(tx: Tx, endpointId: string, attempts: SQL): Promise<void> {
  await tx.execute(sql`
    update ${webhookDeliveries} set run_at = least(run_at, now()), attempts = ${attempts} where id in (
      select id from ${webhookDeliveries}
      where endpoint_id = ${endpointId} and state = 'waiting' and attempts > 0
        and run_at not between now() and now() + make_interval(secs => ${lease}::integer)
      order by id limit ${mostResumed} for update skip locked
    )`)
}

async function lockEnabled(tx: Tx, id: string): Promise<WebhookEndpointRow | undefined> {
  const isEnabled = and(eq(webhookEndpoints.id, id), isNull(webhookEndpoints.disabledAt))
  const [endpoint] = await tx.select().from(webhookEndpoints).where(isEnabled).for('no key update')
  return endpoint
}

/**
 * Requests that were sent together fail together: only the first of them counts and lengthens the pause. An urgent
 * request does neither. It is sent during the pause too, and a partner that refuses only urgent requests would
 * otherwise get no others.
 */
async function noteFailure(tx: Tx, { id, failures }: WebhookEndpointRow, isUrgent: boolean): Promise<boolean> {
  const [changed] = await tx.execute<{ disabled: boolean }>(sql`
    update ${webhookEndpoints} set
      failing_since = coalesce(failing_since, now()),
      failures = case when run_at <= now() and not ${isUrgent} then failures + 1 else failures end,
      run_at = case when run_at <= now() and not ${isUrgent}
        then now() + make_interval(secs => ${endpointPause(failures + 1)}::integer) else run_at end,
      disabled_at = case when failing_since <= now() - interval '3 days' then now() end,
      disabled_reason = case when failing_since <= now() - interval '3 days' then 'failing' end
    where id = ${id} returning disabled_at is not null as disabled`)
  return changed?.disabled === true
}
