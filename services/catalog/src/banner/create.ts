import type { Caller } from '@kingcar/bus'
import { type Banner, contract, type Input } from '@kingcar/contract'
import { audit, nextVersion, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { banners } from '../tables.ts'
import { newBanner } from './banner.ts'
import { assertListFits, fieldsOf, lockBanners, nextBannerOrder, publishBannerRevision, toBanner } from './queries.ts'

const op = contract.catalog.createBanner

/** Creates a banner; by default visible and after the last one. */
export async function createBanner(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Banner> {
  const fields = newBanner(input)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const revision = await lockBanners(tx)
    const displayOrder = fields.displayOrder ?? (await nextBannerOrder(tx))
    const version = nextVersion({ version: revision, fieldVersions: {} }, Object.keys(fields))
    const [row] = await tx
      .insert(banners)
      .values({ ...fields, displayOrder, ...version })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await assertListFits(tx)
    await setImageReferences(tx, { entity: 'banner', entityId: row.id }, [row.imageId], () => 'imageId')
    await publishBannerRevision(tx, row.version)
    await audit(tx, op, caller, { entity: 'banner', entityId: row.id, before: null, after: fieldsOf(row) })
    return toBanner(row)
  })
}
