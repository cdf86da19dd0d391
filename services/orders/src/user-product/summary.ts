import type { UserProductSummary } from '@kingcar/contract'
import { shownMember } from '../member/shown.ts'
import type { MemberRow, UserProductRow } from '../tables.ts'
import { toUserProduct } from './store.ts'

type Shown = Pick<MemberRow, 'name' | 'phoneNumber' | 'leftAt'> | undefined

/** As administrators see it. */
export function toSummary(row: UserProductRow, member: Shown): UserProductSummary {
  const { memberId, createdAt } = row
  const more = { memberId, memberName: shownMember(member).name, createdAt: createdAt.toISOString() }
  return Object.assign({}, toUserProduct(row), more)
}
