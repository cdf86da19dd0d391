import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type Store } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toStore } from './queries.ts'

/** One store, also a hidden one. */
export async function getStore(
  ctx: Pick<Ctx, 'now' | 'stores'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<Store>> {
  const row = await ctx.stores.byId(id)
  if (!row || (caller.stores && !caller.stores.includes(row.id))) throw new AppError('STORE_NOT_FOUND')
  return { result: toStore(row, ctx.now()), version: row.version }
}

/** One visible store. */
export async function getPublicStore(ctx: Pick<Ctx, 'now' | 'stores'>, { id }: { id: string }): Promise<Store> {
  const row = await ctx.stores.byId(id)
  if (!row?.visible) throw new AppError('STORE_NOT_FOUND')
  return toStore(row, ctx.now())
}
