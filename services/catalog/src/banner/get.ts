import type { Versioned } from '@kingcar/bus'
import { AppError, type Banner } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toBanner } from './queries.ts'

export async function getBanner(
  ctx: Pick<Ctx, 'banners'>,
  { bannerId }: { bannerId: string },
): Promise<Versioned<Banner>> {
  const row = await ctx.banners.byId(bannerId)
  if (!row) throw new AppError('BANNER_NOT_FOUND')
  return { result: toBanner(row), version: row.version }
}
