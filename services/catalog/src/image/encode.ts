import { AppError, type Image, imageLimit, imageWidths } from '@kingcar/contract'
import { createConcurrencyLimit, lowerWorkerPriority, type RunLimited } from '@kingcar/runtime'
import type { Metadata } from 'sharp'
import { createMemoryBudget } from './memory-budget.ts'

/** An image as it is stored: encoded again from its pixels, so that nothing else of the file remains. */
export type EncodedImage = {
  contentType: Image['contentType']
  width: number
  height: number
  original: Buffer
  smaller: { width: number; data: Buffer }[]
}

export type ImageEncoder = {
  /**
   * Waits for a free slot, then reads a file, checks its content, encodes it and passes the result to `use`. A waiting
   * call holds no file in memory.
   * @throws AppError UNSUPPORTED_MEDIA_TYPE if it is not a JPEG, PNG or WebP; PAYLOAD_TOO_LARGE above 40 megapixels or if the
   * encoded image is too large; IMAGE_INVALID if it cannot be decoded; UNAVAILABLE if too many calls wait
   */
  encode<T>(read: () => Promise<Buffer>, use: (image: EncodedImage) => Promise<T>): Promise<T>
  /**
   * Waits for a free slot beside those of uploads, then cuts a region of an encoded image and scales it down to the width of a
   * crop, as a JPEG.
   * @throws AppError UNAVAILABLE if too many calls wait
   */
  crop(read: () => Promise<Buffer>, region: Region): Promise<Buffer>
}

/** In pixels, and inside of the image. */
export type Region = { left: number; top: number; width: number; height: number }

/** Width of a crop in pixels: three times the size at which the console shows a plate in a list. */
export const cropWidth = 320

const maxPixels = 40_000_000
/** Pixels per side, the maximum of JPEG. Decoders hold dozens of rows: a row of 40 million pixels took 1 GB. */
const maxSide = 65_535
/** Bytes of an encoded image. A PNG of 165 KB whose rows compress only with its own filter became 114 MB. */
const maxEncodedBytes = 3 * imageLimit
/** Time limit for one size: 40 megapixels take 1 s as JPEG and 3.5 s as WebP, longer on a busy machine. */
const seconds = 5
const quality = 85
/**
 * JPEG: optimised Huffman codes would save 7 % of size, but take twice the time and hold the whole image (80 MB more
 * for 12 megapixels). WebP: the default effort would take three times as long and save some percent.
 */
const outputOptions = { jpeg: { quality, optimiseCoding: false }, png: {}, webp: { quality, effort: 1 } }

/**
 * Memory budget (bytes) of concurrent encodings; an image that needs more is encoded alone. With 100 MiB twenty
 * concurrent photos took 60 MB more and as much time.
 */
const memoryBudget = 64 * 2 ** 20

type Format = 'jpeg' | 'png' | 'webp'
const signatures: Record<Format, (file: Buffer) => boolean> = {
  jpeg: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (file) => file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  webp: (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
}

type Sharp = typeof import('sharp')['default']

/**
 * By how much the priority of encodings is lowered: two of them keep two cores busy, and calls come first. With 5 an
 * image of 40 megapixels still ends within its time limit on busy cores.
 */
const nicer = 5

/**
 * Loaded with the first image: it takes a tenth of the start time and 10 MiB, and many processes never encode an image.
 */
let loading: Promise<Sharp> | undefined
function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(async ({ default: sharp }) => {
    sharp.cache(false) // a cache is useless, because no image is processed twice
    sharp.concurrency(1)
    await lowerWorkerPriority(nicer)
    return sharp
  })
  return loading
}

/** @param running concurrent encodings, each in its own thread */
export function createImageEncoder(running = 2, waiting = 24): ImageEncoder {
  const inTurn: RunLimited = createConcurrencyLimit(running, waiting, busy)
  const within = createMemoryBudget(memoryBudget)
  // A page of a list requests a crop for each of its rows, which must not take the slots of uploads.
  const cropsInTurn = createConcurrencyLimit(1, 200, busy)
  return {
    encode: (read, use) =>
      inTurn(async () => {
        const file = await read()
        const format = formatOf(file)
        const sharp = await loadSharp()
        const header = await readHeader(sharp, file, format)
        return use(await within(estimateMemory(header, format), () => encodeAll(sharp, file, format)))
      }),
    crop: (read, region) =>
      cropsInTurn(async () => {
        const file = await read()
        const format = formatOf(file)
        const sharp = await loadSharp()
        const header = await readHeader(sharp, file, format)
        return within(estimateMemory(header, format), () => cutRegion(sharp, file, region))
      }),
  }
}

