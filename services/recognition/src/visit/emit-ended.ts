import type { EndedVisit } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { ms } from '../read/queries.ts'
import { longestStay } from './departure.ts'

/** Largest number of visits in one event: 150 kB. */
const batch = 500
/** Time range of the first reads of the visits that are entered in one transaction: a quarter of an hour. */
const step = sql`interval '15 minutes'`

/**
 * Interval at which visits that reached the longest stay are entered. It is long, because each time is a write, and
 * these visits are a day old already.
 */
const enteredEvery = sql`interval '1 minute'`

/*
 * `visit_ends` names the visits that may have ended. The transaction that changes a departure enters its visit; this
 * job enters visits without one after the longest stay, at stores that have seen a departure in the last week: at any
 * other store every visit would end this way, which is no information. A visit whose reads arrive later than that is
 * not entered, and ends by a departure only. An end is not emitted if the device that read the car first has exceeded
 * its budget.
 */

/**
 * Emits visits that have ended, in sets.
 * @returns whether there may be more
 */
export const emitEndedVisits = ({ db, takeEvent }: Pick<Ctx, 'db' | 'takeEvent'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isBehind = await enterTimeouts(tx)
    const ended = await takeEnded(tx, takeEvent)
    if (ended.visits.length > 0) await emit(tx, 'recognition.visitsEnded', { visits: ended.visits })
    return isBehind || ended.taken === batch
  })

/** When `emitEndedVisits` has work. */
export const nextEnd = sql`least(
  (select min(due_at) from visit_ends), (select min(entered_until) + ${longestStay} + ${enteredEvery} from visit_timeouts)
)`

/** Only one process advances the time; another process finds the row locked and continues. */
async function enterTimeouts(tx: Tx): Promise<boolean> {
  const [row] = await tx.execute<{ isBehind: boolean }>(sql`
    with due as materialized (
      select entered_until as since, least(now() - ${longestStay}, entered_until + ${step}) as until from visit_timeouts
      where entered_until < now() - ${longestStay} - ${enteredEvery} for update skip locked
    ), waiting as materialized (
      select v.id, v.store_id, v.last_read_at from due join visits v
        on v.first_read_at > due.since and v.first_read_at <= due.until and v.merged_into is null and v.left_at is null
    ), watched as materialized (
      select s.store_id from (select distinct store_id from waiting) s where exists (
        select from visits v where v.store_id = s.store_id and v.merged_into is null and v.left_at is not null
          and v.first_read_at > now() - interval '8 days'
      )
    ), entered as (
      insert into visit_ends (visit_id, due_at) select id, last_read_at + ${longestStay} from waiting
      where store_id in (select store_id from watched) on conflict do nothing
    )
    update visit_timeouts t set entered_until = due.until from due
    returning due.until < now() - ${longestStay} - ${enteredEvery} as "isBehind"`)
  return row?.isBehind ?? false
}

type Row = Omit<EndedVisit, 'recognizedAt' | 'latestReadAt' | 'leftAt' | 'endedBy' | 'changedAt'> & {
  recognizedAt: number
  latestReadAt: number
  leftAt: number | null
  changedAt: number
  again: boolean
  /** The device of the first read; null if its plate was corrected. */
  deviceId: string | null
  /** When the visit was entered: each entry of a visit is a separate end. */
  dueAt: string
}

/**
 * The clock is read after the row was taken, so that of two ends of a visit the later one has the later time. A visit
 * that got further reads in the meantime is entered again. A visit without a name counts as a guest's, because a former
 * member has no name.
 */
async function takeEnded(tx: Tx, takeEvent: Ctx['takeEvent']): Promise<{ visits: EndedVisit[]; taken: number }> {
  const rows = await tx.execute<Row>(sql`
    with taken as (
      delete from visit_ends where visit_id = any (array(
        select visit_id from visit_ends where due_at <= now() order by due_at limit ${batch}::integer for update skip locked
      )) returning visit_id, due_at
    )
    select v.id as "visitId", v.store_id as "storeId", v.car_number as "carNumber",
      case when v.member_name is not null then v.member_id end as "memberId",
      ${ms('first_read_at')} as "recognizedAt", ${ms('last_read_at')} as "latestReadAt", ${ms('left_at')} as "leftAt",
      case when v.left_at is not null then stay_seconds(v.first_read_at, v.left_at) end as "dwellSeconds",
      (extract(epoch from clock_timestamp()) * 1000)::double precision as "changedAt",
      v.left_at is null and v.last_read_at + ${longestStay} > now() as again,
      (
        select r.device_id from reads r where r.store_id = v.store_id and r.car_number = v.car_number
          and r.recognized_at = v.first_read_at and r.rejected is null limit 1
      ) as "deviceId", taken.due_at::text as "dueAt"
    from taken join visits v on v.id = taken.visit_id and v.merged_into is null order by v.id`)
  const again = rows.filter((row) => row.again).map(({ visitId }) => visitId)
  if (again.length > 0)
    await tx.execute(sql`
      insert into visit_ends (visit_id, due_at) select id, last_read_at + ${longestStay} from visits
      where id in (select value::uuid from json_array_elements_text(${JSON.stringify(again)}::text::json)) on conflict do nothing`)
  const ended = rows
    .filter((row) => !row.again)
    .toSorted((one, other) => endOf(one) - endOf(other)) // a backlog uses the budget in the order of the ends
    .filter((row) => takeEvent('visitEnd', row.deviceId ?? row.storeId, `${row.visitId} ${row.dueAt}`, endOf(row)))
  return { visits: ended.map(toEnded), taken: rows.length }
}

const endOf = ({ leftAt, latestReadAt }: Row) => leftAt ?? latestReadAt

const toEnded = ({
  again: _again,
  deviceId: _device,
  dueAt: _dueAt,
  recognizedAt,
  latestReadAt,
  leftAt,
  changedAt,
  ...row
}: Row): EndedVisit => ({
  ...row,
  recognizedAt: new Date(recognizedAt).toISOString(),
  latestReadAt: new Date(latestReadAt).toISOString(),
  leftAt: leftAt === null ? null : new Date(leftAt).toISOString(),
  endedBy: leftAt === null ? 'timeout' : 'exit',
  changedAt: new Date(changedAt).toISOString(),
})
