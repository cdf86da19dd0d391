import type { VisitRow } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { isOfPlate } from '../read/queries.ts'

export type Picture = Pick<VisitRow, 'imageId' | 'boundingBox'>

/** Picture of a visit whose considered reads have no image. */
export const unpictured: Picture = { imageId: null, boundingBox: null }

/** Number of reads of a visit that are considered: a car that parks for a day has thousands, and is seen best when it arrives. */
const maxConsidered = 20

/**
 * The images of visits, by the visits' ids: of their first accepted reads the one with the highest confidence, by the
 * same rule as the plate of a track; reads that are not doubtful come first.
 */
export async function loadPictures(db: Pick<Reader, 'execute'>, ids: readonly string[]): Promise<Map<string, Picture>> {
  const rows = await db.execute<Picture & { id: string }>(sql`
    select v.id, p.image_id as "imageId", p.bounding_box as "boundingBox"
    from visits v cross join lateral (
      select * from (
        select image_id, bounding_box, confidence, doubtful, recognized_at from reads r
        where ${isOfPlate(sql`v.store_id`, sql`v.car_number`)} and r.recognized_at between v.first_read_at and v.last_read_at
        order by r.recognized_at limit ${maxConsidered}
      ) r
      where image_id is not null
      order by doubtful, confidence desc, recognized_at limit 1
    ) p
    where v.id = any(${makePgArray([...ids])}::uuid[])`)
  return new Map(rows.map(({ id, ...picture }) => [id, picture]))
}
