import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  contract,
  csvPhone,
  csvTime,
  type Input,
  type MemberSummary,
  maskEmail,
  maskName,
  maskPhone,
  maskPlate,
  providerLabels,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { recordExport } from '@kingcar/service'
import { and, inArray } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
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
export async function exportMembers(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof contract.member.exportMembers>,
  caller: Caller,
): Promise<CsvPiece> {
  const which = and(await membersOf(db.read, input, caller, now()), input.ids && inArray(members.id, input.ids))
  const toSummary = summariesFor(input, caller)
  const reader = db.search
  await recordExport(contract.member.exportMembers, input, caller, {
    count: () => reader.$count(members, which),
    store: (entry) => db.transaction(async (tx) => storeAuditEntry(tx, entry)),
  })
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    memberOf: input.full ? ({ id }) => id : undefined,
    async rows({ after, orderBy, limit, position }) {
      const rows = await reader
        .select({ ...summaryColumns, position })
        .from(members)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      return rows.map(({ position, ...row }) => ({
        position,
        row: input.full ? toSummary(row) : masked(toSummary(row)),
      }))
    },
  })
}

const masked = ({ name, email, phoneNumber, carNumbers, ...row }: MemberSummary): MemberSummary => ({
  ...row,
  name: maskName(name),
  email: email && maskEmail(email),
  phoneNumber: phoneNumber && maskPhone(phoneNumber),
  carNumbers: carNumbers.map(maskPlate),
})
