import type { Sql } from 'postgres'

/**
 * Writes notices, of which one in a hundred is a draft and a few are pinned, and stores all over Korea, nine of ten
 * visible.
 */
export async function fillLists(sql: Sql, { notices, stores }: { notices: number; stores: number }): Promise<void> {
  await sql`
    insert into catalog.notices (title, content, pinned, published_at, created_at)
    select '안내 ' || md5(n::text), repeat('공지사항의 본문이에요. ', 20), n % 100000 = 7,
      case when n % 100 > 0 then now() - n * interval '1 minute' end, now() - n * interval '1 minute'
    from generate_series(1, ${notices}::int) n`
  await sql`
    insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates, image_ids, visible)
    select '매장 ' || md5(n::text), '서울특별시 강남구 테헤란로', 33 + 5 * random(), 125 + 5 * random(), '02-555-0100',
      '[{"day": 1, "open": "09:00", "close": "18:00"}]', '{}', '{}', n % 10 > 0
    from generate_series(1, ${stores}::int) n`
  await sql`vacuum analyze catalog.notices, catalog.stores`
}

/** How often an index was scanned so far, as far as sessions have reported their statistics. */
export async function scansOf(sql: Sql, index: string): Promise<number> {
  const [row] = await sql<{ scans: number }[]>`
    select idx_scan::int as scans from pg_stat_user_indexes where schemaname = 'catalog' and indexrelname = ${index}`
  return row?.scans ?? 0
}
