import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { isVisibleTo } from './image.ts'
import { objectName } from './object-names.ts'

type Op = typeof contract.catalog.getImage

/**
 * Returns the name of the object with the image, and whether the image is public; the gateway sends the bytes. An image
 * that has no copy of the requested width is returned in its original size.
 * @throws AppError IMAGE_NOT_FOUND also if the caller may not see the image
 */
export async function getImage(
  ctx: Pick<Ctx, 'images'>,
  { imageId, width }: Input<Op>,
  { actor, stores }: Caller,
): Promise<Result<Op>> {
  const row = await ctx.images.byId(imageId)
  const isPublic = row?.audience === 'everybody'
  if (!isPublic && !actor) throw new AppError('UNAUTHENTICATED')
  const isForMembers = row?.audience === 'members' && actor?.role === 'member'
  if (!row || !(isPublic || isForMembers || (actor && isVisibleTo(row, actor, stores))))
    throw new AppError('IMAGE_NOT_FOUND')
  const object = width !== undefined && row.widths.includes(width) ? objectName(row.id, width) : objectName(row.id)
  return { object, public: isPublic }
}
