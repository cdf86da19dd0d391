import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { maximumDisplayOrder } from './values.ts'

const fields = {
  title: Type.String({ minLength: 1, maxLength: 100, examples: ['가을맞이 세차 할인'] }),
  imageId: Id,
  linkUrl: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^https://[^\\s]+$',
        maxLength: 2000,
        description: 'https, without a user name or password',
        examples: ['https://kingcar.test/event'],
      }),
    ),
  ),
  displayOrder: Type.Integer({ minimum: 0, maximum: maximumDisplayOrder, description: 'Behind the last where absent' }),
  visible: Type.Boolean(),
  startsAt: Type.Optional(Nullable(Instant)),
  endsAt: Type.Optional(Nullable(Instant)),
}

export const Banner = Type.Object({
  id: Id,
  title: Type.String({ examples: ['가을맞이 세차 할인'] }),
  imageId: Id,
  imageUrl: Type.String({ examples: ['/api/images/0199a0c5-0000-7000-8000-000000000001'] }),
  linkUrl: Nullable(Type.String({ examples: ['https://kingcar.test/event'] })),
  displayOrder: Type.Integer(),
  visible: Type.Boolean(),
  startsAt: Nullable(Instant),
  endsAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Banner = Static<typeof Banner>

export const bannerOperations = {
  createBanner: {
    http: 'POST /admin/api/banners',
    audits: '배너 추가',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary: 'Add a banner',
    description: `It is visible and stands behind the last one unless the body says otherwise; members see it from
      \`startsAt\` to \`endsAt\`, without which there is no such end. Its picture can be read without a token while the
      banner is shown. It stands in the audit log.`,
    input: Strict({
      ...fields,
      displayOrder: Type.Optional(fields.displayOrder),
      visible: Type.Optional(fields.visible),
    }),
    result: Banner,
    status: 201,
    idempotent: true,
    errors: {
      IMAGE_NOT_FOUND: '`imageId` is of no picture that is still kept.',
      VALIDATION_FAILED:
        '`endsAt` is not after `startsAt`, `linkUrl` is no plain https address, or all banners would be more than 768 KiB as JSON.',
    },
  },
  listBanners: {
    http: 'GET /admin/api/banners',
    access: 'admin',
    summary: 'All banners by displayOrder, hidden ones too; the tag is of all of them',
    description: `Every banner, without pages. The \`ETag\` is the revision of all of them, and grows with any change:
      \`PATCH\` takes it in \`If-Match\`.`,
    input: Strict({}),
    result: Type.Array(Banner),
    versioned: true,
  },
  updateBanners: {
    http: 'PATCH /admin/api/banners',
    audits: '배너 수정',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary:
      'Change any fields of several banners, all or nothing; If-Match takes the tag of the list or of any banner',
    description: `Each banner is named once, and what is not named of it stays; null empties a field that can be empty.
      Answers the named ones in the order of the request. With \`If-Match\` it is refused where one of the named banners
      has changed since that revision, and not where others have. Each change stands in the audit log.`,
    input: Strict({
      banners: Type.Array(Strict({ id: Id, ...Subset(fields) }), { minItems: 1, maxItems: 100 }),
    }),
    result: Type.Array(Banner),
    versioned: true,
    bodyLimit: 512 * 1024,
    errors: {
      BANNER_NOT_FOUND: 'One of the ids is of no banner; `details` name its place.',
      IMAGE_NOT_FOUND: 'One of the pictures is not kept; `details` name its place.',
      VALIDATION_FAILED:
        'A banner is named twice or would end before it begins, a link is no plain https address, or all banners would be more than 768 KiB as JSON.',
    },
  },
  getBanner: {
    http: 'GET /admin/api/banners/{bannerId}',
    resource: 'banner',
    access: 'admin',
    summary: 'One banner',
    description: `Hidden ones answer, too. The \`ETag\` is the revision in which it last changed, which \`PATCH\` and
      \`DELETE\` take in \`If-Match\`.`,
    input: Strict({ bannerId: Id }),
    result: Banner,
    versioned: true,
    errors: {
      BANNER_NOT_FOUND: 'No banner has this id.',
    },
  },
  deleteBanner: {
    http: 'DELETE /admin/api/banners/{bannerId}',
    resource: 'banner',
    audits: '배너 삭제',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary: 'Remove a banner',
    description: `Members see it no more; its picture goes after a day where nothing else shows it. It stands in the
      audit log.`,
    input: Strict({ bannerId: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      BANNER_NOT_FOUND: 'No banner has this id.',
    },
  },
  listPublicBanners: {
    http: 'GET /api/banners',
    access: 'public',
    summary: 'Visible banners in their period, by displayOrder',
    description: 'Every banner that is visible now, without pages; a change is seen within a second.',
    input: Strict({}),
    result: Type.Array(Banner),
    cached: ['catalog.bannersChanged'],
  },
} as const satisfies Record<string, Spec>
