import fc from 'fast-check'
import type { Operation } from '../../openapi-document.ts'
import { hostileTexts } from './hostile-values.ts'
import { kindOf, referenceTo } from './references.ts'
import { validOf } from './valid-values.ts'

/** A part of a URL: to be encoded, or raw. */
export type Piece = string | { raw: string }

/** Valid ids and names in the path. */
export const goodPath = (op: Operation) =>
  fc.record(
    Object.fromEntries(
      op.inPath.map(({ name, schema }) => {
        const kind = kindOf(op, name)
        return [name, kind ? referenceTo(kind) : validOf(op, name, schema).map(String)]
      }),
    ),
  )

const rawPieces = [
  ...['%', '%zz', '%00', '%0d%0a', '%2e%2e', '%2e%2e%2f', '..%2f..%2f', '%c0%af', '%ed%a0%80', '%25', '%2F', '%5c'],
  ...[';a=b', '%3f', '%23', '*', '>', '%3e', '%2a', '.', '..', '%20', '%09', '%e2%80%ae', '%ff', '%F0%9F%98%80'],
  ...['%u0041', '&', '=', '{id}', ':id', '%7bid%7d'],
]

/** Any code point; generating with `unit: 'binary'` takes a second. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))

/** The path values of a request, one of them hostile. */
export function hostilePath(op: Operation): fc.Arbitrary<Record<string, Piece>> {
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

/** Other spellings of the path, and undocumented paths. */
export function addressArbitrary({ path }: Operation): fc.Arbitrary<string> {
  const plain = path.replaceAll(/\{\w+\}/g, '0199a0c5-3c80-7000-8000-000000000001')
  const last = plain.slice(plain.lastIndexOf('/') + 1)
  return fc.constantFrom(
    ...[`${plain}/`, `/${plain}`, plain.replace('/api/', '//api/'), plain.replace('/api', '/API'), plain.toUpperCase()],
    ...[`${plain}%00`, `${plain}%2f`, `${plain};a=b`, `${plain}.json`, `${plain}/..`, `${plain}/.`, `/x/..${plain}`],
    ...[`/api/..${plain}`, `/%2e%2e${plain}`, `${plain}%20`, `${plain}%0a`, `${plain}/${last}`, `${plain}%23`],
    ...[plain.replace('/api', '%2fapi'), `${plain}%`, '/api', '/api/', '/admin/api', '/api/%'],
    ...['/api/..%2f..%2fetc%2fpasswd', '/api/__proto__', '/api/constructor', '/api/*', '/api/>'],
    ...['/admin/api/../../api/me', '/api/metrics', '/api/readyz', '/api/livez', '/api/swagger.json', '/api/graphql'],
    ...[`/api/${'a'.repeat(5_000)}`],
  )
}
