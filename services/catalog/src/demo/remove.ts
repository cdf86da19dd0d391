import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type DemoPart, type ErrorCode, type Input } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { demoAuditEntry } from '@kingcar/service'
import { deleteBanner } from '../banner/delete.ts'
import type { Ctx } from '../context.ts'
import { deleteNotice } from '../notice/delete.ts'
import { deleteProduct } from '../product/delete.ts'
import { deleteStore } from '../store/delete.ts'
import { findRemovable, itemsOf } from './get.ts'

/**
 * Deletes the demo's products, stores, banners and notices as an administrator does, each in a transaction of its own: products
 * first, because they refer to stores. The demo's recognizer ends with its store.
 */
export async function removeDemo(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  _input: Input<typeof contract.gateway.removeDemo>,
  caller: Caller,
): Promise<DemoPart> {
  const found = await findRemovable(ctx, caller)
  const items = itemsOf(found)
  if (items.every(({ removable }) => removable === 0)) return { items }
  await ctx.db.transaction((tx) => emit(tx, 'catalog.audited', demoAuditEntry('catalog', { items }, caller)))
  const remove = async (ids: readonly string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) {
      await work(id).catch(ignoreIfUsedOrGone)
      await fault('catalog.demoRemoving')
    }
  }
  await remove(found.products.removable, (id) => deleteProduct(ctx, { id }, caller))
  await remove(found.stores.removable, (id) => deleteStore(ctx, { id, withDevices: true }, caller))
  await remove(found.banners.removable, (bannerId) => deleteBanner(ctx, { bannerId }, caller))
  await remove(found.notices.removable, (noticeId) => deleteNotice(ctx, { noticeId }, caller))
  return { items }
}

const expected: readonly ErrorCode[] = [
  ...(['STORE_NOT_FOUND', 'PRODUCT_NOT_FOUND', 'BANNER_NOT_FOUND', 'NOTICE_NOT_FOUND'] as const),
  ...(['IN_USE', 'LIVE_SUBSCRIPTIONS'] as const),
]

/**
 * Ignores the refusal of a deletion: since the count, a concurrent removal has deleted the row, or a person has begun
 * to use it, and then it stays.
 */
function ignoreIfUsedOrGone(error: unknown): void {
  if (!(error instanceof AppError && expected.includes(error.code))) throw error
}
