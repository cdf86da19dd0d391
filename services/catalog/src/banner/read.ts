import type { Versioned } from '@kingcar/bus'
import { AppError, type Banner } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toBanner } from './table.ts'

/** All banners in their order, hidden ones too. */
export async function listBanners(ctx: Ctx): Promise<Versioned<Banner[]>> {
  const found = await ctx.banners.all.execute()
  return { result: found.flatMap(({ row }) => (row ? toBanner(row) : [])), version: found[0]?.revision ?? 0 }
}

/** One banner. */
export async function getBanner(ctx: Ctx, { bannerId }: { bannerId: string }): Promise<Versioned<Banner>> {
  const row = await ctx.banners.byId(bannerId)
  if (!row) throw new AppError('BANNER_NOT_FOUND')
  return { result: toBanner(row), version: row.version }
}

/** The visible banners whose period it is. */
export async function listPublicBanners(ctx: Ctx): Promise<Banner[]> {
  const rows = await ctx.banners.shown.execute({ now: ctx.now().toISOString() })
  return rows.map(toBanner)
}
