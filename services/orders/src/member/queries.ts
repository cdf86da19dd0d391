import type { Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { cars } from '../tables.ts'

/** Forgets the cars of a member who has left. Uses keep the plate that they were of. */
export async function deleteCarsOf(tx: Tx, memberId: string): Promise<void> {
  await tx.delete(cars).where(eq(cars.memberId, memberId))
}
