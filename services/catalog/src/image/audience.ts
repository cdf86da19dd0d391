import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ReferencingEntity } from './image-references.ts'

/** Who may see an image because of the entities that reference it; null if they give no one access. */
export type Audience = 'everybody' | 'members' | null

/** Whether the setting `notices.public` makes published notices visible to everybody. */
const forEverybody = sql`exists (
  select from app_settings where key = 'notices.public' and value = 'true' and not removed)`

/**
 * For each kind of entity: SQL for the audience of the entity `entity_id` at the time `now`. Cars give no access: their
 * images are for the owner and administrators, and images of devices for administrators only.
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

/** SQL for a query on `images`: the widest audience of all entities that reference the image at a time (ISO 8601). */
export function audienceAt(time: Placeholder): SQL<Audience> {
  const ofEach = Object.entries(audiences(sql`${time}::timestamptz`)).map(
    ([entity, audience]) => sql`when ${sql.raw(`'${entity}'`)} then ${audience}`,
  )
  // 'everybody' sorts before 'members'
  return sql<Audience>`(select min(case entity ${sql.join(ofEach, sql` `)} end) from image_uses where image_id = images.id)`
}
