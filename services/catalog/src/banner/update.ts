import type { Caller, Versioned } from '@kingcar/bus'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { assertUnchangedSince, auditEntry, difference, emit, nextVersion, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { showImagesOfEach } from '../image/uses.ts'
import { notFound } from '../not-found.ts'
import { type BannerRow, banners } from '../tables.ts'
import { type BannerChange, checkPeriods, readChanges } from './banner.ts'
import { checkRoom, findBanners, lockRevision, storeRevision, toBanner } from './table.ts'

const op = contract.catalog.updateBanners

/** Changes any fields of several banners, all or nothing, and answers them in the order in which they are named. */
export async function updateBanners(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Versioned<Banner[]>> {
  const changes = readChanges(input.banners)
  return ctx.db.transaction(async (tx) => {
    const revision = await lockRevision(tx)
    const named = await findNamed(tx, changes)
    const standing = named.map(({ found, path }) => ({ ...found, path }))
    assertUnchangedSince(caller.ifMatch, revision, standing)
    const becoming = named.map((each) => decide(each, revision, ctx.now()))
    checkPeriods(becoming.map(({ row, path }) => ({ ...row, path })))
    const result = becoming.map(({ row }) => toBanner(row))
    const edits = becoming.flatMap(({ row, path, changed }) => (changed ? { row, path, changed } : []))
    if (edits.length === 0) return { result, version: revision }

    await storeEdits(tx, edits)
    await checkRoom(tx)
    await storeRevision(tx, revision + 1)
    const entries = edits.map(({ row, changed }) =>
      auditEntry(caller, { action: op.name, entity: 'banner', entityId: row.id, ...changed }),
    )
    await Promise.all(entries.map((entry) => emit(tx, 'catalog.audited', entry)))
    return { result, version: revision + 1 }
  })
}

type Named = BannerChange & { found: BannerRow }

/** The banners that are to change, as they are. */
async function findNamed(tx: Tx, changes: readonly BannerChange[]): Promise<Named[]> {
  const ids = changes.map(({ id }) => id)
  const rows = await findBanners(tx, ids)
  const missing = changes.filter(({ id }) => !rows.has(id)).map(({ path }) => `${path}id`)
  if (missing.length > 0) throw notFound('BANNER_NOT_FOUND', missing)
  return changes.flatMap((change) => {
    const found = rows.get(change.id)
    return found ? { ...change, found } : []
  })
}

type Edit = { row: BannerRow; path: string; changed: { before: Partial<BannerRow>; after: Partial<BannerRow> } }

/** What becomes of one; where anything of it is different the next revision of all is its version. */
function decide(
  { found, path, patch }: Named,
  revision: number,
  updatedAt: Date,
): Omit<Edit, 'changed'> & { changed: Edit['changed'] | undefined } {
  const changed = difference<BannerRow>(found, patch)
  if (!changed) return { row: found, path, changed }
  const version = nextVersion({ ...found, version: revision }, Object.keys(changed.after))
  return { row: { ...found, ...changed.after, ...version, updatedAt }, path, changed }
}

async function storeEdits(tx: Tx, edits: readonly Edit[]): Promise<void> {
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
