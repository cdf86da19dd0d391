import * as Type from 'typebox'
import { From, Id, Instant, Nullable, Reason, SearchText, Strict, To, type Typed } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

/** One use of a member's product. */
export const UseLog = Type.Object({
  id: Id,
  userProductId: Id,
  productName: Type.String(),
  storeId: Id,
  storeName: Type.String(),
  carNumber: Type.String({ examples: ['12가3456'] }),
  usedAt: Instant,
})
export type UseLog = Typed<typeof UseLog>

export const UseLogDetail = Type.Object({
  ...UseLog.properties,
  memberId: Id,
  memberName: Type.String(),
  visitId: Nullable(Id),
  reversedAt: Nullable(Instant),
  reverseReason: Nullable(Type.String()),
})
export type UseLogDetail = Typed<typeof UseLogDetail>

const query = Strict({
  q: Type.Optional(SearchText),
  memberId: Type.Optional(Id),
  storeId: Type.Optional(Id),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('usedAt'),
})

export const useLogOperations = {
  listMyUseLogs: {
    http: 'GET /api/me/products/useLogs',
    access: 'member',
    summary: 'When and where you used your products',
    input: Strict({ ...pageable('usedAt') }),
    result: Page(UseLog),
  },
  listUseLogs: {
    http: 'GET /admin/api/useLogs',
    access: 'admin',
    summary: 'Search product uses',
    input: query,
    result: Page(UseLogDetail),
  },
  exportUseLogs: {
    http: 'GET /admin/api/useLogs/export',
    access: 'admin',
    summary: 'The list of product uses as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
  reverseUseLog: {
    http: 'POST /admin/api/useLogs/{id}/reverse',
    access: 'admin',
    summary: 'Undo a use: the member gets it back',
    input: Strict({ id: Id, reason: Reason }),
    result: UseLogDetail,
    errors: ['USE_LOG_NOT_FOUND', 'USE_LOG_REVERSED'],
  },
} as const satisfies Record<string, Spec>
