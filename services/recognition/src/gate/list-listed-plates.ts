import type { Caller } from '@kingcar/bus'
import type { contract, Input, ListedPlate, PageOf } from '@kingcar/contract'
import { ofStores, page, sliced } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listedPlates } from '../tables.ts'
import { toListedPlate } from './listed-plate.ts'
import { inForce } from './queries.ts'

const columns = { id: listedPlates.id, createdAt: listedPlates.createdAt, carNumber: listedPlates.carNumber }

/** Entries that are in force, by default the newest first. */
export function listListedPlates(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.recognition.listListedPlates>,
  { stores }: Caller,
): Promise<PageOf<ListedPlate>> {
  const { storeId, kind } = input
  const ofStore = storeId === undefined ? ofStores(listedPlates.storeId, stores) : eq(listedPlates.storeId, storeId)
  const selected = and(inForce, ofStore, kind === undefined ? undefined : eq(listedPlates.kind, kind))
  return page(
    input,
    columns,
    'createdAt,desc',
    async (slice) => (await sliced(db.read.select().from(listedPlates).where(selected), slice)).map(toListedPlate),
    () => db.read.$count(listedPlates, selected),
  )
}
