import type { Static } from 'typebox'
import * as Type from 'typebox'
import { FilePart, Id, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'
import { imageWidths } from './values.ts'

/** Bytes of an image file. */
export const imageLimit = 10 * 1024 * 1024
/** Room for the frame of a multipart body beside its file. */
export const multipartFrame = 16 * 1024
/** What a member can keep. */
export const memberImageLimits = { count: 50, bytes: 200 * 1024 * 1024 } as const

export const ImageFile = Strict({ image: FilePart })

export const Image = Type.Object({
  id: Id,
  contentType: Type.Enum(['image/jpeg', 'image/png', 'image/webp']),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
  bytes: Type.Integer({ minimum: 1 }),
})
export type Image = Static<typeof Image>

/** 40 megapixels are 1 to 3 s of a core. */
const pictureSeconds = 8

export const imageOperations = {
  uploadImage: {
    http: 'POST /api/images',
    access: 'adminOrMember',
    summary: 'Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; stored re-encoded, without metadata',
    input: Strict({}),
    parts: ImageFile,
    result: Image,
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    waits: pictureSeconds,
    errors: ['IMAGE_INVALID', 'IMAGE_LIMIT'],
  },
  uploadRecognitionImage: {
    http: 'POST /api/recognition/images',
    access: 'device',
    summary: 'The picture of a read, from its device; kept for 13 months, less where the oldest must make room',
    input: Strict({}),
    parts: ImageFile,
    result: Type.Object({ id: Id }),
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    waits: pictureSeconds,
    errors: ['IMAGE_INVALID'],
  },
  getImage: {
    http: 'GET /api/images/{imageId}',
    access: 'image',
    summary: 'An image; what the public catalog shows needs no token',
    input: Strict({
      imageId: Id,
      width: Type.Optional(Type.Integer({ enum: [...imageWidths], description: 'A smaller one of this width' })),
    }),
    result: Type.Object({ object: Type.String(), public: Type.Boolean() }),
    answer: 'image',
    cached: [
      'catalog.bannersChanged',
      'catalog.noticeChanged',
      'catalog.productChanged',
      'catalog.storeChanged',
      'catalog.termsChanged',
    ],
    errors: ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'IMAGE_NOT_FOUND'],
  },
} as const satisfies Record<string, Spec>
