import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'

type Op = typeof contract.catalog.searchAddresses

/** Searches the register of addresses. @throws AppError ADDRESS_SEARCH_OFF, RATE_LIMITED or UNAVAILABLE */
export async function searchAddresses(
  ctx: Pick<Ctx, 'addresses' | 'countSearch'>,
  { keyword }: Input<Op>,
  caller: Caller,
): Promise<Result<Op>> {
  if (ctx.addresses === undefined) throw new AppError('ADDRESS_SEARCH_OFF')
  ctx.countSearch(caller.actor?.id ?? '')
  return ctx.addresses.search(keyword.trim().replace(/\s+/g, ' '))
}
