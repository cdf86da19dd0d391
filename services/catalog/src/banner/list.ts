import type { Versioned } from '@kingcar/bus'
import type { Banner } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toBanner } from './queries.ts'

/** All banners in display order, including hidden ones. */
export async function listBanners(ctx: Pick<Ctx, 'banners'>): Promise<Versioned<Banner[]>> {
  const found = await ctx.banners.all.execute()
  return { result: found.flatMap(({ row }) => (row ? toBanner(row) : [])), version: found[0]?.revision ?? 0 }
}

/** The visible banners whose period includes the current time. */
export async function listPublicBanners(ctx: Pick<Ctx, 'banners' | 'now'>): Promise<Banner[]> {
  const rows = await ctx.banners.shown.execute({ now: ctx.now().toISOString() })
  return rows.map(toBanner)
}
