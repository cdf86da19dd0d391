import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  contract,
  csvTime,
  type Input,
  maskPlate,
  type UseLogDetail,
} from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { exportRows } from '../list/list-rows.ts'
import { maskMemberName } from '../member/mask-name.ts'
import { useLogsOf } from './list.ts'

/** The list of use logs as a CSV file. */
export const exportUseLogs = (
  ctx: Pick<Ctx, 'db'>,
  input: Input<typeof contract.orders.exportUseLogs>,
  caller: Caller,
): Promise<CsvPiece> => exportRows(ctx.db, file, input, caller, useLogsOf(ctx.db.read, input, caller))

const columns: CsvColumns<UseLogDetail> = [
  ['이용 내역 ID', ({ id }) => id],
  ['이용일시', ({ usedAt }) => csvTime(usedAt)],
  ['매장', ({ storeName }) => storeName],
  ['상품', ({ productName }) => productName],
  ['차량번호', ({ carNumber }) => carNumber],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
  ['이용 상품 ID', ({ userProductId }) => userProductId],
  ['방문 ID', ({ visitId }) => visitId],
  ['되돌린 일시', ({ reversedAt }) => csvTime(reversedAt)],
  ['되돌린 사유', ({ reverseReason }) => reverseReason],
]

const mask = (use: UseLogDetail): UseLogDetail => ({
  ...use,
  memberName: maskMemberName(use.memberName),
  carNumber: maskPlate(use.carNumber),
})
const file = { op: contract.orders.exportUseLogs, entity: 'use_logs', columns, mask } as const
