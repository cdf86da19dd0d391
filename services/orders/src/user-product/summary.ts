import type { UserProductSummary } from '@kingcar/contract'
import { type Known, shownMember } from '../member/shown.ts'
import type { UserProductRow } from '../tables.ts'
import { toUserProduct } from './store.ts'

/** As administrators see it. */
export function toSummary(row: UserProductRow, member: Known): UserProductSummary {
  const { memberId, createdAt } = row
  const more = { memberId, memberName: shownMember(member).name, createdAt: createdAt.toISOString() }
  return Object.assign({}, toUserProduct(row), more)
}
