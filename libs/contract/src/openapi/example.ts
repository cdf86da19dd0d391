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
  email: 'hong@kingcar.test',
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00.000Z',
}

/** Texts as they may stand under a name, where the schema has no example of its own. */
const texts: Record<string, string> = {
  name: '김민지',
  memberName: '김민지',
  actorName: '박관리',
  storeName: '강남점',
  productName: '손세차',
  memberPhoneNumber: '+821012345678',
  email: 'hong@kingcar.test',
  password: 'correct horse battery',
  currentPassword: 'correct horse battery',
  newPassword: 'battery staple horse',
  title: '추석 연휴 영업 안내',
  content: '9월 24일부터 27일까지 쉽니다.',
  model: '아반떼',
  models: '아반떼',
  color: '흰색',
  nickname: '출퇴근',
  carNumber: '12가3456',
  carNumbers: '12가3456',
  address: '서울 강남구 테헤란로 1',
  addressDetail: '지하 1층',
  alias: '생활비',
  reason: '번호판을 잘못 읽었어요.',
  linkUrl: 'https://kingcar.test/events/1',
  text: '잠시 후 영업을 마칩니다.',
}

/** A value that the schema accepts, for the reference: its own example where it has one, else the plainest there is. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0] && !schema.type) return exampleOf(schema.anyOf[0], name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, of]) => [key, exampleOf(of, key)]))
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : []
    case 'string':
      return formats[schema.format ?? ''] ?? texts[name] ?? 'string'.padEnd(schema.minLength ?? 0, '-')
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return null
  }
}
