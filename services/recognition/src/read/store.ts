import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import type { JudgedRead } from './read.ts'

/** What became of a read: stored now, there before with the same content, or its id is known with other content. */
export type Outcome = 'stored' | 'known' | 'reused'

/**
 * Stores reads in one statement, counts them by device, and says of each what became of it. An id is looked for in every
 * month, since another time under it is a reuse; in the order of the indexes, which halves what that costs (75 instead of
 * 120 µs a read, all told). Reads go in by columns, which takes a third less than by rows.
 * @throws AppError CONFLICT where another transaction wrote the same read meanwhile: then all must be tried again
 */
export async function storeReads(tx: Tx, reads: readonly JudgedRead[]): Promise<Outcome[]> {
  const column = (value: (read: JudgedRead) => unknown): SQL =>
    sql`json_array_elements_text(${JSON.stringify(reads.map(value))}::text::json)`
  const rows = await tx.execute<{ n: number; same: boolean | null }>(sql`
    with arrived as materialized (
      select r.*, (
        select k.content_hash = r.content_hash from reads k
        where k.device_id = r.device_id and k.read_id = r.read_id limit 1
      ) as same
      from (
        select n::integer, device_id::uuid, read_id::uuid, to_timestamp(recognized_at::double precision / 1000) as recognized_at,
          to_timestamp(received_at::double precision / 1000) as received_at, store_id::uuid, car_number, raw,
          confidence::double precision, direction, candidates::jsonb, image_id::uuid, bounding_box::jsonb, rejected,
          decode(content_hash, 'hex') as content_hash
        from rows from (
          ${column(({ read }) => read.deviceId)}, ${column(({ read }) => read.readId)},
          ${column(({ read }) => read.recognizedAt)}, ${column(({ read }) => read.receivedAt)},
          ${column(({ read }) => read.storeId)}, ${column(({ read }) => read.carNumber)}, ${column(({ read }) => read.raw)},
          ${column(({ read }) => read.confidence)}, ${column(({ read }) => read.direction)},
          ${column(({ read }) => read.candidates)}, ${column(({ read }) => read.imageId)},
          ${column(({ read }) => read.boundingBox)}, ${column(({ rejected }) => rejected)},
          ${column(({ read }) => read.contentHash)}
        ) with ordinality as c (
          device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
          image_id, bounding_box, rejected, content_hash, n
        )
        order by device_id::uuid, read_id::uuid
      ) r
    ), stored as (
      insert into reads (
        device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
        image_id, bounding_box, rejected, content_hash
      )
      select device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction, candidates,
        image_id, bounding_box, rejected, content_hash
      from arrived where same is null
      on conflict do nothing
      returning device_id, received_at
    ), counted as (
      insert into device_reads (device_id, day, reads)
      select device_id, (received_at at time zone 'Asia/Seoul')::date, count(*) from stored group by 1, 2
    )
    select n, same from arrived where same is not null
    union all select count(*)::integer, null from stored`)
  const outcomes = new Array<Outcome>(reads.length).fill('stored')
  for (const { n, same } of rows) if (same !== null) outcomes[n - 1] = same ? 'known' : 'reused'
  const stored = rows.find(({ same }) => same === null)?.n
  if (stored !== outcomes.filter((outcome) => outcome === 'stored').length) throw new AppError('CONFLICT')
  return outcomes
}
