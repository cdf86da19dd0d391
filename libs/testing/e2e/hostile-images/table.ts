import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { formOf } from '../src/pictures.ts'

/*
 * Every file of this folder, with the response to its upload as a picture. An accepted one is re-encoded and keeps
 * nothing but its pixels.
 */
const files = `
png-256-megapixels.png               413 PAYLOAD_TOO_LARGE
png-only-says-huge.png               400 IMAGE_INVALID
png-1-by-40-million.png              413 PAYLOAD_TOO_LARGE
png-40-million-by-1.png              413 PAYLOAD_TOO_LARGE
png-grows-when-re-encoded.png      413 PAYLOAD_TOO_LARGE
png-profile-bomb.png                 201 taken
png-text-bomb.png                    201 taken
jpeg-only-says-huge.jpg              413 PAYLOAD_TOO_LARGE
jpeg-says-40-megapixels.jpg          201 taken
webp-only-says-huge.webp             400 IMAGE_INVALID
webp-lossless-only-says-huge.webp    413 PAYLOAD_TOO_LARGE
jpeg-and-zip.jpg                     201 taken
jpeg-and-html.jpg                    201 taken
jpeg-comment-of-html.jpg             201 taken
png-and-html.png                     201 taken
png-text-of-html.png                 201 taken
webp-and-html.webp                   201 taken
gif-and-js.gif                       415 UNSUPPORTED_MEDIA_TYPE
svg.svg                              415 UNSUPPORTED_MEDIA_TYPE
svg-named-jpeg.jpg                   415 UNSUPPORTED_MEDIA_TYPE
html-named-jpeg.jpg                  415 UNSUPPORTED_MEDIA_TYPE
gif.gif                              415 UNSUPPORTED_MEDIA_TYPE
avif.avif                            415 UNSUPPORTED_MEDIA_TYPE
heic-header.heic                     415 UNSUPPORTED_MEDIA_TYPE
tiff.tif                             415 UNSUPPORTED_MEDIA_TYPE
bmp.bmp                              415 UNSUPPORTED_MEDIA_TYPE
pdf.pdf                              415 UNSUPPORTED_MEDIA_TYPE
zip.jpg                              415 UNSUPPORTED_MEDIA_TYPE
elf.jpg                              415 UNSUPPORTED_MEDIA_TYPE
image-magick-script.jpg              415 UNSUPPORTED_MEDIA_TYPE
no-byte.jpg                          400 IMAGE_INVALID
one-byte.jpg                         415 UNSUPPORTED_MEDIA_TYPE
jpeg-signature-alone.jpg             400 IMAGE_INVALID
jpeg-signature-and-noise.jpg         400 IMAGE_INVALID
jpeg-of-two-markers.jpg              400 IMAGE_INVALID
jpeg-half.jpg                        400 IMAGE_INVALID
jpeg-half-of-its-pixels.jpg          400 IMAGE_INVALID
png-signature-alone.png              400 IMAGE_INVALID
png-half.png                         400 IMAGE_INVALID
png-without-pixels.png               400 IMAGE_INVALID
png-header-checksum.png              400 IMAGE_INVALID
png-pixels-checksum.png              400 IMAGE_INVALID
png-no-size.png                      400 IMAGE_INVALID
png-ends-in-a-long-chunk.png         400 IMAGE_INVALID
webp-signature-alone.webp            400 IMAGE_INVALID
webp-half.webp                       400 IMAGE_INVALID
webp-of-noise.webp                   400 IMAGE_INVALID
png-16-bit.png                       201 taken
png-palette.png                      201 taken
png-interlaced.png                   201 taken
png-grey.png                         201 taken
jpeg-cmyk.jpg                        201 taken
jpeg-progressive.jpg                 201 taken
webp-animated.webp                   201 taken
jpeg-place.jpg                       201 taken
png-place.png                        201 taken
webp-place.webp                      201 taken
`

const folder = new URL('.', import.meta.url)
const good = readFileSync(new URL('jpeg-progressive.jpg', folder))

/** Bodies that are not a valid picture upload. */
const bodies: readonly [name: string, body: FormData | string, status: number, code: string][] = [
  ['no part', new FormData(), 400, 'VALIDATION_FAILED'],
  ['a text instead of a file', formOf(['image', 'text']), 400, 'VALIDATION_FAILED'],
  ['another name', formOf(['file', good]), 400, 'VALIDATION_FAILED'],
  ['two files', formOf(['image', good], ['image', good]), 400, 'VALIDATION_FAILED'],
  ['an additional field', formOf(['image', good], ['note', 'x']), 400, 'VALIDATION_FAILED'],
  ['no multipart', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    '10 MiB and a byte',
    formOf(['image', Buffer.concat([good, randomBytes(10 * 2 ** 20 + 1 - good.length)])]),
    413,
    'PAYLOAD_TOO_LARGE',
  ],
]

export type Hostile = { name: string; body: FormData | string; status: number; code: string }

/** Uploads, and the expected response to each. */
export const hostile: readonly Hostile[] = [
  ...files
    .trim()
    .split('\n')
    .map((line): Hostile => {
      const [name = '', status, code = ''] = line.split(/ +/)
      return { name, body: formOf(['image', readFileSync(new URL(name, folder)), name]), status: Number(status), code }
    }),
  ...bodies.map(([name, body, status, code]): Hostile => ({ name, body, status, code })),
]

/** Files of the folder that are missing in the list. */
export const unnamed = readdirSync(folder).filter((name) => !/\.ts$/.test(name) && !files.includes(`\n${name} `))

/** Contents of accepted files that no served picture may contain. */
export const payloads = ['script', 'alert', 'PK\x03\x04', 'WHO-TOOK-THIS', 'Exif', 'ICC_PROFILE']
