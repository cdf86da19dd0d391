import fc from 'fast-check'
import type { Operation } from '../../openapi-document.ts'

const keys = fc.constantFrom('key-1', 'key-2', 'key-3')

/** Valid values of the headers that the operation reads. */
export function goodHeaders({ inHeader }: Operation): fc.Arbitrary<Record<string, string>> {
  const reads = (name: string) => inHeader.some((header) => header.name === name)
  const none = fc.constant({})
  const language = fc.constantFrom({ 'accept-language': 'en' }, { 'accept-language': 'ko-KR,ko;q=0.9' }, {})
  if (reads('X-Reason')) return fc.constantFrom({ 'x-reason': encodeURIComponent('월말 정산') }, {})
  if (!reads('Idempotency-Key')) return fc.oneof({ weight: 4, arbitrary: none }, { weight: 1, arbitrary: language })
  return fc.oneof(
    { weight: 3, arbitrary: none },
    { weight: 1, arbitrary: keys.map((key) => ({ 'idempotency-key': key })) },
  )
}

/** Hostile values in header names that some software reads. */
const headerTexts = [
  ...['', ' ', '*', '"', '""', 'W/"', '"a","b"', '"1', '0', '-1', '1e309', 'a'.repeat(300), 'a'.repeat(5_000), '\t'],
  ...['é', '\xff', "' or 1=1--", '{{7*7}}', '../..', '__proto__', 'constructor', '>', 'evil.test', 'http://evil.test/'],
  ...['127.0.0.1', '::1', '127.0.0.1, 1.2.3.4', 'null', '00-00000000000000000000000000000000-0000000000000000-00'],
  ...['00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-ff', 'ko;q=NaN', 'en;q=9'],
]
const headerNames = [
  ...['idempotency-key', 'if-match', 'if-none-match', 'accept-language', 'x-request-id', 'traceparent', 'tracestate'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'accept'],
  ...['accept-encoding', 'host', 'origin', 'referer', 'range', 'x-http-method-override', 'x-original-url'],
  ...['x-rewrite-url', 'cookie', 'user-agent', 'if-modified-since', 'if-unmodified-since', 'expect-ct'],
  ...['content-encoding', 'content-language', 'content-location', 'prefer', 'te', 'x-user-id', 'x-role', 'x-admin'],
  ...['constructor', '__proto__'],
]

/** The headers of a valid request, one of them with a hostile value. */
export function headerArbitrary(op: Operation): fc.Arbitrary<Record<string, string>> {
  const own = op.inHeader.map(({ name }) => name.toLowerCase())
  const name = fc.constantFrom(...headerNames, ...own, ...own, ...own, ...own)
  const text = fc.constantFrom(...headerTexts)
  return fc
    .tuple(name, text)
    .map(([header, value]) => Object.fromEntries([[header, value.trim() === '' ? 'x' : value]]))
}
