import { counterMethods, paymentMethodLabels } from '@kingcar/contract'

/** Texts of sales at the counter of a store. */
export const text = {
  open: '현장 판매',
  titleFor: (name: string) => `${name} 님에게 현장 판매`,
  lead: '매장에서 받은 돈을 기록하고 상품을 바로 지급해요. 정기권은 한 번의 이용 기간만 팔 수 있어요.',
  product: '상품',
  chooseProduct: '상품을 선택하세요',
  productRequired: '상품을 선택해 주세요.',
  priced: (name: string, won: string) => `${name} · ${won}`,
  coupon: '쿠폰 코드',
  couponHint: '코드가 없으면 비워 두세요. 자동 쿠폰은 현장 판매에 적용되지 않아요.',
  costs: (amount: string, discount: string, coupon: string | undefined) =>
    coupon === undefined ? `받을 금액 ${amount}` : `받을 금액 ${amount} · ${coupon} 쿠폰으로 ${discount} 할인`,
  car: '차량',
  anyCar: '정하지 않음',
  store: '매장',
  chooseStore: '매장을 선택하세요',
  storeRequired: '매장을 선택해 주세요.',
  method: '결제 수단',
  methods: counterMethods.map((method) => [method, paymentMethodLabels[method]] as const),
  approval: '승인번호',
  approvalHint: '카드 단말기 영수증에 있는 숫자예요.',
  approvalRequired: '승인번호를 입력해 주세요.',
  receipt: '현금영수증',
  receipts: [
    ['none', '발급하지 않음'],
    ['personal', '소득공제 (휴대폰 번호)'],
    ['corporate', '지출증빙 (사업자등록번호)'],
  ] as const,
  identifier: { personal: '휴대폰 번호', corporate: '사업자등록번호' },
  identifierRequired: '번호를 입력해 주세요.',
  remember: '이 차량의 사업자등록번호로 기억하기',
  confirm: (won: string | undefined) => (won === undefined ? '판매' : `${won} 받고 판매`),
  done: (product: string) => `${product} 상품을 판매했어요`,
} as const
