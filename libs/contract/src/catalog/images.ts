import type { Static } from 'typebox'
import * as Type from 'typebox'
import { FilePart, Id, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { imageWidths } from './values.ts'

/** Maximum size of an image file in bytes. */
export const imageLimit = 10 * 1024 * 1024
/** Bytes of a multipart body besides the file. */
export const multipartFrame = 16 * 1024
/** Limits of the images of a member. */
export const memberImageLimits = { count: 50, bytes: 200 * 1024 * 1024 } as const

export const ImageFile = Strict({ image: FilePart })

export const Image = Type.Object({
  id: Id,
  contentType: Type.Enum(['image/jpeg', 'image/png', 'image/webp']),
  width: Type.Integer({ minimum: 1, examples: [1280] }),
  height: Type.Integer({ minimum: 1, examples: [720] }),
  bytes: Type.Integer({ minimum: 1, examples: [184_320] }),
})
export type Image = Static<typeof Image>

/** Processing of 40 megapixels takes 1 to 3 s of CPU time. */
const pictureSeconds = 8

export const imageOperations = {
  uploadImage: {
    http: 'POST /api/images',
    audits: '사진 올리기',
    access: 'adminOrMember',
    summary: 'Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; stored re-encoded, without metadata',
    description: `The content decides the type, whatever name and type the sender gives; a WebP, JPEG or PNG stays what
      it is, turned upright. A picture is seen by its sender and administrators until something shows it, and goes after
      24 hours in which nothing does. A member keeps at most 50 of them and 200 MiB.`,
    input: Strict({}),
    parts: ImageFile,
    result: Image,
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    timeoutSeconds: pictureSeconds,
    errors: {
      IMAGE_INVALID: 'The file is empty, broken, or not what its first bytes say.',
      IMAGE_LIMIT: 'The member has 50 pictures, or 200 MiB of them.',
      PAYLOAD_TOO_LARGE:
        'The file is larger than 10 MiB, or the picture than 40 megapixels, 65,535 pixels a side, or 30 MiB once it is made anew.',
      UNSUPPORTED_MEDIA_TYPE: 'The file is no JPEG, PNG or WebP.',
      VALIDATION_FAILED: 'There is no file `image`, more than one, or another part.',
      UNAVAILABLE: 'Too many pictures wait, or the store of pictures is full or away.',
    },
  },
  uploadRecognitionImage: {
    http: 'POST /api/recognition/images',
    access: 'device',
    summary: 'The picture of a read, from its device; kept for 13 months, less where the oldest must make room',
    description: `The id goes into \`imageId\` of the read that it belongs to. It is taken in as pictures of members are,
      seen by administrators alone, and needs no read to be kept.`,
    input: Strict({}),
    parts: ImageFile,
    result: Type.Object({ id: Id }),
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    timeoutSeconds: pictureSeconds,
    errors: {
      IMAGE_INVALID: 'The file is empty, broken, or not what its first bytes say.',
      PAYLOAD_TOO_LARGE:
        'The file is larger than 10 MiB, or the picture than 40 megapixels, 65,535 pixels a side, or 30 MiB once it is made anew.',
      UNSUPPORTED_MEDIA_TYPE: 'The file is no JPEG, PNG or WebP.',
      VALIDATION_FAILED: 'There is no file `image`, more than one, or another part.',
      RATE_LIMITED: 'The recognizer has sent too much, and is kept out for a while.',
      UNAVAILABLE: 'Too many pictures wait, or the store of pictures is full or away.',
    },
  },
  getImage: {
    http: 'GET /api/images/{imageId}',
    resource: 'image',
    access: 'image',
    summary: 'An image; what the public catalog shows needs no token',
    description: `Everybody reads what a visible banner, a product on sale, a visible store or terms in force show;
      members also what published notices show; anything else is read by its sender and administrators. One that is not
      wider than \`width\` is given as it is. What everybody sees may be kept for a minute, the rest is to be asked for
      each time.`,
    input: Strict({
      imageId: Id,
      width: Type.Optional(Type.Integer({ enum: [...imageWidths], description: 'A smaller one of this width' })),
    }),
    result: Type.Object({ object: Type.String(), public: Type.Boolean() }),
    response: 'image',
    cached: [
      'catalog.bannersChanged',
      'catalog.noticeChanged',
      'catalog.productChanged',
      'catalog.storeChanged',
      'catalog.termsChanged',
    ],
    errors: {
      UNAUTHENTICATED:
        'No token was sent, and the picture needs one, or there is none of this id; or the token is not good.',
      TOKEN_EXPIRED: 'The picture needs a token, and the one that was sent is over.',
      IMAGE_NOT_FOUND: 'There is no such picture, or it is not for the caller to see.',
    },
  },
} as const satisfies Record<string, Spec>
