import { deleteStoredResults, emit, sendInOrder, type Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { emitCarsRemoved } from '../car/emit-car-changed.ts'
import { emitCarImagesCleared } from '../car/images.ts'
import { changePlateOwners } from '../car/plate-owner.ts'
import type { Ctx } from '../context.ts'
import { endVerifications } from '../phone-verification/verification-token.ts'
import { endSessions } from '../session/queries.ts'
import { cars, formerMembers, type MemberRow, members } from '../tables.ts'

/**
 * Removes a member: erases all personal data, here and through `member.left` in the other services, and ends every
 * session. Pseudonymous data stays: the id of the former member, the agreements, and the ledger of the orders service.
 * The caller has locked the member, and also revokes the grant at the provider if the member has requested to leave.
 */
export async function leave(ctx: Pick<Ctx, 'now'>, tx: Tx, member: MemberRow): Promise<void> {
  const { id, provider, phoneNumber, createdAt } = member
  const leftAt = ctx.now()
  const owned = await tx.delete(cars).where(eq(cars.memberId, id)).returning()
  await changePlateOwners(tx, new Map(owned.map(({ carNumber }) => [carNumber, null])))
  await emitCarsRemoved(tx, owned)
  await emitCarImagesCleared(tx, owned)
  sendInOrder(tx, tx.delete(members).where(eq(members.id, id)))
  sendInOrder(tx, tx.insert(formerMembers).values({ id, provider, joinedAt: createdAt, leftAt }))
  if (phoneNumber !== null) await endVerifications(tx, phoneNumber)
  deleteStoredResults(tx, { role: 'member', id })
  await endSessions(tx, { role: 'member', id }, 'left', leftAt)
  await emit(tx, 'member.left', { memberId: id, leftAt: leftAt.toISOString() })
}
