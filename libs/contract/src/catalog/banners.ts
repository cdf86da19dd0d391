import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../common.ts'
import type { Spec } from '../operation.ts'
import { lastPlace } from './values.ts'

const fields = {
  title: Type.String({ minLength: 1, maxLength: 100 }),
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
  displayOrder: Type.Integer({ minimum: 0, maximum: lastPlace, description: 'Behind the last where absent' }),
  visible: Type.Boolean(),
  startsAt: Type.Optional(Nullable(Instant)),
  endsAt: Type.Optional(Nullable(Instant)),
}

export const Banner = Type.Object({
  id: Id,
  title: Type.String(),
  imageId: Id,
  imageUrl: Type.String({ examples: ['/api/images/0199a0c5-0000-7000-8000-000000000001'] }),
  linkUrl: Nullable(Type.String()),
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
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary: 'Add a banner',
    input: Strict({
      ...fields,
      displayOrder: Type.Optional(fields.displayOrder),
      visible: Type.Optional(fields.visible),
    }),
    result: Banner,
    status: 201,
    idempotent: true,
    errors: ['IMAGE_NOT_FOUND'],
  },
  listBanners: {
    http: 'GET /admin/api/banners',
    access: 'admin',
    summary: 'All banners by displayOrder, hidden ones too; the tag is of all of them',
    input: Strict({}),
    result: Type.Array(Banner),
    versioned: true,
  },
  updateBanners: {
    http: 'PATCH /admin/api/banners',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary:
      'Change any fields of several banners, all or nothing; If-Match takes the tag of the list or of any banner',
    input: Strict({
      banners: Type.Array(Strict({ id: Id, ...Subset(fields) }), { minItems: 1, maxItems: 100 }),
    }),
    result: Type.Array(Banner),
    versioned: true,
    bodyLimit: 512 * 1024,
    errors: ['BANNER_NOT_FOUND', 'IMAGE_NOT_FOUND'],
  },
  getBanner: {
    http: 'GET /admin/api/banners/{bannerId}',
    access: 'admin',
    summary: 'One banner',
    input: Strict({ bannerId: Id }),
    result: Banner,
    versioned: true,
    errors: ['BANNER_NOT_FOUND'],
  },
  deleteBanner: {
    http: 'DELETE /admin/api/banners/{bannerId}',
    emits: ['catalog.bannersChanged'],
    access: 'admin',
    summary: 'Remove a banner',
    input: Strict({ bannerId: Id }),
    result: Nothing,
    versioned: true,
    errors: ['BANNER_NOT_FOUND'],
  },
  listPublicBanners: {
    http: 'GET /api/banners',
    access: 'public',
    summary: 'Visible banners in their period, by displayOrder',
    input: Strict({}),
    result: Type.Array(Banner),
    cached: ['catalog.bannersChanged'],
  },
} as const satisfies Record<string, Spec>
