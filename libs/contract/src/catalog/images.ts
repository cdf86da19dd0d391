import type { Static } from 'typebox'
import * as Type from 'typebox'
import { FilePart, Id, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { BoundingBox } from '../values/bounding-box.ts'
import { imageWidths } from './values.ts'

/** Largest image file, in bytes. */
export const imageLimit = 10 * 1024 * 1024
/** Bytes of a multipart body besides the file: boundaries and part headers. */
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

/** The deadline of a request with an image: processing 40 megapixels takes 1 to 3 s of processor time. */
const pictureSeconds = 8

export const imageOperations = {
  uploadImage: {
    http: 'POST /api/images',
    audits: '사진 올리기',
    access: 'adminOrMember',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary:
      'Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; it is stored re-encoded, without metadata',
    description: `The format is detected from the content, not from the declared name and type; it is kept, and the
      image is rotated upright. Only the uploader and administrators can read the image until it is used somewhere. An
      image that is not used for 24 hours is deleted. A member can store at most 50 images and 200 MiB.`,
    input: Strict({}),
    parts: ImageFile,
    result: Image,
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    timeoutSeconds: pictureSeconds,
    errors: {
      IMAGE_INVALID: 'The file is empty, damaged, or not of the format that its first bytes indicate.',
      IMAGE_LIMIT: 'The member has stored 50 images or 200 MiB of images.',
      PAYLOAD_TOO_LARGE:
        'The file is larger than 10 MiB, or the image exceeds 40 megapixels, 65,535 pixels per side, or 30 MiB after re-encoding.',
      UNSUPPORTED_MEDIA_TYPE: 'The file is not a JPEG, PNG or WebP.',
      VALIDATION_FAILED: 'The part `image` is missing or occurs more than once, or there is another part.',
      UNAVAILABLE: 'Too many images are waiting to be processed, or the image store is full or unavailable.',
    },
  },
  uploadRecognitionImage: {
    http: 'POST /api/recognition/images',
    access: 'device',
    summary: 'Upload the image of a read from its recognizer; it is kept for 13 months',
    description: `Put the returned id into \`imageId\` of the read; the image is kept even if no read refers to it. It
      is processed like an image of a member and can be read by administrators only. When the image store is nearly
      full, the oldest images of recognizers are deleted earlier.`,
    input: Strict({}),
    parts: ImageFile,
    result: Type.Object({ id: Id }),
    status: 201,
    body: 'multipart',
    bodyLimit: imageLimit + multipartFrame,
    idempotent: true,
    timeoutSeconds: pictureSeconds,
    errors: {
      IMAGE_INVALID: 'The file is empty, damaged, or not of the format that its first bytes indicate.',
      PAYLOAD_TOO_LARGE:
        'The file is larger than 10 MiB, or the image exceeds 40 megapixels, 65,535 pixels per side, or 30 MiB after re-encoding.',
      UNSUPPORTED_MEDIA_TYPE: 'The file is not a JPEG, PNG or WebP.',
      VALIDATION_FAILED: 'The part `image` is missing or occurs more than once, or there is another part.',
      RATE_LIMITED: 'The recognizer has exceeded its rate and is blocked temporarily.',
      UNAVAILABLE: 'Too many images are waiting to be processed, or the image store is full or unavailable.',
    },
  },
  getPlateImage: {
    http: 'GET /admin/api/images/{imageId}/plate',
    resource: 'image',
    access: 'admin',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Get the plate of a read, cut out of the image of its recognizer',
    description: `The query is the \`boundingBox\` of the read, in pixels of the upright image. The crop has a margin
      and is a JPEG of at most 320 pixels in width; the first request makes it, and it is deleted with the image. If
      the box is not inside of the image, or eight other boxes of the image were requested before, the whole image is
      returned, scaled down. Clients may keep it, but must revalidate it on each use.`,
    input: Strict({ imageId: Id, ...BoundingBox.properties }),
    result: Type.Object({ object: Type.String(), public: Type.Boolean() }),
    response: 'image',
    timeoutSeconds: pictureSeconds,
    errors: {
      IMAGE_NOT_FOUND: 'The image does not exist, is not of a recognizer, or the caller may not read it.',
      UNAVAILABLE: 'Too many images are waiting to be processed, or the image store is full or unavailable.',
    },
  },
  getImage: {
    http: 'GET /api/images/{imageId}',
    resource: 'image',
    access: 'image',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Get an image; images of the public catalog need no token',
    description: `Images of visible banners, products on sale, visible stores and terms in force are public. Members
      can also read images of published notices; only the uploader and administrators of all stores can read any other
      image, and administrators of certain stores those that recognizers of these stores uploaded. An image that is not wider than \`width\` is returned unchanged. Caches may keep a public image for one minute and
      must revalidate any other image on each use.`,
    input: Strict({
      imageId: Id,
      width: Type.Optional(
        Type.Integer({ enum: [...imageWidths], description: 'Returns the image scaled down to this width in pixels' }),
      ),
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
      UNAUTHENTICATED: 'No token was sent and the image is not public or does not exist, or the token is not valid.',
      TOKEN_EXPIRED: 'The image is not public, and the access token has expired.',
      IMAGE_NOT_FOUND: 'The image does not exist, or the caller may not read it.',
    },
  },
} as const satisfies Record<string, Spec>
