import type { Coupon } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

export const couponOf = (n: number, fields: Partial<Coupon> = {}): Coupon => ({
  id: `019aa000-0033-7000-8000-${String(n).padStart(12, '0')}`,
  ...{ name: '첫 달 반값', code: 'WELCOME2026', discountWon: null, discountPercent: 50, maximumDiscount: 20_000 },
  ...{ payments: 1, productIds: [], storeIds: [], fromDate: null, untilDate: '2027-12-31', limitTotal: 1_000 },
  ...{ limitPerMember: 1, redemptions: 312, discounted: 5_460_000, endedAt: null },
  createdAt: '2026-11-01T00:00:00.000Z',
  ...fields,
})

/** Adds the calls of coupons to a fake gateway. */
export function withCoupons({ answers }: FakeGateway) {
  const state = {
    coupons: [
      couponOf(1),
      couponOf(2, {
        ...{ name: '주말 할인', code: null, discountWon: 3_000, discountPercent: null, maximumDiscount: null },
        ...{ endedAt: '2026-11-20T00:00:00.000Z', limitTotal: null, untilDate: null },
      }),
    ],
    /** Bodies of writes. */
    writes: [] as unknown[],
    queries: [] as string[],
  }
  const change = (id: string, fields: Partial<Coupon>) => {
    state.coupons = state.coupons.map((each) => (each.id === id ? { ...each, ...fields } : each))
    return { result: state.coupons.find((each) => each.id === id) }
  }
  answers['GET /admin/api/coupons'] = (_, __, request) => {
    state.queries.push(searchOf(request).toString())
    return pageOf(state.coupons, request)
  }
  answers['GET /admin/api/coupons/{id}'] = (_, __, request) => {
    const result = state.coupons.find(({ id }) => id === idIn(request))
    return result ? { result, etag: '"1"' } : { status: 404, error: { code: 'COUPON_NOT_FOUND' } }
  }
  answers['POST /admin/api/coupons'] = (body) => {
    state.writes.push(body)
    const made = couponOf(10, { ...(body as Partial<Coupon>), redemptions: 0, discounted: 0 })
    state.coupons = [made, ...state.coupons]
    return { status: 201, result: made }
  }
  answers['PATCH /admin/api/coupons/{id}'] = (body, _, request) => {
    state.writes.push(body)
    return change(idIn(request) ?? '', body as Partial<Coupon>)
  }
  answers['POST /admin/api/coupons/{id}/end'] = (_, __, request) =>
    change(request.url?.split('/').at(-2) ?? '', { endedAt: '2026-11-21T05:02:00.000Z' })
  answers['DELETE /admin/api/coupons/{id}'] = () => ({ status: 409, error: { code: 'IN_USE' } })
  return state
}
