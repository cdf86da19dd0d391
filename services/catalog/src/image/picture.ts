import { AppError, type Image, imageWidths } from '@kingcar/contract'
import { createTurns, type InTurn } from '@kingcar/runtime'
import sharp from 'sharp'

/** A picture as it is stored: made anew from its pixels, so that nothing else of the file is left. */
export type Picture = {
  contentType: Image['contentType']
  width: number
  height: number
  original: Buffer
  smaller: { width: number; data: Buffer }[]
}

export type Pictures = {
  /**
   * Checks a file by its content and makes the pictures that are stored of it. Fails with UNSUPPORTED_MEDIA_TYPE for what
   * is no JPEG, PNG or WebP, with PAYLOAD_TOO_LARGE beyond 40 megapixels, with IMAGE_INVALID for what cannot be read, and
   * with UNAVAILABLE where too many wait.
   */
  make(file: Buffer): Promise<Picture>
}

const mostPixels = 40_000_000
/** For one of the pictures: 40 megapixels take 1 s as JPEG and 3 s as WebP, all told, and longer on a busy machine. */
const seconds = 5
const quality = 85
/** How a format is written. WebP with the usual effort takes three times as long, for some percent of size. */
const writing = { jpeg: { quality }, png: {}, webp: { quality, effort: 1 } }

type Format = 'jpeg' | 'png' | 'webp'
const signatures: Record<Format, (file: Buffer) => boolean> = {
  jpeg: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (file) => file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  webp: (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
}

/** @param running pictures that are made at once, each in a thread of its own */
export function createPictures(running = 2, waiting = 16): Pictures {
  sharp.cache(false) // every picture is another one
  sharp.concurrency(1)
  const inTurn: InTurn = createTurns(running, waiting, busy)
  return { make: (file) => inTurn(() => make(file)) }
}

async function make(file: Buffer): Promise<Picture> {
  const format = formatOf(file)
  await assertSize(file, format)
  try {
    const original = await encode(file, format)
    const { width, height } = original.info
    const smaller = await makeSmaller(original.data, format, width)
    return { contentType: `image/${format}`, width, height, original: original.data, smaller }
  } catch (cause) {
    throw isLate(cause) ? busy(cause) : new AppError('IMAGE_INVALID', { cause })
  }
}

const busy = (cause?: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })
/** How libvips says that it was stopped. */
const isLate = (cause: unknown) => cause instanceof Error && cause.message.startsWith('timeout')

/** By its first bytes: neither name nor type that a sender gives is believed. */
function formatOf(file: Buffer): Format {
  if (file.length === 0) throw new AppError('IMAGE_INVALID')
  const formats = Object.keys(signatures) as Format[]
  const format = formats.find((each) => signatures[each](file))
  if (!format) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return format
}

/** Judged by the header alone, before a pixel is unpacked. */
async function assertSize(file: Buffer, format: Format): Promise<void> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('IMAGE_INVALID', { cause })
    })
  if (header.format !== format) throw new AppError('IMAGE_INVALID')
  if (header.width * header.height > mostPixels) throw new AppError('PAYLOAD_TOO_LARGE')
}

/** Turned upright, since the note that says how goes with the rest of the metadata. */
function encode(file: Buffer, format: Format, width?: number) {
  const upright = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds }).autoOrient()
  const sized = width === undefined ? upright : upright.resize({ width, withoutEnlargement: true })
  return sized.toFormat(format, writing[format]).toBuffer({ resolveWithObject: true })
}

/** Each of the one before, so that a large picture is unpacked once. */
async function makeSmaller(original: Buffer, format: Format, width: number): Promise<Picture['smaller']> {
  const smaller: Picture['smaller'] = []
  let source = original
  for (const narrower of imageWidths.filter((each) => each < width).sort((a, b) => b - a)) {
    source = (await encode(source, format, narrower)).data
    smaller.push({ width: narrower, data: source })
  }
  return smaller
}
