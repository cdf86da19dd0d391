import type { Sql } from 'postgres'

/** Writes stores and notices as the service would, and returns random ids of each. */
export async function fillCatalog(
  sql: Sql,
  { rows, asked }: { rows: number; asked: number },
): Promise<{ stores: string[]; notices: string[] }> {
  await sql`
    insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates, image_ids, visible)
    select '매장 ' || n, '서울특별시 강남구 테헤란로 ' || n, 37 + random(), 127 + random(), '02-555-0100',
           '[{"day":1,"open":"09:00","close":"21:00"}]'::jsonb, '{}', '{}', true
    from generate_series(1, ${rows}) n`
  // as many bytes as a store
  await sql`
    insert into catalog.notices (title, content, pinned, published_at)
    select '안내 ' || n, repeat('공지사항의 본문이에요. ', 6), false, now() - n * interval '1 minute'
    from generate_series(1, ${rows}) n`
  await sql`vacuum analyze catalog.stores, catalog.notices`
  await sql`checkpoint` // so that its writes are not part of a slice
  const [stores, notices] = [
    await sql<{ id: string }[]>`
      select id from catalog.stores where visible and deleted_at is null order by random() limit ${asked}`,
    await sql<
      { id: string }[]
    >`select id from catalog.notices where published_at is not null order by random() limit ${asked}`,
  ]
  return { stores: stores.map(({ id }) => id), notices: notices.map(({ id }) => id) }
}
