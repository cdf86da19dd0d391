import type { Caller } from '@kingcar/bus'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { auditEntry, emit, nextVersion, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { showImages } from '../image/uses.ts'
import { banners } from '../tables.ts'
import { newBanner } from './banner.ts'
import { checkRoom, fieldsOf, lockBanners, nextPlace, tellBanners, toBanner } from './table.ts'

const op = contract.catalog.createBanner

/** Adds a banner; visible and behind the last one unless asked otherwise. */
export async function createBanner(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Banner> {
  const fields = newBanner(input)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const revision = await lockBanners(tx)
    const displayOrder = fields.displayOrder ?? (await nextPlace(tx))
    const version = nextVersion({ version: revision, fieldVersions: {} }, Object.keys(fields))
    const [row] = await tx
      .insert(banners)
      .values({ ...fields, displayOrder, ...version })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await checkRoom(tx)
    await showImages(tx, { entity: 'banner', entityId: row.id }, [row.imageId], () => 'imageId')
    await tellBanners(tx, row.version)
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'banner', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toBanner(row)
  })
}
