import type { Visit } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { manualDeviceId } from '../read/read.ts'
import { ms, type ReadPosition } from './queries.ts'

/** A visit as it is sent; a guest's has no name yet. */
export type RevisedVisit = {
  visit: Omit<Visit, 'name'> & { name: string | null }
  revision: number
  /** An administrator moved it here from another plate. */
  corrected?: true
  /** A device was tried out: no visit at all. */
  test?: true
}

/** What the database knows of a visit; instants are Unix milliseconds. */
type Row = Omit<RevisedVisit['visit'], 'recognizedAt' | 'latestReadAt' | 'receivedAt' | 'productUsed'> & {
  recognizedAt: number
  latestReadAt: number
  receivedAt: number
  productName: string | null
  remainingUses: number | null
  corrected: boolean
  revision: number
}

/** The next of these visits of a plate, so that each later visit is counted once, however many of these it follows. */
export const nextOfPlate = sql`
  lead(first_read_at, 1, 'infinity') over of_plate as next_at,
  lead(id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff') over of_plate as next_id`

/** Whether the visit `l` comes after `v`, and up to its next: as one range of the index by plate, whatever the plan is made from. */
export const isUpToNext = sql`
  l.merged_into is null and l.car_number = v.car_number
  and (l.car_number, l.first_read_at, l.id) > (v.car_number, v.first_read_at, v.id)
  and (l.car_number, l.first_read_at, l.id) <= (v.car_number, v.next_at, v.next_id)`

/**
 * Visits as they stand now, in order of their beginning: those with these ids, and those that reads fell into, with all
 * that were merged into the latter. A plate's visits are counted from the total backwards, since most are its latest.
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
      v.remaining_uses as "remainingUses", v.merged_into as "mergedInto", v.corrected, v.revision
    from (
      select *, ${nextOfPlate} from wanted join visits using (id) window of_plate as (partition by car_number order by first_read_at, id)
    ) v
    join plates p on p.car_number = v.car_number left join stores s on s.id = v.store_id
    order by v.first_read_at, v.id`)
  return rows.map(revisedVisit)
}

/** A visit as it is sent, from its row. */
export const revisedVisit = ({ productName, remainingUses, corrected, revision, ...row }: Row): RevisedVisit => ({
  visit: {
    ...row,
    recognizedAt: new Date(row.recognizedAt).toISOString(),
    latestReadAt: new Date(row.latestReadAt).toISOString(),
    receivedAt: new Date(row.receivedAt).toISOString(),
    productUsed: productName === null ? null : { productName, remainingUses },
  },
  revision,
  ...(corrected && { corrected }),
})

/** A guest has the name that the setting `recognition.guestName` gives. Whose member has left is one, too. */
export const withGuestName = (visit: RevisedVisit['visit'], guestName: string): Visit => ({
  ...visit,
  memberId: visit.name === null ? null : visit.memberId,
  name: visit.name ?? guestName,
})