async function cutRegion(sharp: Sharp, file: Buffer, region: Region): Promise<Buffer> {
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds })
      .extract(region)
      .resize({ width: cropWidth, withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg(outputOptions.jpeg)
      .toBuffer()
  } catch (cause) {
    throw isTimeout(cause) ? busy(cause) : cause
  }
}

async function encodeAll(sharp: Sharp, file: Buffer, format: Format): Promise<EncodedImage> {
  try {
    const original = await encodeSize(sharp, file, format)
    if (original.data.length > maxEncodedBytes) throw new AppError('PAYLOAD_TOO_LARGE')
    const { width, height } = original.info
    const smaller = await encodeSmaller(sharp, original.data, format, width)
    return { contentType: `image/${format}`, width, height, original: original.data, smaller }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw isTimeout(cause) ? busy(cause) : new AppError('IMAGE_INVALID', { cause })
  }
}

const busy = (cause?: unknown) => new AppError('UNAVAILABLE', { retryAfter: 1, cause })
/** The message of libvips after a timeout. */
const isTimeout = (cause: unknown) => cause instanceof Error && cause.message.startsWith('timeout')

/** Detects the format by the first bytes; the client's file name and content type are not trusted. */
function formatOf(file: Buffer): Format {
  if (file.length === 0) throw new AppError('IMAGE_INVALID')
  const formats = Object.keys(signatures) as Format[]
  const format = formats.find((each) => signatures[each](file))
  if (!format) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
  return format
}

/** Checks format and size by the header, before any pixel is decoded. */
async function readHeader(sharp: Sharp, file: Buffer, format: Format): Promise<Metadata> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('IMAGE_INVALID', { cause })
    })
  if (header.format !== format) throw new AppError('IMAGE_INVALID')
  const { width, height } = header
  if (width * height > maxPixels || Math.max(width, height) > maxSide) throw new AppError('PAYLOAD_TOO_LARGE')
  return header
}

/**
 * Estimates the memory (bytes) of an encoding, as measured on the process. Images that are processed row by row take 1
 * byte per pixel (40 megapixels of JPEG: 36 MB). Held as a whole: images to be rotated (4 bytes per pixel),
 * coefficients of a progressive JPEG (4, or 7 without chroma subsampling), an interlaced PNG, the output of an
 * incompressible PNG, and WebP (12).
 */
function estimateMemory(
  { width, height, orientation = 1, isProgressive, ...header }: Metadata,
  format: Format,
): number {
  const row = { jpeg: 1, png: header.channels, webp: 12 }[format]
  const rotated = orientation > 1 && format !== 'webp' ? 3 : 0
  const coefficients = header.chromaSubsampling === '4:2:0' ? 3 : 6
  const passes = isProgressive ? { jpeg: coefficients, png: header.channels, webp: 0 }[format] : 0
  return width * height * (row + rotated + passes)
}

/** Rotates the pixels upright, because the EXIF orientation is removed with all other metadata. */
function encodeSize(sharp: Sharp, file: Buffer, format: Format, width?: number) {
  const upright = sharp(file, { limitInputPixels: maxPixels, failOn: 'error' }).timeout({ seconds }).autoOrient()
  const sized = width === undefined ? upright : upright.resize({ width, withoutEnlargement: true })
  return sized.toFormat(format, outputOptions[format]).toBuffer({ resolveWithObject: true })
}

/** Scales each size from the next larger one, so that a large image is decoded only once. */
async function encodeSmaller(
  sharp: Sharp,
  original: Buffer,
  format: Format,
  width: number,
): Promise<EncodedImage['smaller']> {
  const smaller: EncodedImage['smaller'] = []
  let source = original
  for (const narrower of imageWidths.filter((each) => each < width).sort((a, b) => b - a)) {
    source = (await encodeSize(sharp, source, format, narrower)).data
    smaller.push({ width: narrower, data: source })
  }
  return smaller
}
