import { demoId } from './ids.ts'

const everyDay = Array.from({ length: 7 }, (_, day) => ({ day: day + 1, open: '08:00', close: '22:00' }))

export const demoStores = [
  {
    name: '킹카 강남점',
    address: '서울특별시 강남구 테헤란로 152',
    latitude: 37.5,
    longitude: 127.0364,
    phone: '02-555-0101',
  },
  {
    name: '킹카 성수점',
    address: '서울특별시 성동구 아차산로 78',
    latitude: 37.5446,
    longitude: 127.0557,
    phone: '02-555-0102',
  },
  {
    name: '킹카 마포점',
    address: '서울특별시 마포구 월드컵로 60',
    latitude: 37.5563,
    longitude: 126.9108,
    phone: '02-555-0103',
  },
].map((store) => ({ id: demoId(`store ${store.phone}`), ...store, businessHours: everyDay }))
export type DemoStore = (typeof demoStores)[number]

const subscription = { type: 'subscribe', billingMonths: 1, carLimit: 1 } as const
const onetime = { type: 'onetime', billingMonths: null, carLimit: null } as const

/** The products of the demo, by kind. */
export const demoProducts = {
  unlimited: {
    ...{ id: demoId('product unlimited'), name: '무제한 세차 월 구독', ...subscription },
    description: '한 달 동안 모든 매장에서 횟수 제한 없이 자동 세차를 이용해요.\n언제든 다음 결제를 멈출 수 있어요.',
    ...{ price: 49_900, useLimit: null },
  },
  fourTimes: {
    ...{ id: demoId('product fourTimes'), name: '월 4회 세차 구독', ...subscription },
    description: '한 달에 네 번, 모든 매장에서 자동 세차를 이용해요.',
    ...{ price: 29_900, useLimit: 4 },
  },
  handWash: {
    ...{ id: demoId('product handWash'), name: '프리미엄 손세차', ...onetime },
    description: '전문가가 손으로 외부를 씻고 물기를 닦아 드려요. 한 번 이용할 수 있어요.',
    ...{ price: 35_000, useLimit: 1 },
  },
  interior: {
    ...{ id: demoId('product interior'), name: '실내 크리닝 3회권', ...onetime },
    description: '시트와 매트, 대시보드까지 청소해 드려요. 세 번 이용할 수 있어요.',
    ...{ price: 99_000, useLimit: 3 },
  },
} as const satisfies Record<string, object>
export type DemoProduct = (typeof demoProducts)[keyof typeof demoProducts]

export const demoNotices = [
  {
    id: demoId('notice welcome'),
    title: '킹카 데모에 오신 것을 환영해요',
    content:
      '# 둘러보세요\n\n- **매장**과 **상품**은 데모예요.\n- 인식기를 켜면 벽 화면에 차가 나타나요.\n\n자세한 사용법은 [API 문서](/docs)에 있어요.',
    pinned: true,
  },
  {
    id: demoId('notice winter'),
    title: '겨울철 세차 안내',
    content:
      '염화칼슘이 묻은 날은 **하부 세차**를 꼭 해 주세요.\n\n| 기온 | 권하는 세차 |\n| --- | --- |\n| 영상 | 자동 세차 |\n| 영하 | 실내 크리닝 |',
    pinned: false,
  },
]
