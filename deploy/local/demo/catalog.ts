import { readFile } from 'node:fs/promises'
import type { Gateway } from './gateway-client.ts'

const everyDay = Array.from({ length: 7 }, (_, day) => ({ day: day + 1, open: '08:00', close: '22:00' }))
const stores = [
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
].map((store) => ({ ...store, businessHours: everyDay }))

/** One of each type, in force since a fixed date. */
const terms = [
  {
    type: 'TERMS_OF_USE',
    title: '이용약관',
    content: '# 이용약관\n\n이 약관은 데모예요. 킹카를 시험해 보는 동안만 쓰고, 실제 서비스를 약속하지 않아요.',
    required: true,
  },
  {
    type: 'PRIVACY_POLICY',
    title: '개인정보 처리방침',
    content:
      '# 개인정보 처리방침\n\n이 방침은 데모예요. 입력한 이름, 생년월일, 휴대폰 번호, 차량 번호는 이 데모의 데이터베이스에 저장해요. 탈퇴하면 회원 정보를 지우고, 방문 기록은 이름 없이 남아요.',
    required: true,
  },
  {
    type: 'LOCATION_BASED_SERVICE',
    title: '위치기반서비스 이용약관',
    content: '# 위치기반서비스 이용약관\n\n이 약관은 데모예요. 가까운 매장을 찾을 때만 위치를 쓰고 저장하지 않아요.',
    required: true,
  },
  {
    type: 'MARKETING',
    title: '마케팅 정보 수신 동의',
    content: '# 마케팅 정보 수신 동의\n\n이 동의는 데모예요. 동의하지 않아도 가입할 수 있고, 광고를 보내지 않아요.',
    required: false,
  },
].map((each) => ({ ...each, effectiveAt: '2026-01-01T00:00:00+09:00' }))

const products = [
  {
    name: '무제한 세차 월 구독',
    description: '한 달 동안 모든 매장에서 횟수 제한 없이 자동 세차를 이용해요.\n언제든 다음 결제를 멈출 수 있어요.',
    type: 'subscribe',
    price: 49_900,
    useLimit: null,
  },
  {
    name: '월 4회 세차 구독',
    description: '한 달에 네 번, 모든 매장에서 자동 세차를 이용해요.',
    type: 'subscribe',
    price: 29_900,
    useLimit: 4,
  },
  {
    name: '프리미엄 손세차',
    description: '전문가가 손으로 외부를 씻고 물기를 닦아 드려요. 한 번 이용할 수 있어요.',
    type: 'onetime',
    price: 35_000,
    useLimit: 1,
  },
  {
    name: '실내 크리닝 3회권',
    description: '시트와 매트, 대시보드까지 청소해 드려요. 세 번 이용할 수 있어요.',
    type: 'onetime',
    price: 99_000,
    useLimit: 3,
  },
]

const notices = [
  {
    title: '킹카 데모에 오신 것을 환영해요',
    content:
      '# 둘러보세요\n\n- **매장**과 **상품**은 데모예요.\n- 인식기를 켜면 벽 화면에 차가 나타나요.\n\n자세한 사용법은 [API 문서](/docs)에 있어요.',
    pinned: true,
  },
  {
    title: '겨울철 세차 안내',
    content:
      '염화칼슘이 묻은 날은 **하부 세차**를 꼭 해 주세요.\n\n| 기온 | 권하는 세차 |\n| --- | --- |\n| 영상 | 자동 세차 |\n| 영하 | 실내 크리닝 |',
    pinned: false,
  },
]

/** The pictures are beside this file. */
const banners = [
  { title: '월 49,900원 무제한 세차', picture: 'subscription.webp' },
  { title: '겨울철 하부 세차', picture: 'winter.webp' },
]

/** Creates the missing ones of the demo's stores, terms, products, notices and banners. */
export async function ensureCatalog(gateway: Gateway, token: string): Promise<void> {
  const make = async (path: string, body: object, key: string): Promise<string> => {
    const made = await gateway.send<{ id: string }>('POST', path, { body, token, key })
    if (made.status !== 201 || !made.result) throw new Error(`${key}: ${made.text}`)
    return made.result.id
  }
  const look = async <T>(path: string): Promise<T> => {
    const { result, text } = await gateway.send<T>('GET', path, { token })
    if (!result) throw new Error(`${path}: ${text}`)
    return result
  }
  type Named = { name: string }
  type Titled = { title: string }

  async function makeStores() {
    const open = (await look<{ content: Named[] }>('/api/stores?size=100')).content
    for (const each of stores.filter(isMissing('name', open)))
      await make('/admin/api/stores', each, `demo-${each.phone}`)
  }
  async function makeTerms(each: (typeof terms)[number]) {
    const inForce = await look<object[]>(`/api/terms?termsType=${each.type}`)
    if (inForce.length === 0) await make('/admin/api/terms', each, `demo-${each.type}`)
  }
  async function makeProducts() {
    const onSale = await look<Named[]>('/api/products')
    for (const each of products.filter(isMissing('name', onSale)))
      await make('/admin/api/products', each, `demo-product-${products.indexOf(each)}`)
  }
  async function makeNotices() {
    const present = (await look<{ content: Titled[] }>('/admin/api/notices?size=100')).content
    for (const each of notices.filter(isMissing('title', present)))
      await make('/admin/api/notices', each, `demo-notice-${notices.indexOf(each)}`)
  }
  async function makeBanners() {
    const shown = await look<Titled[]>('/admin/api/banners')
    for (const { title, picture } of banners.filter(isMissing('title', shown))) {
      const imageId = await make('/api/images', await formOf(picture), `demo-${picture}`)
      await make('/admin/api/banners', { title, imageId }, `demo-banner-${picture}`)
    }
  }
  await Promise.all([makeStores(), ...terms.map(makeTerms), makeProducts(), makeNotices(), makeBanners()])
}

/** Returns a filter for entries whose name or title is not present. */
const isMissing =
  <K extends string>(by: K, present: readonly Record<K, string>[]) =>
  (each: Record<K, string>) =>
    !present.some((one) => one[by] === each[by])

async function formOf(picture: string): Promise<FormData> {
  const form = new FormData()
  const data = await readFile(new URL(picture, import.meta.url))
  form.append('image', new Blob([Uint8Array.from(data)], { type: 'image/webp' }), picture)
  return form
}
