import type { CounterCar, SettlementComparison, SettlementFile, Statement } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, searchOf } from './paging.ts'

const at = '2026-02-02T03:00:00.000Z'
const storeId = '019aa000-0001-7000-8000-000000000001'
const fileOf = (n: number): SettlementFile => ({
  ...{ id: `019aa000-0031-7000-8000-00000000000${n}`, fileName: `거래건별조회_20260${n}.csv`, importedAt: at },
  ...{ importedBy: null, from: `2026-0${n}-01`, to: `2026-0${n}-28`, rows: 1_200 },
})
const money = { date: '2026-01-05', merchantUid: 'kc_1', paymentUid: 'imp_1' }

/** Calls of sales at counters, settlements and statements, on lists that the test changes. */
export function withCounter({ answers }: FakeGateway) {
  const state = {
    cars: [
      { id: '019aa000-0032-7000-8000-000000000001', carNumber: '12가3456', businessNumber: '1248100998' },
    ] as CounterCar[],
    receipts: [] as Record<string, unknown>[],
    sold: [] as { key: unknown; body: Record<string, unknown> }[],
    /** The error of each sale, if there is one. */
    /** What the next prices are, instead of the product's own. */
    price: 50_000,
    refusal: undefined as { code: string; message: string; details: { path: string; message: string }[] } | undefined,
    files: [fileOf(1)],
    differences: [
      { kind: 'missingInFile', movement: 'paid', ...money, orderId: storeId, fileAmount: 0, ownAmount: 35_000 },
      { kind: 'wrongSum', movement: 'refunded', ...money, orderId: null, fileAmount: -4_000, ownAmount: -5_000 },
    ] as SettlementComparison['differences'],
    statement: [
      {
        ...{ storeId, storeName: '강남점', method: 'card', methodName: '카드', atCounter: false },
        ...{ orders: 10, paid: 350_000, refunded: 35_000, fee: 11_550, net: 303_450 },
      },
      {
        ...{ storeId, storeName: '강남점', method: 'cash', methodName: '현금', atCounter: true },
        ...{ orders: 2, paid: 70_000, refunded: 0, fee: 0, net: 70_000 },
      },
    ] as Statement['rows'],
  }
  answers['GET /admin/api/counterSales/cars'] = () => ({ result: state.cars })
  answers['POST /admin/api/counterSales/price'] = (body) => {
    const { couponCode } = body as { couponCode?: string }
    if (couponCode !== undefined && couponCode !== 'WELCOME')
      return { status: 404, error: { code: 'COUPON_NOT_FOUND', message: '쿠폰을 찾을 수 없어요.' } }
    const coupon = couponCode ? { id: storeId, name: '환영', code: couponCode, payments: 1 } : null
    const discount = coupon ? 5_000 : 0
    return { result: { price: state.price, discount, amount: state.price - discount, coupon } }
  }
  answers['POST /admin/api/counterSales'] = (body, _, request) => {
    state.sold.push({ key: request.headers['idempotency-key'], body: body as Record<string, unknown> })
    if (state.refusal) return { status: 409, error: state.refusal }
    const { method, amount } = body as { method: string; amount: number }
    const order = { orderId: storeId, merchantUid: 'kc_1', productName: '손세차', userProductId: null, paidAt: at }
    return { status: 201, result: { ...order, method, amount } }
  }
  answers['POST /admin/api/orders/{id}/cashReceipt'] = (body) => {
    state.receipts.push(body as Record<string, unknown>)
    return {
      status: 201,
      result: { state: 'pending', kind: 'personal', amount: 1, number: null, url: null, refusal: null },
    }
  }
  answers['GET /admin/api/settlements'] = () => ({ result: state.files })
  answers['GET /admin/api/settlements/totals'] = (_, __, request) => {
    const files = searchOf(request).getAll('ids').length || state.files.length
    const sums = { paid: 1_000_000, refunded: 50_000, fee: 33_000, settled: 917_000 }
    return {
      result: { rows: files * 1_200, ...Object.fromEntries(Object.entries(sums).map(([k, won]) => [k, files * won])) },
    }
  }
  answers['GET /admin/api/settlements/{id}'] = (_, __, request) => {
    const file = state.files.find(({ id }) => id === idIn(request))
    const sums = { paid: 1_000_000, refunded: 50_000, fee: 33_000, settled: 917_000 }
    const own = { paid: 1_035_000, refunded: 50_000 }
    const { differences } = state
    return { result: { ...file, sums, own, differences, differenceCount: differences.length } }
  }
  answers['DELETE /admin/api/settlements/{id}'] = (_, __, request) => {
    state.files = state.files.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  answers['POST /admin/api/settlements'] = (body) => {
    const { fileName, csv } = body as { fileName: string; csv: string }
    if (!csv.includes('거래금액')) {
      const details = [{ path: 'csv', message: '‘거래금액’ 열이 없어요.' }]
      return { status: 400, error: { code: 'VALIDATION_FAILED', message: '입력을 확인해 주세요.', details } }
    }
    const file = { ...fileOf(state.files.length + 1), fileName }
    state.files = [file, ...state.files]
    return { status: 201, result: file }
  }
  answers['GET /admin/api/statements'] = (_, __, request) => {
    const month = new URL(request.url ?? '', 'http://x').searchParams.get('month')
    return { result: { month, asOf: at, settledUntil: `${month}-28`, rows: state.statement } }
  }
  return state
}
