import type { Caller } from '@kingcar/bus'
import type { contract, Input, PageOf, Screen } from '@kingcar/contract'
import { ofStores, page, sliced } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { screens } from '../tables.ts'
import { columns, toScreen } from './queries.ts'

const sortable = { id: screens.id, createdAt: screens.createdAt, name: screens.name }

/** Lists wall screens and whether they are online; by default the newest first. */
export const listScreens = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listScreens>,
  { stores }: Caller,
): Promise<PageOf<Screen>> => {
  const { storeId } = input
  const selected = storeId === undefined ? ofStores(screens.storeId, stores) : eq(screens.storeId, storeId)
  return page(
    input,
    sortable,
    'createdAt,desc',
    async (slice) => (await sliced(db.read.select(columns).from(screens).where(selected), slice)).map(toScreen),
    () => db.read.$count(screens, selected),
  )
}
