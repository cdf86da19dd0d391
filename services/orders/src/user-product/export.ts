import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  contract,
  csvTime,
  type Input,
  productTypeLabels,
  type UserProductSummary,
  unlimitedLabel,
  userProductStateLabels,
} from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { exportRows } from '../list/list-rows.ts'
import { maskMemberName } from '../member/mask-name.ts'
import { userProductsOf } from './list.ts'

/** The list of user products as a CSV file. */
export const exportUserProducts = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof contract.orders.exportUserProducts>,
  caller: Caller,
): Promise<CsvPiece> => exportRows(ctx.db, file, input, caller, userProductsOf(ctx, input, caller))

const columns: CsvColumns<UserProductSummary> = [
  ['이용 상품 ID', ({ id }) => id],
  ['지급일시', ({ createdAt }) => csvTime(createdAt)],
  ['상품', ({ productName }) => productName],
  ['종류', ({ type }) => productTypeLabels[type]],
  ['상태', ({ state }) => userProductStateLabels[state]],
  ['시작일시', ({ startsAt }) => csvTime(startsAt)],
  ['종료일시', ({ endsAt }) => csvTime(endsAt)],
  ['남은 횟수', ({ remainingUses }) => remainingUses ?? unlimitedLabel],
  ['다음 결제일시', ({ nextBillingAt }) => csvTime(nextBillingAt)],
  ['주문 ID', ({ orderId }) => orderId],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
]

const mask = (held: UserProductSummary): UserProductSummary => ({
  ...held,
  memberName: maskMemberName(held.memberName),
})
const file = { op: contract.orders.exportUserProducts, entity: 'user_products', columns, mask } as const
