import type { MemberMessage, MemberStatus, MemberSummary, UserProduct } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0018-7000-8000-${String(n).padStart(12, '0')}`
const names = ['홍길동', '김서연', '이도윤', '박하준', '최지우', '서울바다자동차서비스주식회사']
const plates = ['12가3456', '123나4568', '서울12바3456', '외교005003', '임1234']
const at = '2026-11-20T05:02:00.000Z'

export const summaryOf = (n: number): MemberSummary => ({
  id: idOf(n),
  provider: n % 2 ? 'KINGCAR' : 'KAKAO',
  email: n % 3 ? `member${n}@kingcar.test` : null,
  name: names[n % 6] ?? '',
  phoneNumber: `+82101234${String(5_000 + n)}`,
  carNumbers: n === 4 ? [] : plates.slice(0, 1 + (n % 3)),
  createdAt: at,
})

const agreement = {
  ...{ termsId: idOf(501), type: 'TERMS_OF_USE', version: 2, title: '이용약관', required: true },
  ...{ agreedAt: at, channel: 'join' },
}
/** A subscription of a member, for the list of user products. */
export const subscription: UserProduct = {
  /** The first product of the list, which is sold for any car by now. */
  productId: '019aa000-0010-7000-8000-000000000001',
  ...{ id: idOf(800), productName: '정기 세차권', type: 'subscribe', state: 'Available' },
  ...{ startsAt: at, endsAt: '2026-12-20T05:02:00.000Z', remainingUses: 3, orderId: idOf(810) },
  ...{
    storeIds: [],
    price: 35_000,
    billingMonths: 1,
    useLimit: 4,
    carLimit: 1,
    carId: idOf(600),
    usesPerDay: null,
    usesPerStay: 1,
    subscription: null,
  },
  dunning: null,
  coupon: null,
  nextBillingAt: '2026-12-20T05:02:00.000Z',
}
const order = {
  ...{ id: idOf(810), merchantUid: 'kc_1', productId: idOf(801), productName: '정기 세차권', carId: null },
  ...{ productType: 'subscribe', amount: 35_000, refundedAmount: 5_000, state: 'Completed', paidAt: at },
  ...{ refundedAt: null, failReason: null, createdAt: at, userProductId: idOf(800), payment: null },
}

const detailOf = (summary: MemberSummary) => ({
  ...{ id: summary.id, provider: summary.provider, email: summary.email, name: summary.name },
  ...{ phoneNumber: summary.phoneNumber, gender: 'Female', birthDate: '1990-02-28', createdAt: at },
  agreements: [agreement],
  termsToAgree: [{ id: idOf(502), type: 'PRIVACY_POLICY', version: 3, title: '개인정보 처리방침', required: true }],
  cars: summary.carNumbers.map((carNumber, index) => ({
    ...{ id: idOf(600 + index), carNumber, carBrandId: idOf(700), model: '아이오닉 5', color: '흰색', nickname: null },
    ...{ imageId: null, main: index === 0, createdAt: at, updatedAt: at },
  })),
  products: [subscription],
  orders: [order],
  sessions: [{ id: idOf(900), createdAt: at, lastUsedAt: at }],
})

const sentMessages: MemberMessage[] = [
  { kind: 'used', channel: 'talk', state: 'sent', reason: null, sentBy: 'sms', createdAt: at, endedAt: at },
  { kind: 'paymentFailed', channel: 'push', state: 'failed', reason: 'gone', sentBy: null, createdAt: at, endedAt: at },
]

/** Calls of members, on lists that the test changes. */
export function withMembers(gateway: FakeGateway) {
  const state = {
    members: Array.from({ length: 43 }, (_, n) => summaryOf(n + 1)),
    /** Members who were signed out everywhere. */
    signedOut: [] as string[],
    /** Reasons for which phone numbers were released. */
    released: [] as unknown[],
    /** Statuses of members, by their ids. */
    statuses: {} as Record<string, MemberStatus>,
    /** Received queries of lists and CSV files. */
    queries: [] as string[],
  }
  const found = (query: URLSearchParams) => {
    const [q, status] = [query.get('q') ?? '', query.get('status')]
    return state.members.filter(
      ({ id, name, phoneNumber }) =>
        (name.includes(q) || phoneNumber?.endsWith(q)) && (status === null || state.statuses[id] === status),
    )
  }
  const { answers } = gateway
  answers['GET /admin/api/members'] = (_, __, request) => {
    state.queries.push(searchOf(request).toString())
    return pageOf(found(searchOf(request)), request)
  }
  answers['GET /admin/api/members/totals'] = (_, __, request) => ({
    result: { count: found(searchOf(request)).length },
  })
  answers['GET /admin/api/members/export'] = (_, __, request) => {
    state.queries.push(`export ${searchOf(request)}`)
    return { file: `\uFEFF이름\r\n${found(searchOf(request)).map(({ name }) => `${name}\r\n`)}`, type: 'text/csv' }
  }
  answers['GET /admin/api/members/{id}'] = (_, __, request) => {
    const member = state.members.find(({ id }) => id === idIn(request))
    if (member === undefined)
      return { status: 404, error: { code: 'MEMBER_NOT_FOUND', message: '회원을 찾을 수 없어요.' } }
    const detail = detailOf(member)
    return { result: state.signedOut.includes(member.id) ? { ...detail, sessions: [] } : detail, etag: '"1"' }
  }
  answers['DELETE /admin/api/members/{id}/sessions'] = (_, __, request) => {
    state.signedOut.push(idIn(request))
    return { result: null }
  }
  answers['POST /admin/api/members/{id}/releasePhone'] = (body, _, request) => {
    state.released.push(body)
    const withoutPhone = { phoneNumber: null }
    state.members = state.members.map((each) => (each.id === idIn(request) ? { ...each, ...withoutPhone } : each))
    return { result: null }
  }
  answers['GET /admin/api/members/{id}/messages'] = () => ({ result: sentMessages })
  answers['GET /api/carBrands'] = () => ({
    result: [{ id: idOf(700), name: '현대', nameEn: 'Hyundai', imageUrl: null, models: ['아이오닉 5'] }],
  })
  return state
}
