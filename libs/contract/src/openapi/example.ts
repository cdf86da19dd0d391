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

/** A value that the schema accepts, for the reference: its own example where it has one, else the plainest there is. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0] && !schema.type) return exampleOf(schema.anyOf[0])
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, exampleOf(of)]))
    case 'array':
      return schema.items ? [exampleOf(schema.items)] : []
    case 'string':
      return formats[schema.format ?? ''] ?? 'string'.padEnd(schema.minLength ?? 0, '-')
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    default:
      return null
  }
}
