import type { UserProductSummary } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { loadMemberContacts, toDisplayedMember } from '../member/contact.ts'
import type { UserProductRow } from '../tables.ts'
import { toUserProduct } from './queries.ts'
import { findResumable } from './resumable.ts'

/** User products as administrators see them. */
export async function summariseUserProducts(
  read: Reader,
  rows: readonly UserProductRow[],
  now: Date,
): Promise<UserProductSummary[]> {
  const [contacts, resumable] = await Promise.all([
    loadMemberContacts(
      read,
      rows.map(({ memberId }) => memberId),
    ),
    findResumable(read, rows, now),
  ])
  return rows.map((row) => {
    const { id, memberId, createdAt } = row
    const memberName = toDisplayedMember(contacts(memberId)).name
    const details = { memberId, memberName, createdAt: createdAt.toISOString(), canResume: resumable.has(id) }
    return Object.assign({}, toUserProduct(row), details)
  })
}

/** A user product as administrators see it. */
export async function summariseUserProduct(read: Reader, row: UserProductRow, now: Date): Promise<UserProductSummary> {
  const [summary] = await summariseUserProducts(read, [row], now)
  if (!summary) throw new Error('user product missing')
  return summary
}
