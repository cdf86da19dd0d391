import type { Caller, Versioned } from '@kingcar/bus'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { assertUnchangedSince, audit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferencesOfEach } from '../image/image-references.ts'
import { matchRows, onlyChanged, type PlannedChange, planChange } from '../lists/batch-update.ts'
import { type BannerRow, banners } from '../tables.ts'
import { assertPeriodsValid, parseChanges } from './banner.ts'
import { assertListFits, findBanners, lockBanners, publishBannerRevision, toBanner } from './queries.ts'

const op = contract.catalog.updateBanners

/** Updates several banners in one transaction, and returns them in the order of the input. */
export async function updateBanners(
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Banner[]>> {
  const changes = parseChanges(input.banners)
  return ctx.db.transaction(async (tx) => {
    const revision = await lockBanners(tx)
    const ids = changes.map(({ id }) => id)
    const named = matchRows(changes, await findBanners(tx, ids), 'BANNER_NOT_FOUND')
    const current = named.map(({ found, path }) => ({ ...found, path }))
    assertUnchangedSince(caller.ifMatch, revision, current)
    const planned = named.map((each) => planChange(each, revision, ctx.now()))
    assertPeriodsValid(planned.map(({ row, path }) => ({ ...row, path })))
    const result = planned.map(({ row }) => toBanner(row))
    const edits = onlyChanged(planned)
    if (edits.length === 0) return { result, version: revision }

    await storeChanges(tx, edits)
    await assertListFits(tx)
    await publishBannerRevision(tx, revision + 1)
    await Promise.all(
      edits.map(({ row, changed }) => audit(tx, op, caller, { entity: 'banner', entityId: row.id, ...changed })),
    )
    return { result, version: revision + 1 }
  })
}

async function storeChanges(tx: Tx, edits: readonly PlannedChange<BannerRow>[]): Promise<void> {
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
  if (each.length > 0) await setImageReferencesOfEach(tx, 'banner', each)
}
