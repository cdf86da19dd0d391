import { readFile } from 'node:fs/promises'
import { demoBannerTitles } from '@kingcar/contract'
import type { Gateway } from './gateway-client.ts'

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

/** The pictures are beside this file. */
const banners = [
  { title: demoBannerTitles.subscription, picture: 'subscription.webp' },
  { title: demoBannerTitles.winter, picture: 'winter.webp' },
]

/** Creates the demo's terms and banners that do not exist yet. The rest of its catalog is stored without HTTP. */
export async function ensureTermsAndBanners(gateway: Gateway, token: string): Promise<void> {
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
  type Titled = { title: string }

  async function makeTerms() {
    // As administrator: responses for members may be a second old, and a gateway would then send "no terms" to them.
    const { content } = await look<{ content: { type: string }[] }>('/admin/api/terms?size=100')
    const missing = terms.filter((each) => !content.some(({ type }) => type === each.type))
    await Promise.all(missing.map((each) => make('/admin/api/terms', each, `demo-${each.type}`)))
  }
  async function makeBanners() {
    const shown = await look<Titled[]>('/admin/api/banners')
    for (const { title, picture } of banners.filter((banner) => !shown.some((each) => each.title === banner.title))) {
      const imageId = await make('/api/images', await formOf(picture), `demo-${picture}`)
      await make('/admin/api/banners', { title, imageId }, `demo-banner-${picture}`)
    }
  }
  await Promise.all([makeTerms(), makeBanners()])
}

async function formOf(picture: string): Promise<FormData> {
  const form = new FormData()
  const data = await readFile(new URL(picture, import.meta.url))
  form.append('image', new Blob([Uint8Array.from(data)], { type: 'image/webp' }), picture)
  return form
}
