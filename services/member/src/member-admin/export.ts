import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  type contract,
  csvPhone,
  csvTime,
  type Input,
  type MemberSummary,
  providerLabels,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { membersOf, newestFirst, sortable, summariesFor, summaryColumns } from './queries.ts'

const columns: CsvColumns<MemberSummary> = [
  ['회원 ID', ({ id }) => id],
  ['가입일시', ({ createdAt }) => csvTime(createdAt)],
  ['이름', ({ name }) => name],
  ['가입 경로', ({ provider }) => providerLabels[provider]],
  ['이메일', ({ email }) => email],
  ['휴대폰 번호', ({ phoneNumber }) => (phoneNumber === null ? '' : csvPhone(phoneNumber))],
  ['차량번호', ({ carNumbers }) => carNumbers.join(', ')],
]

/** Exports the list of `listMembers` as CSV, piece by piece. */
export function exportMembers(
  { db: { search: reader } }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.exportMembers>,
  caller: Caller,
): Promise<CsvPiece> {
  const which = membersOf(input, caller)
  const toSummary = summariesFor(input, caller)
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const rows = await reader
        .select({ ...summaryColumns, position })
        .from(members)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({ position, row: toSummary(row) }))
    },
  })
}
