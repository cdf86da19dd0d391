import type { UserProductSummary } from '@kingcar/contract'
import { type MemberContact, toDisplayedMember } from '../member/contact.ts'
import type { UserProductRow } from '../tables.ts'
import { toUserProduct } from './queries.ts'

/** A user product as administrators see it. */
export function toUserProductSummary(row: UserProductRow, member: MemberContact): UserProductSummary {
  const { memberId, createdAt } = row
  const details = { memberId, memberName: toDisplayedMember(member).name, createdAt: createdAt.toISOString() }
  return Object.assign({}, toUserProduct(row), details)
}
