import { sendInOrder, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { jsonColumn } from '../json-columns.ts'
import { isOfPlate } from '../read/queries.ts'
import { carPassing, isNotQueued, queuedColumns, queuedValues } from '../read/queue-for-review.ts'
import type { Read } from '../read/read.ts'

const stored = sql`r`

/** Queues stored reads that became doubtful for review: like rejected ones, one row for each passing car. Does not wait. */
export function queueDoubtful(
  tx: Tx,
  reads: readonly Pick<Read, 'deviceId' | 'readId' | 'storeId' | 'carNumber' | 'recognizedAt'>[],
): void {
  if (reads.length === 0) return
  sendInOrder(
    tx,
    sql`
    insert into read_reviews (${queuedColumns}, reason)
    select distinct on (${carPassing(stored)}) ${queuedValues(stored)}, 'doubtful'
    from rows from (
      ${jsonColumn(reads, ({ deviceId }) => deviceId)}, ${jsonColumn(reads, ({ readId }) => readId)},
      ${jsonColumn(reads, ({ storeId }) => storeId)}, ${jsonColumn(reads, ({ carNumber }) => carNumber)},
      ${jsonColumn(reads, ({ recognizedAt }) => recognizedAt)}
    ) as d (device_id, read_id, store_id, car_number, recognized_at)
    join reads r on ${isOfPlate(sql`d.store_id::uuid`, sql`d.car_number`)}
      and r.recognized_at = to_timestamp(d.recognized_at::double precision / 1000)
      and r.device_id = d.device_id::uuid and r.read_id = d.read_id::uuid
    where ${isNotQueued(stored)}
    order by ${carPassing(stored)}, r.confidence desc, r.read_id
    on conflict do nothing`,
  )
}
