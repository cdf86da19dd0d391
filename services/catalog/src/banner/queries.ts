import { AppError, type Banner } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, asc, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { lockRevision, storeRevision } from '../lists/revision.ts'
import { jsonBytes, nextDisplayOrder, wholeListLimit } from '../lists/whole-list.ts'
import { type BannerRow, bannerRevision, banners } from '../tables.ts'

/** Bytes that a banner has beside title and link, as JSON, at most. */
const bannerOverhead = 512

const byDisplayOrder = [asc(banners.displayOrder), asc(banners.createdAt), asc(banners.id)]
const { fieldVersions: _fieldVersions, ...columns } = getTableColumns(banners)

/** The part of a row that answers are made of. */
type ResponseColumns = Omit<BannerRow, 'fieldVersions'>

/** Hot reads, prepared once. */
export const prepareBanners = (read: Reader) => ({
  /** All of them with their common revision, which is there without any banner. */
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
  /** Those that are shown at a moment (ISO 8601). */
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

/** Locks the revision of all banners, see `lockRevision`. */
export const lockBanners = (tx: Tx) => lockRevision(tx, bannerRevision)

/** Makes it the revision of all banners, and tells it. */
export async function publishBannerRevision(tx: Tx, revision: number): Promise<void> {
  await storeRevision(tx, bannerRevision, revision)
  await emit(tx, 'catalog.bannersChanged', { revision })
}

/** The rows of these ids by id. Nobody else changes them while the revision is locked. */
export async function findBanners(tx: Tx, ids: readonly string[]): Promise<Map<string, BannerRow>> {
  const rows = await tx
    .select()
    .from(banners)
    .where(inArray(banners.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

/** The place behind the last banner. */
export async function nextBannerOrder(tx: Tx): Promise<number> {
  const [row] = await tx.select({ place: nextDisplayOrder(banners.displayOrder) }).from(banners)
  return row?.place ?? 0
}

const listFull = {
  path: '',
  ko: '배너를 더 저장할 자리가 없어요. 쓰지 않는 배너를 먼저 지워 주세요.',
  en: 'No more banners can be stored; delete one that is not used.',
}

/**
 * Keeps the list of all banners one that can be answered.
 * @throws AppError VALIDATION_FAILED where it has grown past that
 */
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

/** What stands in the audit log of a banner that was added or removed. */
export const fieldsOf = ({ title, imageId, linkUrl, displayOrder, visible, startsAt, endsAt }: ResponseColumns) => ({
  title,
  imageId,
  linkUrl,
  displayOrder,
  visible,
  startsAt,
  endsAt,
})
