import type { DeliveredEvent } from '@kingcar/bus'
import { forgetCars } from '../car/store.ts'
import type { Ctx } from '../context.ts'
import { eraseMember, lockMember } from '../member/former.ts'

/** A member has left: what tells who it was is erased, and orders and the ledger stay. Each entity does its part. */
export const onMemberLeft = ({ db }: Ctx, { payload }: DeliveredEvent<'member.left'>): Promise<void> =>
  db.transaction(async (tx) => {
    const { memberId, leftAt } = payload
    await lockMember(tx, memberId)
    await eraseMember(tx, memberId, new Date(leftAt))
    await forgetCars(tx, memberId)
  })
