import type { Versioned } from '@kingcar/bus'
import { type Admin, AppError, type contract, type Input } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'
import { toAdmin } from './queries.ts'

/** Returns one administrator; also a disabled one. */
export async function getAdmin(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.member.getAdmin>,
): Promise<Versioned<Admin>> {
  const [row] = await db.read.select().from(admins).where(eq(admins.id, id))
  if (!row) throw new AppError('ADMIN_NOT_FOUND')
  return { result: toAdmin(row), version: row.version }
}
