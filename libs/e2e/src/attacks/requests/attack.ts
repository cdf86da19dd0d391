import fc from 'fast-check'
import { type Body, bodyArbitrary } from './bodies.ts'
import { type CallerKind, callerKinds } from './callers.ts'
import type { Operation } from './document.ts'
import { hostileTexts } from './hostile.ts'
import { type Pair, queryArbitrary } from './queries.ts'
import { kindOf, referenceTo } from './references.ts'
import { validOf } from './valid.ts'

/** A text of an address: to be encoded, or as it stands. */
export type Piece = string | { raw: string }

/** One request, with descriptions where ids of objects belong. */
export type Attack = {
  operation: Operation
  /** What is done to the operation. */
  twist: Twist
  /** In which way. */
  what: string
  /** Which of the attackers it is. */
  who: 0 | 1
  caller: CallerKind
  method: string
  /** Instead of the path that the operation has. */
  address: string | undefined
  path: Readonly<Record<string, Piece>>
  query: readonly Pair[]
  headers: Readonly<Record<string, string>>
  body: Body | undefined
}

const twists = ['nothing', 'body', 'query', 'path', 'address', 'caller', 'header', 'method'] as const
type Twist = (typeof twists)[number]

const weights: Readonly<Record<Twist, number>> = {
  ...{ nothing: 5, body: 9, query: 3, path: 3, address: 1, caller: 4, header: 2, method: 1 },
}

const goodPath = (op: Operation) =>
  fc.record(
    Object.fromEntries(
      op.inPath.map(({ name, schema }) => {
        const kind = kindOf(op, name)
        return [name, kind ? referenceTo(kind) : validOf(op, name, schema).map(String)]
      }),
    ),
  )

/** Requests that are right, and those that one thing is wrong with: the body, the query, who calls, and so on. */
export function attackArbitrary(operations: readonly Operation[]): fc.Arbitrary<Attack> {
  const attacks = operations.map((operation) => {
    const applying = twists.filter((twist) => applies(operation, twist))
    return fc.oneof(...applying.map((twist) => ({ weight: weights[twist], arbitrary: twisted(operation, twist) })))
  })
  return fc.oneof(...attacks)
}

function applies({ inPath, access, body, method }: Operation, twist: Twist): boolean {
  if (twist === 'path') return inPath.length > 0
  if (twist === 'caller') return access !== 'none'
  return twist !== 'body' || body !== undefined || method === 'POST'
}

function twisted(operation: Operation, twist: Twist): fc.Arbitrary<Attack> {
  return fc
    .record({
      who: fc.constantFrom(0 as const, 1 as const),
      caller: twist === 'caller' ? fc.constantFrom(...callerKinds.slice(1)) : fc.constant('right' as const),
      method: twist === 'method' ? fc.constantFrom(...otherMethods(operation)) : fc.constant(operation.method),
      address: twist === 'address' ? addressArbitrary(operation) : fc.constant(undefined),
      path: twist === 'path' ? hostilePath(operation) : goodPath(operation),
      query: queryArbitrary(operation, twist === 'query'),
      headers: twist === 'header' ? headerArbitrary(operation) : goodHeaders(operation),
      body: bodyArbitrary(operation, twist === 'body'),
    })
    .map(({ query, body, ...rest }) => {
      const what = (twist === 'body' ? body?.what : twist === 'query' ? query.what : undefined) ?? ''
      return { operation, twist, what, ...rest, query: query.pairs, body: body?.body }
    })
}

const otherMethods = ({ method }: Operation) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD'].filter((each) => each !== method)

const rawPieces = [
  ...[
    '%',
    '%zz',
    '%00',
    '%0d%0a',
    '%2e%2e',
    '%2e%2e%2f',
    '..%2f..%2f',
    '%c0%af',
    '%ed%a0%80',
    '%25',
    '%2F',
    '%5c',
    ';a=b',
    '%3f',
    '%23',
  ],
  ...[
    '*',
    '>',
    '%3e',
    '%2a',
    '.',
    '..',
    '%20',
    '%09',
    '%e2%80%ae',
    '%ff',
    '%F0%9F%98%80',
    '%u0041',
    '&',
    '=',
    '{id}',
    ':id',
    '%7bid%7d',
  ],
]

