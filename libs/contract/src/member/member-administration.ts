import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, SearchText, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { Order } from '../orders/order.ts'
import { UserProduct } from '../orders/user-products.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'
import { Car } from './cars.ts'
import { Me, Provider } from './members.ts'

export const MemberSummary = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String({ examples: ['김민지'] }),
  phoneNumber: Type.String({ description: 'E.164', examples: ['+821012345678'] }),
  carNumbers: Type.Array(Type.String()),
  createdAt: Instant,
})
export type MemberSummary = Static<typeof MemberSummary>

export const MemberSession = Type.Object({ id: Id, createdAt: Instant, lastUsedAt: Instant })

export const MemberDetail = Type.Object({
  ...Me.properties,
  cars: Type.Array(Car),
  products: Type.Array(UserProduct),
  orders: Type.Array(Order),
  sessions: Type.Array(MemberSession),
})
export type MemberDetail = Static<typeof MemberDetail>

const query = Strict({ q: Type.Optional(SearchText), ...pageable('createdAt', 'name', 'email') })

export const memberAdministrationOperations = {
  listMembers: {
    http: 'GET /admin/api/members',
    access: 'admin',
    summary: 'Search members',
    description: `A page of members, the newest first unless \`sort\` says otherwise. \`q\` is looked for as everything
      that it can mean at once: part of a name or its initial consonants (홍ㄱㄷ), the last four digits of a plate or a
      phone, the beginning of an email.`,
    input: query,
    result: Page(MemberSummary),
  },
  exportMembers: {
    http: 'GET /admin/api/members/export',
    access: 'admin',
    summary: 'The list of members as CSV',
    description: `Members whom \`q\` finds, with their plates. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  getMember: {
    http: 'GET /admin/api/members/{id}',
    resource: 'member',
    access: 'admin',
    summary: 'One member with cars, products, orders, sessions and agreements',
    description: `Products and orders are the newest hundred each, as the orders service told of them last. The \`ETag\`
      is made of all that is shown.`,
    input: Strict({ id: Id }),
    result: MemberDetail,
    versioned: true,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or they have left.',
    },
  },
  endMemberSessions: {
    http: 'DELETE /admin/api/members/{id}/sessions',
    resource: 'member',
    audits: '회원 로그아웃',
    access: 'admin',
    summary: 'Sign a member out everywhere',
    description: `Every session of the member ends at every gateway; they can sign in again. It stands in the audit
      log; where no session was open nothing does.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or they have left.',
    },
  },
} as const satisfies Record<string, Spec>
