import { AppError, type Banner } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { lockRevision, storeRevision } from '../lists/revision.ts'
import { jsonBytes, nextDisplayOrder, wholeListLimit } from '../lists/whole-list.ts'
import { type BannerRow, bannerRevision, banners } from '../tables.ts'

/** Maximum JSON size (bytes) of a banner without title and link. */
const bannerOverhead = 512

const byDisplayOrder = [asc(banners.displayOrder), asc(banners.createdAt), asc(banners.id)]
const { fieldVersions: _fieldVersions, ...columns } = getTableColumns(banners)

/** The columns that responses need. */
type ResponseColumns = Omit<BannerRow, 'fieldVersions'>

/** Prepared queries of the read operations. */
export const prepareBanners = (read: Reader) => ({
  /** All banners with the list's revision; one row with only the revision if there is no banner. */
  all: read
    .select({ revision: bannerRevision.revision, row: columns })
    .from(bannerRevision)
    .leftJoin(banners, sql`true`)
    .orderBy(...byDisplayOrder)
    .prepare('banners'),
  byId: createLoader(
    read
      .select(columns)
      .from(banners)
      .where(sql`${banners.id} = any(${sql.placeholder('keys')}::uuid[])`)
      .prepare('banners_by_id'),
    ({ id }) => id,
  ),
  /** Banners that are visible at this time (ISO 8601). */
  shown: read
    .select(columns)
    .from(banners)
    .where(and(banners.visible, visibleAt(sql`${sql.placeholder('now')}::timestamptz`)))
    .orderBy(...byDisplayOrder)
    .prepare('banners_shown'),
})
export type BannerQueries = ReturnType<typeof prepareBanners>

function visibleAt(now: SQL): SQL {
  return sql`coalesce(${banners.startsAt} <= ${now}, true) and coalesce(${banners.endsAt} > ${now}, true)`
}

/** See `lockRevision`. */
export const lockBanners = (tx: Tx) => lockRevision(tx, bannerRevision)

/** Stores the revision of all banners and emits `catalog.bannersChanged`. */
export async function publishBannerRevision(tx: Tx, revision: number): Promise<void> {
  await storeRevision(tx, bannerRevision, revision)
  await emit(tx, 'catalog.bannersChanged', { revision })
}

/** The rows with these ids. No other transaction changes them while the revision is locked. */
export async function findBanners(tx: Tx, ids: readonly string[]): Promise<Map<string, BannerRow>> {
  const rows = await tx
    .select()
    .from(banners)
    .where(inArray(banners.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The display order after the last banner. */
export async function nextBannerOrder(tx: Tx): Promise<number> {
  const [row] = await tx.select({ place: nextDisplayOrder(banners.displayOrder) }).from(banners)
  return row?.place ?? 0
}

const listFull = {
  path: '',
  ko: '배너를 더 저장할 자리가 없어요. 쓰지 않는 배너를 먼저 지워 주세요.',
  en: 'The maximum size of all banners is reached; delete a banner that is not used.',
}

/** @throws AppError VALIDATION_FAILED if the list of all banners would not fit into one bus message */
export async function assertListFits(tx: Tx): Promise<void> {
  const bytes = sql<number>`sum(${jsonBytes(banners.title)} + ${jsonBytes(banners.linkUrl)} + ${bannerOverhead}::integer)::integer`
  const [row] = await tx.select({ bytes }).from(banners)
  if ((row?.bytes ?? 0) > wholeListLimit) throw new AppError('VALIDATION_FAILED', { details: [listFull] })
}

export const toBanner = (row: ResponseColumns): Banner => ({
  id: row.id,
  title: row.title,
  imageId: row.imageId,
  imageUrl: `/api/images/${row.imageId}`,
  linkUrl: row.linkUrl,
  displayOrder: row.displayOrder,
  visible: row.visible,
  startsAt: row.startsAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The fields of a created or deleted banner in the audit log. */
export const fieldsOf = ({ title, imageId, linkUrl, displayOrder, visible, startsAt, endsAt }: ResponseColumns) => ({
  title,
  imageId,
  linkUrl,
  displayOrder,
  visible,
  startsAt,
  endsAt,
})
