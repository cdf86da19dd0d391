type Schema = {
  type?: string
  format?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  examples?: readonly unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minimum?: number
  minLength?: number
}

const formats: Record<string, string> = {
  uuid: '0199a0c5-3c80-7000-8000-000000000001',
  email: 'minji@kingcar.test',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00.000Z',
}

/**
 * Examples by field name, for names with the same meaning everywhere. A `name`, a `title` or a `reason` depends on its
 * entity: its schema has an example of its own.
 */
const texts: Record<string, string> = {
  memberName: '김민지',
  actorName: '박관리',
  storeName: '강남점',
  productName: '월 4회 손세차',
  memberPhoneNumber: '+821012345678',
  email: 'minji@kingcar.test',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'battery staple horse',
  joinCode: 'kingcar-join',
  token: 'Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY',
  accessToken: 'eyJhbGciOiJFZERTQSJ9.eyJyb2xlIjoibWVtYmVyIn0.c2lnbmF0dXJl',
  refreshToken: 'AZmgxTyAcACAAAAAAAAAAQAAAAFyZWZyZXNo',
  socialToken: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.c2lnbmF0dXJl',
  verificationToken: 'dGhlIHByb29mIG9mIGEgcGhvbmUgbnVtYmVy',
  nonce: 'n-0S6_WzA2Mj',
  authorizationCode: 'c6a7f1d2e3b4.0.mrqs.example',
  payload: 'eyJhbGciOiJSUzI1NiJ9.eyJldmVudHMiOiJ7fSJ9.c2lnbmF0dXJl',
  customerUid: 'card-9f86d081884c7d65',
  requestId: '0199a0c53c807000',
  model: '아반떼',
  models: '아반떼',
  color: '흰색',
  nickname: '출퇴근',
  carNumber: '12가3456',
  carNumbers: '12가3456',
  alias: '생활비',
  imageUrl: '/api/images/0199a0c5-3c80-7000-8000-000000000001',
  version: '1.0.0',
  startsAt: '2026-02-01T00:00:00.000Z',
  endsAt: '2026-03-01T00:00:00.000Z',
  nextBillingAt: '2026-03-01T00:00:00.000Z',
  effectiveAt: '2026-04-01T00:00:00.000Z',
  resendAfter: '2026-01-31T09:31:00.000Z',
  expiresAt: '2026-01-31T09:33:00.000Z',
}

/** A value that the schema accepts: its own example, or else a simple one. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0] && !schema.type) return exampleOf(schema.anyOf[0], name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, exampleOf(of, key)]))
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'string':
      return texts[name] ?? formats[schema.format ?? ''] ?? 'string'.padEnd(schema.minLength ?? 0, '-')
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return null
  }
}
