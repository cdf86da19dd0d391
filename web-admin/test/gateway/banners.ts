import type { AuditLog, Banner } from '@kingcar/contract'
import sharp from 'sharp'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0006-7000-8000-${String(n).padStart(12, '0')}`
const imageId = '019aa000-0007-7000-8000-000000000001'

export const bannerOf = (n: number, fields: Partial<Banner> = {}): Banner => ({
  ...{ id: idOf(n), title: `${n}번 배너`, imageId, imageUrl: `/api/images/${imageId}`, linkUrl: null },
  ...{ displayOrder: n, visible: true, startsAt: null, endsAt: null },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
  ...fields,
})

const changeOf = (n: number): AuditLog => ({
  ...{ id: idOf(900 + n), at: '2026-11-20T05:02:00.000Z', actorId: idOf(990), actorName: '김매니저' },
  ...{ action: 'updateBanners', entity: 'banner', entityId: idOf(1), before: { title: '전' }, after: { title: '후' } },
  requestId: null,
})

const picture = sharp({ create: { width: 320, height: 100, channels: 3, background: '#3b6cf0' } })
  .png()
  .toBuffer()

/** Calls of banners, pictures and the audit log, on lists that the test changes. */
export function withBanners(gateway: FakeGateway) {
  const state = {
    banners: [
      bannerOf(1, { title: '가을 세차 20% 할인', endsAt: '2099-12-10T00:00:00.000Z' }),
      bannerOf(2, { title: '신규 매장 오픈', startsAt: '2099-12-01T00:00:00.000Z' }),
      bannerOf(3, { title: '겨울 준비', visible: false }),
    ],
    changes: [changeOf(1), changeOf(2)],
    /** Incremented with each change of a banner: the ETag of the list and of each banner. */
    version: 1,
    /** Received changes. */
    patches: [] as unknown[],
  }
  const tag = () => `"${state.version}"`
  const changed = () => {
    state.version += 1
  }
  const { answers } = gateway
  answers['GET /api/images/{id}'] = async () => ({ file: await picture, type: 'image/png' })
  answers['POST /api/images'] = () => ({
    result: { id: imageId, contentType: 'image/png', width: 320, height: 100, bytes: 9 },
  })
  answers['GET /admin/api/auditLogs'] = (_, __, request) =>
    pageOf(
      state.changes.filter(({ entityId }) => entityId === (searchOf(request).get('q') ?? entityId)),
      request,
    )
  answers['GET /admin/api/banners'] = () => ({ result: state.banners, etag: tag() })
  answers['GET /admin/api/banners/{id}'] = (_, __, request) => {
    const banner = state.banners.find(({ id }) => id === idIn(request))
    return banner === undefined
      ? { status: 404, error: { code: 'BANNER_NOT_FOUND', message: '배너를 찾을 수 없어요.' } }
      : { result: banner, etag: tag() }
  }
  answers['PATCH /admin/api/banners'] = (body, _, request) => {
    state.patches.push(body)
    const match = request.headers['if-match']
    if (match !== undefined && match !== tag()) return { status: 412, error: { code: 'CHANGED_SINCE' } }
    const { banners } = body as { banners: (Partial<Banner> & { id: string })[] }
    state.banners = state.banners
      .map((each) => ({ ...each, ...banners.find(({ id }) => id === each.id) }))
      .toSorted((one, other) => one.displayOrder - other.displayOrder)
    changed()
    const named = banners.map(({ id }) => state.banners.find((each) => each.id === id))
    return { result: named, etag: tag() }
  }
  answers['POST /admin/api/banners'] = (body) => {
    const banner = bannerOf(state.banners.length + 1, body as Partial<Banner>)
    state.banners = [...state.banners, banner]
    changed()
    return { result: banner, etag: tag() }
  }
  answers['DELETE /admin/api/banners/{id}'] = (_, __, request) => {
    state.banners = state.banners.filter(({ id }) => id !== idIn(request))
    changed()
    return { result: null }
  }
  return state
}
