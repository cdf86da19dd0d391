import type { UserProductSummary } from '@kingcar/contract'
import { type Known, shownMember } from '../member/contact.ts'
import type { UserProductRow } from '../tables.ts'
import { toUserProduct } from './queries.ts'

/** As administrators see it. */
export function toSummary(row: UserProductRow, member: Known): UserProductSummary {
  const { memberId, createdAt } = row
  const more = { memberId, memberName: shownMember(member).name, createdAt: createdAt.toISOString() }
  return Object.assign({}, toUserProduct(row), more)
}
