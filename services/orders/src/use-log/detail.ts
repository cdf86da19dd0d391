import type { UseLogDetail } from '@kingcar/contract'
import { shownMember } from '../member/shown.ts'
import type { MemberRow, UseLogRow } from '../tables.ts'

/** As administrators see it. */
export const toUseLogDetail = (
  row: UseLogRow,
  member: Pick<MemberRow, 'name' | 'phoneNumber' | 'leftAt'> | undefined,
): UseLogDetail => ({
  id: row.id,
  userProductId: row.userProductId,
  productName: row.productName,
  storeId: row.storeId,
  storeName: row.storeName,
  carNumber: row.carNumber,
  usedAt: row.usedAt.toISOString(),
  memberId: row.memberId,
  memberName: shownMember(member).name,
  visitId: row.visitId,
  reversedAt: row.reversedAt?.toISOString() ?? null,
  reverseReason: row.reverseReason,
})
