import type { Caller, Versioned } from '@kingcar/bus'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { assertUnchangedSince, auditEntry, emit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { showImagesOfEach } from '../image/image-references.ts'
import { decide, type Edit, editsOf, withRows } from '../lists/batch-update.ts'
import { type BannerRow, banners } from '../tables.ts'
import { checkPeriods, readChanges } from './banner.ts'
import { checkRoom, findBanners, lockBanners, tellBanners, toBanner } from './queries.ts'

const op = contract.catalog.updateBanners

/** Changes any fields of several banners, all or nothing, and answers them in the order in which they are named. */
export async function updateBanners(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Versioned<Banner[]>> {
  const changes = readChanges(input.banners)
  return ctx.db.transaction(async (tx) => {
    const revision = await lockBanners(tx)
    const ids = changes.map(({ id }) => id)
    const named = withRows(changes, await findBanners(tx, ids), 'BANNER_NOT_FOUND')
    const standing = named.map(({ found, path }) => ({ ...found, path }))
    assertUnchangedSince(caller.ifMatch, revision, standing)
    const becoming = named.map((each) => decide(each, revision, ctx.now()))
    checkPeriods(becoming.map(({ row, path }) => ({ ...row, path })))
    const result = becoming.map(({ row }) => toBanner(row))
    const edits = editsOf(becoming)
    if (edits.length === 0) return { result, version: revision }

    await storeEdits(tx, edits)
    await checkRoom(tx)
    await tellBanners(tx, revision + 1)
    const entries = edits.map(({ row, changed }) =>
      auditEntry(caller, { action: op.name, entity: 'banner', entityId: row.id, ...changed }),
    )
    await Promise.all(entries.map((entry) => emit(tx, 'catalog.audited', entry)))
    return { result, version: revision + 1 }
  })
}

async function storeEdits(tx: Tx, edits: readonly Edit<BannerRow>[]): Promise<void> {
  const updates = edits.map(({ row: { id, version, fieldVersions, updatedAt }, changed }) => {
    const change = { ...changed.after, version, fieldVersions, updatedAt }
    return tx.update(banners).set(change).where(eq(banners.id, id)).execute()
  })
  await Promise.all(updates) // sent together
  const shown = edits.filter(({ changed }) => changed.after.imageId !== undefined)
  const each = shown.map(({ row: { id, imageId }, path }) => ({
    entityId: id,
    imageIds: [imageId],
    pathOf: () => `${path}imageId`,
  }))
  if (each.length > 0) await showImagesOfEach(tx, 'banner', each)
}
