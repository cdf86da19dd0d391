import type { Visit } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { ms } from '../read/queries.ts'
import { manualDeviceId } from '../read/read.ts'
import type { ReadPosition } from './queries.ts'

/** A visit as published, except that a guest has no name yet. */
export type RevisedVisit = {
  visit: Omit<Visit, 'name'> & { name: string | null }
  revision: number
  /** An administrator moved it from another plate. */
  corrected?: true
  /** All of its reads are doubtful: a similar plate is more likely correct. */
  doubtful?: true
  /** A test read of a device, which is not a visit. */
  test?: true
}

/** A visit's row; times are Unix milliseconds. */
type Row = Omit<RevisedVisit['visit'], 'recognizedAt' | 'latestReadAt' | 'receivedAt' | 'productUsed'> & {
  recognizedAt: number
  latestReadAt: number
  receivedAt: number
  productName: string | null
  remainingUses: number | null
  corrected: boolean
  doubtful: boolean
  revision: number
}

/** The next selected visit of the same plate, so that each later visit is counted for exactly one selected visit. */
export const nextOfPlate = sql`
  lead(first_read_at, 1, 'infinity') over of_plate as next_at,
  lead(id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff') over of_plate as next_id`

/**
 * Whether visit `l` comes after `v` and not after the next selected one. Row comparisons make it one range of the plate
 * index.
 */
export const isUpToNext = sql`
  l.merged_into is null and l.car_number = v.car_number
  and (l.car_number, l.first_read_at, l.id) > (v.car_number, v.first_read_at, v.id)
  and (l.car_number, l.first_read_at, l.id) <= (v.car_number, v.next_at, v.next_id)`

/**
 * Current state of visits in order of their first read: those with these ids, and those that contain these reads, with
 * all visits merged into the latter. A plate's visits are counted backwards from their total, because most requested
 * visits are recent.
 */
export async function describeVisits(
  tx: Pick<Reader, 'execute'>,
  ids: readonly string[],
  spots: readonly ReadPosition[] = [],
): Promise<RevisedVisit[]> {
  const rows = await tx.execute<Row>(sql`
    with wanted as (
      select id::uuid as id from json_array_elements_text(${JSON.stringify(ids)}::text::json) as i (id)
      union
      select v.id from json_to_recordset(${JSON.stringify(spots)}::text::json) as s (
        "storeId" uuid, "carNumber" text, "recognizedAt" double precision
      )
      cross join lateral (
        select * from visits u
        where u.store_id = s."storeId" and u.car_number = s."carNumber" and u.merged_into is null
          and u.first_read_at <= to_timestamp(s."recognizedAt" / 1000)
        order by u.first_read_at desc limit 1
      ) u
      cross join lateral (
        select u.id
        union all
        select id from visits w
        where w.store_id = u.store_id and w.car_number = u.car_number and w.merged_into is not null
          and w.first_read_at between u.first_read_at and u.last_read_at
      ) v
      where u.last_read_at >= to_timestamp(s."recognizedAt" / 1000)
    )
    select v.id, v.store_id as "storeId", coalesce(s.name, '') as "storeName",
      nullif(v.device_id, ${manualDeviceId}) as "deviceId", v.car_number as "carNumber", v.member_id as "memberId",
      v.member_name as name,
      p.visits - (sum((select count(*) from visits l where ${isUpToNext})) over (
        partition by v.car_number order by v.first_read_at desc, v.id desc
      ))::integer as "visitCount",
      ${ms('first_read_at')} as "recognizedAt", ${ms('last_read_at')} as "latestReadAt",
      ${ms('received_at')} as "receivedAt", v.reads, v.late, v.product_name as "productName",
      v.remaining_uses as "remainingUses", v.merged_into as "mergedInto", v.corrected,
      v.doubtful_reads = v.reads as doubtful, v.revision
    from (
      select *, ${nextOfPlate} from wanted join visits using (id) window of_plate as (partition by car_number order by first_read_at, id)
    ) v
    join plates p on p.car_number = v.car_number left join stores s on s.id = v.store_id
    order by v.first_read_at, v.id`)
  return rows.map(revisedVisit)
}

export const revisedVisit = ({
  productName,
  remainingUses,
  corrected,
  doubtful,
  revision,
  ...row
}: Row): RevisedVisit => ({
  visit: {
    ...row,
    recognizedAt: new Date(row.recognizedAt).toISOString(),
    latestReadAt: new Date(row.latestReadAt).toISOString(),
    receivedAt: new Date(row.receivedAt).toISOString(),
    productUsed: productName === null ? null : { productName, remainingUses },
  },
  revision,
  ...(corrected && { corrected }),
  ...(doubtful && { doubtful }),
})

/** Names a guest by the setting `recognition.guestName`. The visit of a former member counts as a guest's. */
export const withGuestName = (visit: RevisedVisit['visit'], guestName: string): Visit => ({
  ...visit,
  memberId: visit.name === null ? null : visit.memberId,
  name: visit.name ?? guestName,
})
