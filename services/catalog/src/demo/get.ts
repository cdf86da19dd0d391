import type { Caller } from '@kingcar/bus'
import { contract, type DemoPart, type Input, partOf } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { type DemoRow, findDemoRows, findStoresOfProducts } from './queries.ts'

const op = contract.gateway.getDemo

/** Counts the demo's stores, products, banners and notices. */
export async function getDemo(
  ctx: Pick<Ctx, 'bus' | 'db'>,
  _input: Input<typeof op>,
  caller: Caller,
): Promise<DemoPart> {
  return { items: itemsOf(await findRemovable(ctx, caller)) }
}

const kinds = ['stores', 'products', 'banners', 'notices'] as const
export type Removable = Record<(typeof kinds)[number], { removable: string[]; kept: number }>

/** The items of a removal. */
export const itemsOf = (found: Removable): DemoPart['items'] =>
  kinds.map((kind) => ({ kind, removable: found[kind].removable.length, kept: found[kind].kept }))

/** The demo's rows that a removal removes: those that no person edited, and on which nothing depends in any service. */
export async function findRemovable(ctx: Pick<Ctx, 'bus' | 'db'>, caller: Caller): Promise<Removable> {
  const [rows, used] = await Promise.all([findDemoRows(ctx.db.read), findInUse(ctx, caller)])
  const products = split(rows.products, used.productIds)
  const ofProducts = await findStoresOfProducts(ctx.db.read, products.removable)
  return {
    stores: split(rows.stores, [...used.storeIds, ...ofProducts]),
    products,
    banners: split(rows.banners, []),
    notices: split(rows.notices, []),
  }
}

function split(rows: readonly DemoRow[], inUse: readonly string[]) {
  const removable = rows.filter(({ id, edited }) => !edited && !inUse.includes(id)).map(({ id }) => id)
  return { removable, kept: rows.length - removable.length }
}

/** The rows of the demo's catalog that other services still need. */
async function findInUse({ bus }: Pick<Ctx, 'bus'>, { requestId, deadline }: Caller) {
  const call = { requestId, actor: null, deadline }
  const parts = await Promise.all(
    (['orders', 'recognition', 'member'] as const).map((service) => bus.call(partOf(op, service), {}, call)),
  )
  return {
    storeIds: parts.flatMap(({ inUse }) => inUse?.storeIds ?? []),
    productIds: parts.flatMap(({ inUse }) => inUse?.productIds ?? []),
  }
}
