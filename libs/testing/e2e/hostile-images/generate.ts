import { writeFileSync } from 'node:fs'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { createRandom } from '@kingcar/testing/random'
import sharp from 'sharp'

/*
 * Writes the files of this folder: `node libs/testing/e2e/hostile-images/generate.ts`. table.ts has the expected
 * response to each.
 */

const random = createRandom(7)
const noise = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
const write = (name: string, ...parts: (string | Buffer)[]) =>
  writeFileSync(
    new URL(name, import.meta.url),
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  )
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/* PNG, chunk by chunk. */
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}
/** @param kind bits per sample, and PNG's colour type */
const header = (width: number, height: number, [bits, colour]: readonly [number, number] = [8, 2]) =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([bits, colour, 0, 0, 0])]))
const png = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks, chunk('IEND', Buffer.alloc(0))])
const pixels = (rows: Buffer) => chunk('IDAT', deflateSync(rows, { level: 9 }))
const dot = [header(1, 1), pixels(Buffer.from([0, 1, 2, 3]))] as const

/* Bombs: small files that decompress to much. */
const bit = [1, 0] as const
const black = (width: number, height: number) => Buffer.alloc((Math.ceil(width / 8) + 1) * height)
write('png-256-megapixels.png', png(header(16_000, 16_000, bit), pixels(black(16_000, 16_000))))
write('png-only-says-huge.png', png(header(2 ** 31 - 1, 2 ** 31 - 1), pixels(Buffer.alloc(9))))
write('png-1-by-40-million.png', png(header(1, 40_000_000), pixels(Buffer.alloc(99))))
write('png-40-million-by-1.png', png(header(40_000_000, 1), pixels(Buffer.alloc(99))))
/** Each row repeats the one before, so only its own filter makes it small: re-encoded it takes 32 MB. */
const [wide, high] = [13_000, 830]
const repeated = Buffer.concat([Buffer.from([2]), Buffer.alloc(wide * 3)])
const rows = [Buffer.from([0]), noise(wide * 3), ...Array.from({ length: high - 1 }, () => repeated)]
write('png-grows-when-re-encoded.png', png(header(wide, high), pixels(Buffer.concat(rows))))
const profile = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(60_000_000), { level: 9 })])
write('png-profile-bomb.png', png(dot[0], chunk('iCCP', profile), dot[1]))
const text = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(60_000_000), { level: 9 })])
write('png-text-bomb.png', png(dot[0], chunk('zTXt', text), dot[1]))

const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer()
const webp = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
  .webp()
  .toBuffer()
/** The JPEG with other dimensions in its frame header. */
const sized = (width: number, height: number) => {
  const file = Buffer.from(jpeg)
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(height, frame + 5)
  file.writeUInt16BE(width, frame + 7)
  return file
}
write('jpeg-only-says-huge.jpg', sized(65_500, 65_500))
write('jpeg-says-40-megapixels.jpg', sized(8_000, 5_000))
const riff = (...chunks: [type: string, data: Buffer][]) => {
  const bodies = chunks.map(([type, data]) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type, 'latin1'), size, data, Buffer.alloc(data.length % 2)])
  })
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...bodies])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, body])
}
/** VP8X: flags, and width and height minus one in three bytes each. */
const canvas = Buffer.from([0, 0, 0, 0, 0xfe, 0x3f, 0, 0xfe, 0x3f, 0])
write('webp-only-says-huge.webp', riff(['VP8X', canvas], ['VP8 ', webp.subarray(20)]))
/** VP8L: 16383 by 16383. */
write('webp-lossless-only-says-huge.webp', riff(['VP8L', Buffer.from([0x2f, 0xfe, 0xbf, 0xff, 0x0f, 0, 0, 0])]))

/* Polyglots: an image with something else behind or inside it. */
const script = '<script>alert(1)</script>'
/** A ZIP archive of one file. */
const zip = (() => {
  const [name, content] = [Buffer.from('evil.js'), Buffer.from('alert(1)')]
  const packed = deflateRawSync(content)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name, packed])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, Buffer.alloc(14), name])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(local.length, 12)
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end])
})()
write('jpeg-and-zip.jpg', jpeg, zip)
write('jpeg-and-html.jpg', jpeg, `<html>${script}</html>`)
write('jpeg-comment-of-html.jpg', jpeg.subarray(0, 2), '\xff\xfe\0\x1b', script, jpeg.subarray(2))
write('png-and-html.png', png(...dot), `<html>${script}</html>`)
write('png-text-of-html.png', png(dot[0], chunk('tEXt', Buffer.from(`Comment\0${script}`, 'latin1')), dot[1]))
write('webp-and-html.webp', webp, `<html>${script}</html>`)
write('gif-and-js.gif', `GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`)

