import * as Type from 'typebox'
import { From, Id, Instant, Nullable, Reason, SearchText, Strict, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Count, countable, Page, pageable } from '../model/paging.ts'
import { CsvPiece, chosenRows, personalExport, personalFile, wholeFile } from '../values/csv.ts'

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

const filters = {
  q: Type.Optional(SearchText),
  memberId: Type.Optional(Id),
  visitId: Type.Optional(Id),
  storeId: Type.Optional(Id),
  from: Type.Optional(From),
  to: Type.Optional(To),
}
const query = Strict({ ...filters, ...pageable('usedAt') })

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
    opens: '이용 내역 목록 조회',
    access: 'admin',
    permission: 'uses.read',
    scope: 'stores',
    summary: 'Search product uses',
    description: `Returns a page, the latest use first unless \`sort\` is given; a reversed use has \`reversedAt\`.
      \`q\` matches the member by any of: part of the name, its initial consonants, the last four digits of a plate or
      phone, the beginning of an email; without \`members.contact\` only name and plate. \`from\` and \`to\` apply to \`usedAt\`.`,
    input: query,
    result: Page(UseLogDetail),
  },
  countUseLogs: {
    http: 'GET /admin/api/useLogs/totals',
    access: 'admin',
    permission: 'uses.read',
    scope: 'stores',
    summary: 'Count product uses and reversed ones',
    description: 'Takes the filters of `listUseLogs`; reversed uses are in `count` too.',
    input: Strict({ ...filters, ...countable }),
    result: Type.Object({
      count: Count,
      reversed: Nullable(Type.Integer({ description: 'Null if `most` or more uses match', examples: [1] })),
    }),
  },
  exportUseLogs: {
    http: 'GET /admin/api/useLogs/export',
    audits: '이용 내역 내려받기',
    opens: true,
    access: 'admin',
    permission: 'uses.read',
    scope: 'stores',
    freshSignIn: 'full',
    summary: 'Export product uses as CSV',
    description: `Contains the uses that match the query, including reversed ones${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...chosenRows, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
  createUseLog: {
    http: 'POST /admin/api/useLogs',
    audits: '이용 상품 직접 사용',
    opens: true,
    access: 'admin',
    permission: 'uses.record',
    scope: 'stores',
    summary: 'Use a product of a member for a visit by hand',
    description: `For a visit of the last 31 days, also a late one, that has fewer uses than \`usesPerStay\` of the
      product; the product was usable at the visit or is Available now. Its stores, cars and daily limit and the
      setting \`products.useOnVisit\` are not checked; its limit per period is. The use is like that of a visit: live
      screens receive the visit again, and it can be reversed. The change is recorded in the audit log with its reason.`,
    input: Strict({ visitId: Id, userProductId: Id, reason: Reason('번호판이 가려져 있었어요.') }),
    result: UseLogDetail,
    status: 201,
    idempotent: true,
    errors: {
      VISIT_NOT_FOUND: 'No visit of a member in the last 31 days has this id.',
      VISIT_MERGED: 'The visit was merged into another one: use the product for that one.',
      VISIT_USED: 'The visit has as many uses, of any products, as `usesPerStay` of the product allows.',
      USER_PRODUCT_NOT_FOUND: "`userProductId` is not a product of the visit's member.",
      USER_PRODUCT_STATE_INVALID:
        'The product was withdrawn or is being refunded, or it was not usable at the visit and is not Available now.',
      USER_PRODUCT_USED_UP: 'The product has no uses left in its period.',
    },
  },
  reverseUseLog: {
    http: 'POST /admin/api/useLogs/{id}/reverse',
    resource: 'useLog',
    audits: '이용 되돌리기',
    opens: true,
    access: 'admin',
    permission: 'uses.record',
    scope: 'stores',
    summary: 'Reverse a use, so that the member can use the product again',
    description: `The use no longer counts. Its visit does not use a product of this member again, unless it has other
      uses. Live screens receive the visit again. The change is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('세차하지 않고 돌아갔어요.') }),
    result: UseLogDetail,
    errors: {
      USE_LOG_NOT_FOUND: 'No use has this id.',
      USE_LOG_REVERSED: 'The use was already reversed, by an administrator or because its visit changed.',
    },
  },
} as const satisfies Record<string, Spec>
