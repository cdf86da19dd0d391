import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ReferencingEntity } from './image-references.ts'

/** Who sees a picture by what shows it: everybody, every member, or nobody by that. */
export type Audience = 'everybody' | 'members' | null

/** Whether what is published is for everybody, as `notices.public` says. */
const forEverybody = sql`exists (
  select from app_settings where key = 'notices.public' and value = 'true' and not removed)`

/**
 * Whom what shows a picture is meant for, told by its row `entity_id` at the moment `now`. A picture of a device is a read's,
 * which is for administrators alone, and a car is for its owner and them.
 */
const audiences = (now: SQL): Record<ReferencingEntity['entity'], SQL> => ({
  banner: sql`(select 'everybody' from banners where id = entity_id and visible
    and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true))`,
  product: sql`(select 'everybody' from products where id = entity_id and on_sale and deleted_at is null)`,
  store: sql`(select 'everybody' from stores where id = entity_id and visible and deleted_at is null)`,
  notice: sql`(select case when ${forEverybody} then 'everybody' else 'members' end
    from notices where id = entity_id and published_at <= ${now})`,
  terms: sql`(select 'everybody' from terms shown where id = entity_id and id = (
    select id from terms where type = shown.type and effective_at <= ${now} and deleted_at is null
    order by effective_at desc, version desc limit 1))`,
  car: sql`null`,
})

/** An expression of a query on `images`: the widest of the audiences of all that shows the picture at a moment (ISO 8601). */
export function audienceAt(moment: Placeholder): SQL<Audience> {
  const ofEach = Object.entries(audiences(sql`${moment}::timestamptz`)).map(
    ([entity, audience]) => sql`when ${sql.raw(`'${entity}'`)} then ${audience}`,
  )
  // 'everybody' comes before 'members'.
  return sql<Audience>`(select min(case entity ${sql.join(ofEach, sql` `)} end) from image_uses where image_id = images.id)`
}