/* Formats that other services accept as images. */
write('svg.svg', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`)
write(
  'svg-named-jpeg.jpg',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
)
write('html-named-jpeg.jpg', `<!doctype html><html>${script}</html>`)
write('gif.gif', await sharp(jpeg).gif().toBuffer())
write('avif.avif', await sharp(jpeg).avif().toBuffer())
write('heic-header.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', noise(64))
write('tiff.tif', await sharp(jpeg).tiff().toBuffer())
write('bmp.bmp', 'BM', uint32(58), Buffer.alloc(4), noise(48))
write('pdf.pdf', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
write('zip.jpg', zip)
write('elf.jpg', '\x7fELF\x02\x01\x01', noise(64))
write(
  'image-magick-script.jpg',
  "push graphic-context\nviewbox 0 0 9 9\nfill 'url(https://127.0.0.1/x|id)'\npop graphic-context",
)

/* Broken images. */
write('no-byte.jpg')
write('one-byte.jpg', '\xff')
write('jpeg-signature-alone.jpg', '\xff\xd8\xff')
write('jpeg-signature-and-noise.jpg', '\xff\xd8\xff', noise(999))
write('jpeg-of-two-markers.jpg', '\xff\xd8\xff\xd9')
write('jpeg-half.jpg', jpeg.subarray(0, jpeg.length / 2))
const grain = await sharp(noise(128 * 128 * 3), { raw: { width: 128, height: 128, channels: 3 } })
  .jpeg()
  .toBuffer()
write('jpeg-half-of-its-pixels.jpg', grain.subarray(0, grain.length / 2))
write('png-signature-alone.png', pngSignature)
write('png-half.png', png(header(64, 64), pixels(noise(64 * 193))).subarray(0, 6_000))
write('png-without-pixels.png', png(header(8, 8)))
const crooked = Buffer.concat([header(8, 8).subarray(0, -4), Buffer.alloc(4)])
write('png-header-checksum.png', png(crooked, pixels(Buffer.alloc(200))))
const checked = pixels(noise(8 * 25))
write('png-pixels-checksum.png', png(header(8, 8), Buffer.concat([checked.subarray(0, -4), Buffer.alloc(4)])))
write('png-no-size.png', png(header(0, 0), pixels(Buffer.alloc(1))))
write('png-ends-in-a-long-chunk.png', pngSignature, header(8, 8), uint32(2 ** 31 - 1), 'IDAT', noise(20))
write('webp-signature-alone.webp', 'RIFF\0\0\0\0WEBP')
write('webp-half.webp', webp.subarray(0, webp.length / 2))
write('webp-of-noise.webp', riff(['VP8 ', noise(300)]))

/* Valid images of rare kinds, and their metadata. */
const square = (channels: 3 | 4) => sharp({ create: { width: 64, height: 48, channels, background: '#a40' } })
write('png-16-bit.png', await square(3).toColourspace('rgb16').png().toBuffer())
write('png-palette.png', await square(4).png({ palette: true }).toBuffer())
write('png-interlaced.png', await square(4).png({ progressive: true }).toBuffer())
write('png-grey.png', await square(3).greyscale().png().toBuffer())
write('jpeg-cmyk.jpg', await square(3).toColourspace('cmyk').jpeg().toBuffer())
write('jpeg-progressive.jpg', await square(3).jpeg({ progressive: true }).toBuffer())
const frames = Buffer.concat(['#a40', '#04a'].map((background) => Buffer.alloc(64 * 48 * 3, background)))
write(
  'webp-animated.webp',
  await sharp(frames, { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } })
    .webp()
    .toBuffer(),
)
const place = {
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 30/1 0/1' },
  IFD0: { Make: 'WHO-TOOK-THIS', Orientation: '6' },
}
write('jpeg-place.jpg', await square(3).withExif(place).jpeg().toBuffer())
write('png-place.png', await square(3).withExif(place).png().toBuffer())
write('webp-place.webp', await square(3).withExif(place).webp().toBuffer())
