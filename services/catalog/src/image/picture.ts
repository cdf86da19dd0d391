import { AppError, type Image, imageLimit, imageWidths } from '@kingcar/contract'
import { createConcurrencyLimit, type RunLimited } from '@kingcar/runtime'
import type { Metadata } from 'sharp'
import { createBudget } from './budget.ts'

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
   * When it is its turn: reads a file, checks it by its content, makes the pictures that are stored of it and hands them
   * to `use`. Who waits holds nothing. Fails with UNSUPPORTED_MEDIA_TYPE for what is no JPEG, PNG or WebP, with
   * PAYLOAD_TOO_LARGE beyond 40 megapixels or where it becomes too large anew, with IMAGE_INVALID for what cannot be read,
   * and with UNAVAILABLE where too many wait.
   */
  make<T>(read: () => Promise<Buffer>, use: (picture: Picture) => Promise<T>): Promise<T>
}

const mostPixels = 40_000_000
/** Pixels of a side, the most that a JPEG can have. Rows are held by the dozen: one of 40 million took 1 GB. */
const longestSide = 65_535
/** Bytes of a picture made anew. A file of 165 KB can have rows that only its own filter makes small, and become 114 MB. */
const mostBytes = 3 * imageLimit
/** For one of the pictures: 40 megapixels take 1 s as JPEG and 3.5 s as WebP, and longer on a busy machine. */
const seconds = 5
const quality = 85
/**
 * How a format is written. JPEG with codes of its own would be held as a whole, 80 MB more for 12 megapixels, and takes twice
 * as long, for 7 % of size; WebP with the usual effort takes three times as long, for some percent.
 */
const writing = { jpeg: { quality, optimiseCoding: false }, png: {}, webp: { quality, effort: 1 } }

/**
 * Bytes of memory that pictures may take beside each other; one that takes more is made alone. With 100 MiB twenty photos at
 * once took 60 MB more and no less time.
 */
const memory = 64 * 2 ** 20

type Format = 'jpeg' | 'png' | 'webp'
const signatures: Record<Format, (file: Buffer) => boolean> = {
  jpeg: (file) => file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (file) => file.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  webp: (file) => file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP',
}

type Sharp = typeof import('sharp')['default']

/** Loaded for the first picture: at the start it would take a tenth of the time and 10 MiB, and many starts make no picture. */
let loading: Promise<Sharp> | undefined
function loadSharp(): Promise<Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false) // every picture is another one
    sharp.concurrency(1)
    return sharp
  })
  return loading
}

/** @param running pictures that are made at once, each in a thread of its own */
export function createPictures(running = 2, waiting = 24): Pictures {
  const inTurn: RunLimited = createConcurrencyLimit(running, waiting, busy)
  const within = createBudget(memory)
  return {
    make: (read, use) =>
      inTurn(async () => {
        const file = await read()
        const format = formatOf(file)
        const sharp = await loadSharp()
        const header = await readHeader(sharp, file, format)
        return use(await within(memoryOf(header, format), () => make(sharp, file, format)))
      }),
  }
}

async function make(sharp: Sharp, file: Buffer, format: Format): Promise<Picture> {
  try {
    const original = await encode(sharp, file, format)
    if (original.data.length > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE')
    const { width, height } = original.info
    const smaller = await makeSmaller(sharp, original.data, format, width)
    return { contentType: `image/${format}`, width, height, original: original.data, smaller }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
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
async function readHeader(sharp: Sharp, file: Buffer, format: Format): Promise<Metadata> {
  const header = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('IMAGE_INVALID', { cause })
    })
  if (header.format !== format) throw new AppError('IMAGE_INVALID')
  const { width, height } = header
  if (width * height > mostPixels || Math.max(width, height) > longestSide) throw new AppError('PAYLOAD_TOO_LARGE')
  return header
}

/**
 * Bytes that a picture takes while it is made, as measured of the process: what goes through row by row takes 1 a pixel
 * (40 megapixels of JPEG: 36 MB). Held as a whole are what is turned (4), the coefficients of a progressive JPEG (4, or 7
 * where colours are not halved), an interlaced PNG, what a PNG may become where it cannot be packed, and every WebP (12).
 */
function memoryOf({ width, height, orientation = 1, isProgressive, ...header }: Metadata, format: Format): number {
  const row = { jpeg: 1, png: header.channels, webp: 12 }[format]
  const turned = orientation > 1 && format !== 'webp' ? 3 : 0
  const unhalved = header.chromaSubsampling === '4:2:0' ? 3 : 6
  const passes = isProgressive ? { jpeg: unhalved, png: header.channels, webp: 0 }[format] : 0
  return width * height * (row + turned + passes)
}

/** Turned upright, since the note that says how goes with the rest of the metadata. */
function encode(sharp: Sharp, file: Buffer, format: Format, width?: number) {
  const upright = sharp(file, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds }).autoOrient()
  const sized = width === undefined ? upright : upright.resize({ width, withoutEnlargement: true })
  return sized.toFormat(format, writing[format]).toBuffer({ resolveWithObject: true })
}

/** Each of the one before, so that a large picture is unpacked once. */
async function makeSmaller(sharp: Sharp, original: Buffer, format: Format, width: number): Promise<Picture['smaller']> {
  const smaller: Picture['smaller'] = []
  let source = original
  for (const narrower of imageWidths.filter((each) => each < width).sort((a, b) => b - a)) {
    source = (await encode(sharp, source, format, narrower)).data
    smaller.push({ width: narrower, data: source })
  }
  return smaller
}
