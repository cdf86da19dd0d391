import fc from 'fast-check'
import type { Operation } from '../../openapi-document.ts'
import type { Body } from './attack.ts'
import { hostileTexts } from './hostile-values.ts'

/** 2 × 2 pixels. */
export const tinyPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAMAAABFaP0WAAAAA1BMVEVEVWaz9HW6AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQI12NgAAEAAAYAAWb0yWwAAAAASUVORK5CYII=',
  'base64',
)

type Part = { name: string; content: string | Buffer; filename?: string; type?: string; raw?: string }
type MultipartVariant = { what: string; body: Body }

const now = '2026-06-01T12:00:00.000Z'
const reading = { plate: '12가3456', score: 0.95, candidates: [{ plate: '12가3456', score: 0.95 }] }
const events: Readonly<Record<string, string>> = {
  json: JSON.stringify({
    hook: { event: 'recognition' },
    data: { filename: 'a.jpg', timestamp: now, results: [reading] },
  }),
  anpr: `<?xml version="1.0"?><EventNotificationAlert><UUID>a</UUID><dateTime>${now}</dateTime><eventType>ANPR</eventType><ANPR><licensePlate>12가3456</licensePlate><confidenceLevel>95</confidenceLevel><direction>forward</direction></ANPR></EventNotificationAlert>`,
}

const picturePart: Part = { name: 'image', content: tinyPicture, filename: 'a.png', type: 'image/png' }

/** A multipart body, valid or with one error. */
export function multipartArbitrary(op: Operation, isWrong: boolean): fc.Arbitrary<MultipartVariant> {
  const [name = ''] = op.body?.schema.required ?? []
  const event = events[name]
  const good: Part = event === undefined ? picturePart : { name, content: event }
  if (!isWrong) return fc.constant({ what: '', body: encode([good]) })
  const text = fc.constantFrom(...hostileTexts).map(
    (content): MultipartVariant => ({
      what: `hostile content ${content.slice(0, 20)}`,
      body: encode([{ ...good, content }]),
    }),
  )
  const bytes = fc.uint8Array({ maxLength: 300 }).map(
    (content): MultipartVariant => ({
      what: 'bytes of nothing',
      body: encode([{ ...good, content: Buffer.from(content) }]),
    }),
  )
  const half = fc.nat({ max: tinyPicture.length }).map(
    (length): MultipartVariant => ({
      what: 'a part of a picture',
      body: encode([{ ...picturePart, name, content: tinyPicture.subarray(0, length) }]),
    }),
  )
  return fc.oneof(fc.constantFrom(...broken(good)), text, bytes, half)
}

function broken(good: Part): MultipartVariant[] {
  const { content } = encode([good])
  const whole = Buffer.from(content)
  const type = 'multipart/form-data; boundary=x'
  const of = (what: string, ...parts: Part[]): MultipartVariant => ({ what, body: encode(parts) })
  const sent = (what: string, bytes: string | Buffer, under: string | undefined = type): MultipartVariant => ({
    what,
    body: { type: under, content: bytes },
  })
  return [
    ...[sent('no end', whole.subarray(0, -6)), sent('half', whole.subarray(0, whole.length / 2)), sent('nothing', '')],
    ...[
      sent('no boundary', whole, 'multipart/form-data'),
      sent('another boundary', whole, 'multipart/form-data; boundary=y'),
    ],
    ...[
      sent('an empty boundary', whole, 'multipart/form-data; boundary='),
      sent('a long boundary', whole, `${type}${'x'.repeat(300)}`),
    ],
    ...[
      sent('as JSON', '{}', 'application/json'),
      sent('as a picture', tinyPicture, 'image/png'),
      sent('no type', whole, undefined),
    ],
    ...[sent('only the end', '--x--\r\n'), sent('line feeds alone', whole.toString('latin1').replaceAll('\r\n', '\n'))],
    ...[
      sent('a part without head', '--x\r\n\r\na\r\n--x--\r\n'),
      sent('a part without name', '--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n'),
    ],
    ...[
      of('two', good, good),
      of('none'),
      of('another name', { ...good, name: 'picture' }),
      of('no name', { ...good, name: '' }),
    ],
    ...[
      of('a name of a prototype', { ...good, name: '__proto__' }),
      of('a name of a constructor', good, { ...good, name: 'constructor' }),
    ],
    ...[
      of('a text for a file', { name: good.name, content: 'a' }),
      of('a file for a text', { ...good, filename: 'a.txt', type: 'text/plain' }),
    ],
    ...[
      of('another type', { ...good, filename: 'a.svg', type: 'image/svg+xml' }),
      of('a path for a name', { ...good, filename: '../../a.png' }),
    ],
    ...[
      of('a line end in its name', { ...good, filename: 'a%0d%0aX: y.png' }),
      of('a long name', { ...good, filename: 'x'.repeat(5_000) }),
    ],
    ...[of('thirty fields', good, ...Array.from({ length: 30 }, (_, at) => ({ name: `f${at}`, content: 'a' })))],
    ...[of('a long field name', { ...good, name: 'x'.repeat(5_000) }), of('no byte', { ...good, content: '' })],
    ...[
      of('encoded in base64', {
        ...good,
        content: tinyPicture.toString('base64'),
        raw: 'Content-Transfer-Encoding: base64\r\n',
      }),
    ],
    ...[of('nested', { ...good, type: 'multipart/mixed; boundary=z', content: '--z\r\n\r\na\r\n--z--' })],
  ]
}

function encode(parts: readonly Part[]): { type: string; content: Buffer } {
  const pieces = parts.flatMap(({ name, content, filename, type, raw = '' }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const head = `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type ? `Content-Type: ${type}\r\n` : ''}${raw}\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return { type: 'multipart/form-data; boundary=x', content: Buffer.concat([...pieces, Buffer.from('--x--\r\n')]) }
}
