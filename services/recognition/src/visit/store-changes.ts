import { runInOrder, type Tx, uuidv7 } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { manualDeviceId } from '../read/read.ts'
import { isUpToNext, nextOfPlate, type RevisedVisit, revisedVisit } from './describe.ts'
import type { PlateChange } from './rearrange.ts'

type Changed = PlateChange & { id: string; begins: boolean }

export type StoreResult = {
  /** New and grown visits in their current state. */
  visits: RevisedVisit[]
  /** Ids of the visits that were merged into them. */
  merged: string[]
}

/** The columns of a changed visit that only the database knows. */
type Row = {
  id: string
  revision: number
  memberId: string | null
  name: string | null
  productName: string | null
  remainingUses: number | null
  corrected: boolean
  doubtfulReads: number
  storeName: string
  /** Number of the plate's visits before the change. */
  before: number
  /** Number of unchanged visits between this one and the next changed one of the plate. */
  later: number
}

/**
 * Stores the changes of visits in one statement, with counters and owners' names. The plates must be locked: the
 * statement counts visits as they were at its start, and this function adds its own changes.
 */
export async function storeChanges(tx: Tx, changes: readonly PlateChange[]): Promise<StoreResult> {
  const changed = changes.map(
    (change): Changed => ({ ...change, begins: change.id === null, id: change.id ?? uuidv7() }),
  )
  const merges = changed.flatMap(({ id, absorbed }) => absorbed.map((mergedId) => ({ id: mergedId, mergedInto: id })))
  const rows = await runInOrder<Row>(
    tx,
    sql`
    with change as materialized (
      select id::uuid, begins::boolean, store_id::uuid, car_number, device_id::uuid,
        to_timestamp(first_read_at::bigint / 1000.0::double precision) as first_read_at,
        to_timestamp(last_read_at::bigint / 1000.0::double precision) as last_read_at,
        to_timestamp(received_at::bigint / 1000.0::double precision) as received_at, reads::integer, late::boolean, more::integer,
        to_timestamp(own_until::bigint / 1000.0::double precision) as own_until,
        to_timestamp(plain_at::bigint / 1000.0::double precision) as plain_at
      from rows from (
        ${jsonColumn(changed, ({ id }) => id)}, ${jsonColumn(changed, ({ begins }) => begins)},
        ${jsonColumn(changed, ({ storeId }) => storeId)}, ${jsonColumn(changed, ({ carNumber }) => carNumber)},
        ${jsonColumn(changed, ({ deviceId }) => deviceId)}, ${jsonColumn(changed, ({ firstReadAt }) => firstReadAt)},
        ${jsonColumn(changed, ({ lastReadAt }) => lastReadAt)}, ${jsonColumn(changed, ({ receivedAt }) => receivedAt)},
        ${jsonColumn(changed, ({ reads }) => reads)}, ${jsonColumn(changed, ({ late }) => late)}, ${jsonColumn(changed, countDelta)},
        ${jsonColumn(changed, ({ ownWindow }) => ownWindow?.until ?? null)}, ${jsonColumn(changed, ({ ownWindow }) => ownWindow?.plainAt ?? null)}
      ) as c (
        id, begins, store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, more, own_until,
        plain_at
      )
    ), merge as materialized (
      select id::uuid, merged_into::uuid
      from rows from (${jsonColumn(merges, ({ id }) => id)}, ${jsonColumn(merges, ({ mergedInto }) => mergedInto)}) as m (id, merged_into)
    ), plate as (
      insert into plates as p (car_number, visits)
      select car_number, sum(more) from change where more <> 0 group by car_number order by car_number
      on conflict (car_number) do update set visits = p.visits + excluded.visits
      returning car_number, member_id, member_name
    ), total as (
      insert into visit_totals (visits) select sum(more) from change having sum(more) <> 0
    ), begun as (
      insert into visits (
        id, store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, member_id, member_name,
        own_until, plain_at
      )
      select c.id, c.store_id, c.car_number, c.device_id, c.first_read_at, c.last_read_at, c.received_at, c.reads, c.late,
        p.member_id, p.member_name, c.own_until, c.plain_at
      from change c join plate p on p.car_number = c.car_number where c.begins
      returning id, revision, store_id, car_number, first_read_at, member_id, member_name, product_name, remaining_uses,
        corrected, doubtful_reads
    ), grown as (
      update visits v set device_id = c.device_id, first_read_at = c.first_read_at, last_read_at = c.last_read_at,
        received_at = c.received_at, reads = c.reads, late = c.late, own_until = c.own_until,
        plain_at = c.plain_at, revision = v.revision + 1
      from change c where v.id = c.id and not c.begins
      returning v.id, v.revision, v.store_id, v.car_number, v.first_read_at, v.member_id, v.member_name, v.product_name,
        v.remaining_uses, v.corrected, v.doubtful_reads
    ), merged as (
      update visits v set merged_into = m.merged_into, revision = v.revision + 1 from merge m where v.id = m.id
    ), store as materialized (
      select id, coalesce(name, '') as name from stores where id in (select store_id from change)
    ), touched as (
      select id from change union all select id from merge
    )
    select v.id, v.revision, v.member_id as "memberId", v.member_name as name, v.product_name as "productName",
      v.remaining_uses as "remainingUses", v.corrected, v.doubtful_reads as "doubtfulReads",
      coalesce((select s.name from store s where s.id = v.store_id), '') as "storeName",
      coalesce(p.visits, 0) as before, (
        select count(*) from visits l
        where ${isUpToNext} and l.id not in (select id from touched)
      )::integer as later
    from (
      select *, ${nextOfPlate} from (select * from begun union all select * from grown) c
      window of_plate as (partition by car_number order by first_read_at, id)
    ) v
    left join plates p on p.car_number = v.car_number`,
  )
  return { visits: describe(changed, rows), merged: merges.map(({ id }) => id) }
}

/** The difference that a change makes to the plate's number of visits. */
const countDelta = ({ begins, absorbed }: Changed) => Number(begins) - absorbed.length

function describe(changed: readonly Changed[], rows: readonly Row[]): RevisedVisit[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return [...Map.groupBy(changed, ({ carNumber }) => carNumber).values()].flatMap((ofPlate) => {
    const more = ofPlate.reduce((sum, change) => sum + countDelta(change), 0)
    let later = 0
    return ofPlate.sort(fromLatest).map((change, laterHere) => {
      const row = rowOf.get(change.id)
      if (!row) throw new Error('a visit was not stored')
      later += row.later
      return toRevised(change, row, row.before + more - later - laterHere)
    })
  })
}

const fromLatest = (a: Changed, b: Changed) => b.firstReadAt - a.firstReadAt || (a.id < b.id ? 1 : -1)

const toRevised = (
  { id, storeId, carNumber, deviceId, firstReadAt, lastReadAt, receivedAt, reads, late }: Changed,
  { storeName, memberId, name, productName, remainingUses, corrected, doubtfulReads, revision }: Row,
  visitCount: number,
) =>
  revisedVisit({
    id,
    storeId,
    storeName,
    deviceId: deviceId === manualDeviceId ? null : deviceId,
    carNumber,
    memberId,
    name,
    visitCount,
    recognizedAt: firstReadAt,
    latestReadAt: lastReadAt,
    receivedAt,
    reads,
    late,
    productName,
    remainingUses,
    mergedInto: null,
    corrected,
    doubtful: doubtfulReads === reads,
    revision,
  })
