import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchangedSince, audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { banners } from '../tables.ts'
import { fieldsOf, findBanners, lockBanners, publishBannerRevision } from './queries.ts'

const op = contract.catalog.deleteBanner

/** Deletes a banner and its row; no other entity refers to banners. */
export async function deleteBanner(
  ctx: Pick<Ctx, 'db'>,
  { bannerId: id }: { bannerId: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const revision = await lockBanners(tx)
    const found = (await findBanners(tx, [id])).get(id)
    if (!found) throw new AppError('BANNER_NOT_FOUND')
    assertUnchangedSince(caller.ifMatch, revision, [{ ...found, path: '' }])

    const version = revision + 1
    await tx.delete(banners).where(eq(banners.id, id))
    await setImageReferences(tx, { entity: 'banner', entityId: id }, [])
    await publishBannerRevision(tx, version)
    const before = fieldsOf(found)
    await audit(tx, op, caller, { entity: 'banner', entityId: id, before, after: null })
    return { result: null, version }
  })
}
