import * as Type from 'typebox'
import { From, Id, Instant, Nullable, Reason, SearchText, Strict, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'

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
  reverseReason: Nullable(Type.String({ examples: ['세차하지 않고 돌아갔어요.'] })),
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
    summary: 'List your product uses',
    description: 'Returns a page, the latest use first unless `sort` is given. Reversed uses are not included.',
    input: Strict({ ...pageable('usedAt') }),
    result: Page(UseLog),
  },
  listUseLogs: {
    http: 'GET /admin/api/useLogs',
    access: 'admin',
    summary: 'Search product uses',
    description: `Returns a page, the latest use first unless \`sort\` is given; a reversed use has \`reversedAt\`.
      \`q\` matches the member by any of: part of the name, its initial consonants, the last four digits of a plate or
      phone, the beginning of an email. \`from\` and \`to\` apply to \`usedAt\`.`,
    input: query,
    result: Page(UseLogDetail),
  },
  exportUseLogs: {
    http: 'GET /admin/api/useLogs/export',
    access: 'admin',
    summary: 'Export product uses as CSV',
    description: `Contains the uses that match the query, including reversed ones. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  reverseUseLog: {
    http: 'POST /admin/api/useLogs/{id}/reverse',
    resource: 'useLog',
    audits: '이용 되돌리기',
    access: 'admin',
    summary: 'Reverse a use; the member gets it back',
    description: `The use no longer counts, and its visit does not use a product of this member again; live screens
      receive the visit again. The change is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('세차하지 않고 돌아갔어요.') }),
    result: UseLogDetail,
    errors: {
      USE_LOG_NOT_FOUND: 'No use has this id.',
      USE_LOG_REVERSED: 'The use was already reversed, by an administrator or because its visit changed.',
    },
  },
} as const satisfies Record<string, Spec>