/** Any code point; `unit: 'binary'` takes a second to be made. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

function hostilePath(op: Operation): fc.Arbitrary<Record<string, Piece>> {
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    fc.constantFrom(...hostileTexts.filter((text) => text.length < 5_001)),
    fc.constantFrom(...rawPieces).map((raw) => ({ raw })),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.uuid().map((id) => id.toUpperCase()),
  )
  const at = fc.nat({ max: 3 })
  return fc.record({ good: goodPath(op), at, piece }).map(({ good, at: nth, piece: bad }) => {
    const names = Object.keys(good)
    return { ...good, [names[nth % names.length] as string]: bad }
  })
}

/** Another spelling of the path, and paths that nobody has. */
function addressArbitrary({ path }: Operation): fc.Arbitrary<string> {
  const plain = path.replaceAll(/\{\w+\}/g, '0199a0c5-3c80-7000-8000-000000000001')
  const last = plain.slice(plain.lastIndexOf('/') + 1)
  return fc.constantFrom(
    ...[`${plain}/`, `/${plain}`, plain.replace('/api/', '//api/'), plain.replace('/api', '/API'), plain.toUpperCase()],
    ...[
      `${plain}%00`,
      `${plain}%2f`,
      `${plain};a=b`,
      `${plain}.json`,
      `${plain}/..`,
      `${plain}/.`,
      `/x/..${plain}`,
      `/api/..${plain}`,
    ],
    ...[
      `/%2e%2e${plain}`,
      `${plain}%20`,
      `${plain}%0a`,
      `${plain}/${last}`,
      `${plain}%23`,
      plain.replace('/api', '%2fapi'),
      `${plain}%`,
    ],
    ...[
      '/api',
      '/api/',
      '/admin/api',
      '/api/%',
      '/api/..%2f..%2fetc%2fpasswd',
      '/api/__proto__',
      '/api/constructor',
      '/api/*',
      '/api/>',
    ],
    ...[
      '/admin/api/../../api/me',
      '/api/metrics',
      '/api/readyz',
      '/api/livez',
      '/api/swagger.json',
      '/api/graphql',
      `/api/${'a'.repeat(5_000)}`,
    ],
  )
}

const keys = fc.constantFrom('key-1', 'key-2', 'key-3')

/** Headers that the operation reads, as they should be. */
function goodHeaders({ inHeader }: Operation): fc.Arbitrary<Record<string, string>> {
  const reads = (name: string) => inHeader.some((header) => header.name === name)
  const none = fc.constant({})
  const language = fc.constantFrom({ 'accept-language': 'en' }, { 'accept-language': 'ko-KR,ko;q=0.9' }, {})
  if (!reads('Idempotency-Key')) return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: language })
  return fc.oneof(
    { weight: 3, arbitrary: none },
    { weight: 1, arbitrary: keys.map((key) => ({ 'idempotency-key': key })) },
  )
}

/** What HTTP carries, in names that somebody may read. */
const headerTexts = [
  ...[
    '',
    ' ',
    '*',
    '"',
    '""',
    'W/"',
    '"a","b"',
    '"1',
    '0',
    '-1',
    '1e309',
    'a'.repeat(300),
    'a'.repeat(5_000),
    '\t',
    'é',
    '\xff',
    "' or 1=1--",
  ],
  ...[
    '{{7*7}}',
    '../..',
    '__proto__',
    'constructor',
    '>',
    'evil.test',
    'http://evil.test/',
    '127.0.0.1',
    '::1',
    '127.0.0.1, 1.2.3.4',
    'null',
  ],
  ...[
    '00-00000000000000000000000000000000-0000000000000000-00',
    '00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff',
    'ko;q=NaN',
    'en;q=9',
  ],
]
const headerNames = [
  ...[
    'idempotency-key',
    'if-match',
    'if-none-match',
    'accept-language',
    'x-request-id',
    'traceparent',
    'tracestate',
    'x-forwarded-for',
  ],
  ...[
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'forwarded',
    'accept',
    'accept-encoding',
    'host',
    'origin',
    'referer',
    'range',
  ],
  ...[
    'x-http-method-override',
    'x-original-url',
    'x-rewrite-url',
    'cookie',
    'user-agent',
    'if-modified-since',
    'if-unmodified-since',
    'expect-ct',
  ],
  ...[
    'content-encoding',
    'content-language',
    'content-location',
    'prefer',
    'te',
    'x-user-id',
    'x-role',
    'x-admin',
    'constructor',
    '__proto__',
  ],
]

function headerArbitrary(op: Operation): fc.Arbitrary<Record<string, string>> {
  const own = op.inHeader.map(({ name }) => name.toLowerCase())
  const name = fc.constantFrom(...headerNames, ...own, ...own, ...own, ...own)
  const text = fc.constantFrom(...headerTexts)
  return fc
    .tuple(name, text)
    .map(([header, value]) => Object.fromEntries([[header, value.trim() === '' ? 'x' : value]]))
}
