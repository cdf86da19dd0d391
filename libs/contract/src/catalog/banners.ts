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
        description: 'An https URL without user name and password',
        examples: ['https://kingcar.test/event'],
      }),
    ),
  ),
  displayOrder: Type.Integer({
    minimum: 0,
    maximum: maximumDisplayOrder,
    description: 'Position in the list, ascending; last if absent',
  }),
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Create a banner',
    description: `By default the banner is visible and comes last. Members see it from \`startsAt\` to \`endsAt\`; an
      absent bound means no limit on that side. Its image can be read without a token while the banner is shown. The
      change is recorded in the audit log.`,
    input: Strict({
      ...fields,
      displayOrder: Type.Optional(fields.displayOrder),
      visible: Type.Optional(fields.visible),
    }),
    result: Banner,
    status: 201,
    idempotent: true,
    errors: {
      IMAGE_NOT_FOUND: '`imageId` refers to no existing image.',
      VALIDATION_FAILED:
        '`endsAt` is not after `startsAt`, `linkUrl` is not a plain https URL, or all banners would exceed 768 KiB as JSON.',
    },
  },
  listBanners: {
    http: 'GET /admin/api/banners',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'List all banners by displayOrder, including hidden ones',
    description: `The list is not paged. The \`ETag\` is the revision of the whole list and grows with every change;
      \`PATCH\` accepts it in \`If-Match\`.`,
    input: Strict({}),
    result: Type.Array(Banner),
    versioned: true,
  },
  updateBanners: {
    http: 'PATCH /admin/api/banners',
    audits: '배너 수정',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Change several banners, all or none',
    description: `Each banner may occur once; fields that are absent keep their value, and null clears an optional
      field. Returns the given banners in the order of the request. \`If-Match\` accepts the \`ETag\` of the list or
      of any banner: the request fails if one of the given banners has changed since, while changes of other banners
      do not matter. Each change is recorded in the audit log.`,
    input: Strict({
      banners: Type.Array(Strict({ id: Id, ...Subset(fields) }), { minItems: 1, maxItems: 100 }),
    }),
    result: Type.Array(Banner),
    versioned: true,
    bodyLimit: 512 * 1024,
    errors: {
      BANNER_NOT_FOUND: 'One of the ids belongs to no banner; `details` gives its position.',
      IMAGE_NOT_FOUND: 'One of the images does not exist; `details` gives its position.',
      VALIDATION_FAILED:
        'A banner is given twice or does not end after it starts, a link is not a plain https URL, or all banners would exceed 768 KiB as JSON.',
    },
  },
  getBanner: {
    http: 'GET /admin/api/banners/{bannerId}',
    resource: 'banner',
    access: 'admin',
    permission: 'catalog.read',
    scope: 'none',
    summary: 'Get one banner',
    description: `Hidden banners are returned as well. The \`ETag\` is the revision of its last change, which
      \`PATCH\` and \`DELETE\` accept in \`If-Match\`.`,
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
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Delete a banner',
    description: `Its image is deleted after 24 hours unless it is used elsewhere. The change is recorded in the audit
      log.`,
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
    summary: 'List the banners that are visible now, by displayOrder',
    description: 'The list is not paged; a change takes effect within one second.',
    input: Strict({}),
    result: Type.Array(Banner),
    cached: ['catalog.bannersChanged'],
  },
} as const satisfies Record<string, Spec>
