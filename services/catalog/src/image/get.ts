import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { objectName } from './names.ts'

/**
 * Names the object that holds a picture; the gateway sends its bytes. A picture that is not wider than asked for is given
 * as it is. Devices' pictures are for administrators; to others they do not exist.
 */
export async function getImage(
  ctx: Ctx,
  { imageId, width }: Input<typeof contract.catalog.getImage>,
  { actor }: Caller,
): Promise<string> {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  const row = actor.role === 'admin' ? await ctx.images.byId(imageId) : undefined
  if (!row) throw new AppError('IMAGE_NOT_FOUND')
  return width !== undefined && row.widths.includes(width) ? objectName(row.id, width) : objectName(row.id)
}
