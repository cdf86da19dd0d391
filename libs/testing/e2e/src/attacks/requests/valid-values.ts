import fc from 'fast-check'
import type { Operation, Schema } from '../../openapi-document.ts'
import { kindOf, referenceTo } from './references.ts'

/* Values that the document allows. A text whose meaning no keyword can express is generated like its example. */

const syllables = [...'가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주아바사자배하허호']
const digits = (length: number) =>
  fc.nat({ max: 10 ** length - 1 }).map((number) => String(number).padStart(length, '0'))

const plate = fc
  .tuple(fc.integer({ min: 10, max: 699 }), fc.constantFrom(...syllables), fc.integer({ min: 1_000, max: 9_999 }))
  .map(([series, syllable, number]) => `${series}${syllable}${number}`)
const phoneNumber = fc.tuple(digits(4), digits(4)).map(([middle, last]) => `010-${middle}-${last}`)
const instant = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from), max: Date.parse(to) }).map((time) => new Date(time).toISOString())
const calendarDate = (from: string, to: string) => instant(from, to).map((text) => text.slice(0, 10))
const degrees = (most: number) =>
  fc.integer({ min: -most * 1_000, max: most * 1_000 }).map((thousandths) => String(thousandths / 1_000))

/** Texts whose meaning follows from the field name. */
const named: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  carNumber: plate,
  phoneNumber,
  birthDate: calendarDate('1940-01-01', '2004-01-01'),
  startsAt: instant('2026-01-01', '2027-01-01'),
  endsAt: instant('2027-01-02', '2029-01-01'),
  linkUrl: fc.webPath().map((path) => `https://kingcar.test${path}`),
  near: fc.tuple(degrees(90), degrees(180)).map(([latitude, longitude]) => `${latitude},${longitude}`),
  from: fc.oneof(calendarDate('2025-01-01', '2025-12-31'), instant('2025-01-01', '2025-12-31')),
  to: fc.oneof(calendarDate('2026-01-01', '2026-12-31'), instant('2026-01-01', '2026-12-31')),
  cardNumber: fc.constantFrom('4111-1111-1111-1111', '4111111111111112', '5555-5555-5555-0002'),
  expiry: fc.integer({ min: 2040, max: 2049 }).map((year) => `${year}-11`),
  birth: calendarDate('1940-01-01', '1999-12-31').map((date) => date.slice(2).replaceAll('-', '')),
  impUid: referenceTo('impUid'),
  imp_uid: referenceTo('impUid'),
  merchant_uid: referenceTo('merchantUid'),
  accessToken: referenceTo('accessToken'),
  refreshToken: referenceTo('refreshToken'),
  joinCode: fc.constantFrom('wrong', 'guess'),
  customerUid: fc.uuid(),
  key: fc.constantFrom('app.theme', 'app.banner', 'a', 'recognition.guestName'),
}

const words = [
  ...[
    '세차',
    '손세차',
    '홍길동',
    '강남점',
    'Hong Gil-dong',
    "O'Brien",
    '=1+1',
    '+82',
    '-1',
    '@SUM(A1)',
    '<b>굵게</b>',
    '100%',
  ],
  ...['a_b', 'a%b', '한글과 English', '😀', '“따옴표”', 'a"b', "a'b", 'a,b', '\\', '{}', '[]', '$1', '$' + '{a}', '1'],
]
const word = fc.constantFrom(...words)

/** A text of these lengths, the limits included, that begins and ends with a visible character. */
function textOf({ minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const sized = (length: number) => '가'.repeat(Math.max(minLength, Math.min(length, maxLength)))
  const some = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join(' ').slice(0, maxLength).trimEnd().padEnd(minLength, '가'))
  return fc.oneof(
    { weight: 8, arbitrary: some },
    { weight: 1, arbitrary: fc.constantFrom(sized(minLength), sized(maxLength)) },
  )
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: digits(6).map((number) => `someone${number}@kingcar.test`),
  date: calendarDate('2020-01-01', '2030-12-31'),
  'date-time': instant('2020-01-01', '2030-12-31'),
}

/** Values that the schema allows for this field of an operation. */
export function validOf(op: Operation, field: string, schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, type } = schema
  if (anyOf && type === undefined) return fc.oneof(...anyOf.map((each) => validOf(op, field, each)))
  if (type === 'null') return fc.constant(null)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'object':
      return objectOf(op, schema)
    case 'array':
      return arrayOf(op, field, schema)
    case 'integer':
      return fc.oneof(
        fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 100) }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
      )
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return stringOf(op, field, schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function stringOf(op: Operation, field: string, schema: Schema): fc.Arbitrary<unknown> {
  const kind = schema.format === 'uuid' ? kindOf(op, field) : undefined
  if (kind) return referenceTo(kind)
  const own = named[field]
  if (own) return own
  const { format, pattern, examples } = schema
  if (format) return formats[format] ?? fc.constant('')
  if (pattern && examples) return fc.constantFrom(...examples)
  return pattern ? fc.stringMatching(new RegExp(pattern)) : textOf(schema)
}

function arrayOf(op: Operation, field: string, schema: Schema): fc.Arbitrary<unknown[]> {
  const { items = {}, minItems = 0, maxItems = 100, uniqueItems = false } = schema
  const bounds = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, 4)) }
  const item = validOf(op, field, items)
  if (!uniqueItems && !items.properties?.id) return fc.array(item, bounds)
  const selector = (value: unknown) => JSON.stringify((value as { id?: string } | null)?.id ?? value)
  return fc.uniqueArray(item, { ...bounds, selector })
}

/** Optional fields that nearly every other value makes wrong: with them, hardly any call would do what it is for. */
const seldomRight: ReadonlySet<string> = new Set(['cancelApprovalNumber', 'couponCode', 'pairingCode', 'refundAccount'])

function objectOf(op: Operation, { properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, each]) => [name, validOf(op, name, each)] as const)
  const record = (names: typeof fields) =>
    fc.record(Object.fromEntries(names), { requiredKeys: [...required] as never[], noNullPrototype: true })
  const usual = fields.filter(([name]) => !seldomRight.has(name))
  if (usual.length === fields.length) return record(fields)
  return fc.oneof({ weight: 9, arbitrary: record(usual) }, { weight: 1, arbitrary: record(fields) })
}
