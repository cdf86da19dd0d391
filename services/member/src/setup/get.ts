import type { contract, Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'

/** Returns whether no administrator exists. */
export async function getSetup({ db }: Pick<Ctx, 'db'>): Promise<Result<typeof contract.member.getSetup>> {
  const found = await db.read.select({ id: admins.id }).from(admins).limit(1)
  return { needed: found.length === 0 }
}
