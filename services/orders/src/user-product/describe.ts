import type { UserProductSummary } from '@kingcar/contract'
import { type MemberContact, toDisplayedMember } from '../member/contact.ts'
import type { UserProductRow } from '../tables.ts'
import { toUserProduct } from './queries.ts'

/** As administrators see it. */
export function toUserProductSummary(row: UserProductRow, member: MemberContact): UserProductSummary {
  const { memberId, createdAt } = row
  const more = { memberId, memberName: toDisplayedMember(member).name, createdAt: createdAt.toISOString() }
  return Object.assign({}, toUserProduct(row), more)
}
