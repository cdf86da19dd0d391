import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Reason, SearchText, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Count, countable, Page, pageable } from '../model/paging.ts'
import { ofVisitorsOnly } from '../model/permissions.ts'
import { OrderRecord } from '../orders/order.ts'
import { UserProduct } from '../orders/user-products.ts'
import { CsvPiece, chosenRows, personalExport, personalFile, wholeFile } from '../values/csv.ts'
import { Car } from './cars.ts'
import { Me, MemberPhone, Provider } from './members.ts'
import { memberStatuses } from './values.ts'

export const MemberSummary = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String({ examples: ['김민지'] }),
  phoneNumber: MemberPhone,
  carNumbers: Type.Array(Type.String()),
  createdAt: Instant,
})
export type MemberSummary = Typed<typeof MemberSummary>

export const MemberSession = Type.Object({ id: Id, createdAt: Instant, lastUsedAt: Instant })

export const MemberDetail = Type.Object({
  ...Me.properties,
  cars: Type.Array(Car),
  products: Type.Array(UserProduct),
  orders: Type.Array(OrderRecord),
  sessions: Type.Array(MemberSession),
})
export type MemberDetail = Static<typeof MemberDetail>

const filters = {
  q: Type.Optional(SearchText),
  status: Type.Optional(
    Type.Enum([...memberStatuses], {
      description:
        'subscribed: has a subscription that is Available (needs `uses.read`); unpaid: a renewal is unpaid (needs `orders.read`); ending: has a product that ends within seven days and does not renew (needs `uses.read`); notAgreed: required terms in force without an agreement (needs `members.contact`)',
    }),
  ),
}
const query = Strict({ ...filters, ...pageable('createdAt', 'name', 'email') })

export const memberAdministrationOperations = {
  listMembers: {
    http: 'GET /admin/api/members',
    opens: '회원 목록 조회',
    access: 'admin',
    permission: 'members.read',
    scope: 'stores',
    summary: 'Search members',
    description: `Returns a page, newest first unless \`sort\` is given. \`q\` matches any of: part of the name, its
      initial consonants (홍ㄱㄷ), the last four digits of a plate or phone, the beginning of an email. Without
      \`members.contact\` email and phone are null, \`q\` matches name and plate only, and a sort by email is refused. ${ofVisitorsOnly}`,
    input: query,
    result: Page(MemberSummary),
  },
  countMembers: {
    http: 'GET /admin/api/members/totals',
    access: 'admin',
    permission: 'members.read',
    scope: 'stores',
    summary: 'Count members',
    description: 'Takes the filters of `listMembers`.',
    input: Strict({ ...filters, ...countable }),
    result: Type.Object({ count: Count }),
  },
  exportMembers: {
    http: 'GET /admin/api/members/export',
    audits: '회원 내려받기',
    opens: true,
    access: 'admin',
    permission: 'members.contact',
    scope: 'stores',
    freshSignIn: 'full',
    summary: 'Export members as CSV',
    description: `Contains the members that match the query, with their plates${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...chosenRows, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
  getMember: {
    http: 'GET /admin/api/members/{id}',
    resource: 'member',
    opens: '회원 조회',
    access: 'admin',
    permission: 'members.contact',
    scope: 'stores',
    summary: 'Get one member with cars, products, orders, sessions and agreements',
    description: `Products and orders are the last known from the orders service, at most the newest 100 of each. The
      \`ETag\` covers everything that is returned.`,
    input: Strict({ id: Id }),
    result: MemberDetail,
    versioned: true,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
    },
  },
  endMemberSessions: {
    http: 'DELETE /admin/api/members/{id}/sessions',
    resource: 'member',
    audits: '회원 로그아웃',
    access: 'admin',
    permission: 'members.change',
    scope: 'headOffice',
    summary: 'End all sessions of a member',
    description: `The sessions end at every gateway; the member can sign in again. The change is recorded in the audit
      log; if no session is open, the request is a no-op.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
    },
  },
  releasePhone: {
    http: 'POST /admin/api/members/{id}/releasePhone',
    resource: 'member',
    audits: '회원 휴대폰 번호 해제',
    emits: ['member.changed', 'member.sessionEnded'],
    access: 'admin',
    permission: 'members.change',
    scope: 'headOffice',
    summary: 'Release the phone number of a member, so that its new owner can verify it',
    description: `For a number that has a new owner and that the member verified within the last 90 days. The member
      has no number until they verify another, and their sessions end. The reason and the last four digits are recorded
      in the audit log; without a number the request is a no-op.`,
    input: Strict({ id: Id, reason: Reason('새 주인이 번호를 쓰고 있어요.') }),
    result: Nothing,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
    },
  },
} as const satisfies Record<string, Spec>
