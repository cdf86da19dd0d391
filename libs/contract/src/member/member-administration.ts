import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, SearchText, Strict } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import type { Spec } from '../operation.ts'
import { Order } from '../orders/orders.ts'
import { UserProduct } from '../orders/user-products.ts'
import { Page, pageable } from '../paging.ts'
import { Car } from './cars.ts'
import { Me, Provider } from './members.ts'

export const MemberSummary = Type.Object({
  id: Id,
  provider: Provider,
  email: Nullable(Type.String()),
  name: Type.String(),
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
    input: query,
    result: Page(MemberSummary),
  },
  exportMembers: {
    http: 'GET /admin/api/members/export',
    access: 'admin',
    summary: 'The list of members as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
  getMember: {
    http: 'GET /admin/api/members/{id}',
    access: 'admin',
    summary: 'One member with cars, products, orders, sessions and agreements',
    input: Strict({ id: Id }),
    result: MemberDetail,
    versioned: true,
    errors: ['MEMBER_NOT_FOUND'],
  },
  endMemberSessions: {
    http: 'DELETE /admin/api/members/{id}/sessions',
    access: 'admin',
    summary: 'Sign a member out everywhere',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: ['MEMBER_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
