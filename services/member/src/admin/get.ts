import type { Caller, Versioned } from '@kingcar/bus'
import { type Admin, AppError, type contract, type Input } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'
import { toAdmin } from './queries.ts'

/** Returns one administrator; also a disabled one. */
export async function getAdmin(
  ctx: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.member.getAdmin>,
): Promise<Versioned<Admin>> {
  const found = await findAdmin(ctx, id)
  if (!found) throw new AppError('ADMIN_NOT_FOUND')
  return found
}

/** Returns the caller's own account. */
export async function getOwnAdmin(ctx: Pick<Ctx, 'db'>, _input: object, { actor }: Caller): Promise<Versioned<Admin>> {
  const found = actor ? await findAdmin(ctx, actor.id) : undefined
  if (!found) throw new AppError('UNAUTHENTICATED')
  return found
}

async function findAdmin({ db }: Pick<Ctx, 'db'>, id: string): Promise<Versioned<Admin> | undefined> {
  const [row] = await db.read.select().from(admins).where(eq(admins.id, id))
  return row && { result: toAdmin(row), version: row.version }
}
