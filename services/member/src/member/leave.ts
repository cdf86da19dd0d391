import { deleteStoredResults, emit, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitCarsGone } from '../car/images.ts'
import { changePlateOwners } from '../car/plate-owner.ts'
import { emitCarGone } from '../car/tell.ts'
import type { Ctx } from '../context.ts'
import { forgetVerifications } from '../phone/verifications.ts'
import { endSessionsOf } from '../session/store.ts'
import { cars, formerMembers, type MemberRow, members } from '../tables.ts'

/**
 * A member leaves: everything that tells who it was is erased, here and by `member.left` elsewhere, and every session
 * ends. What stays names nobody: that there was a member, what was agreed to, and the ledger of the orders service.
 * The caller has locked the member, and revokes grants at the provider where it was the member who left.
 */
export async function leave(ctx: Ctx, tx: Tx, member: MemberRow): Promise<void> {
  const { id, provider, phoneNumber, createdAt } = member
  const leftAt = ctx.now()
  const owned = await tx.delete(cars).where(eq(cars.memberId, id)).returning()
  await changePlateOwners(tx, new Map(owned.map(({ carNumber }) => [carNumber, null])))
  for (const car of owned) await emitCarGone(tx, car)
  await emitCarsGone(tx, owned)
  await tx.delete(members).where(eq(members.id, id))
  await tx.insert(formerMembers).values({ id, provider, joinedAt: createdAt, leftAt })
  await forgetVerifications(tx, phoneNumber)
  await deleteStoredResults(tx, { role: 'member', id })
  await endSessionsOf(tx, { role: 'member', id }, 'left', leftAt)
  await emit(tx, 'member.left', { memberId: id, leftAt: leftAt.toISOString() })
}
