import type { UseLog, UseLogDetail } from '@kingcar/contract'
import { type MemberContact, toDisplayedMember } from '../member/contact.ts'
import type { UseLogRow } from '../tables.ts'

/** A use as the member sees it. */
export const toUseLog = (row: UseLogRow): UseLog => ({
  id: row.id,
  userProductId: row.userProductId,
  productName: row.productName,
  storeId: row.storeId,
  storeName: row.storeName,
  carNumber: row.carNumber,
  usedAt: row.usedAt.toISOString(),
})

/** A use as administrators see it. */
export function toUseLogDetail(row: UseLogRow, member: MemberContact): UseLogDetail {
  const { memberId, visitId, reversedAt, reverseReason } = row
  const details = { memberId, memberName: toDisplayedMember(member).name, visitId }
  return Object.assign(toUseLog(row), details, { reversedAt: reversedAt?.toISOString() ?? null, reverseReason })
}
