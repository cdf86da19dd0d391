import { Compile } from 'typebox/schema'
import type { Schema } from '../../openapi-document.ts'

type Check = (value: unknown) => boolean
type Fault = { at: string; keyword: string }
type Compiled = ReturnType<typeof Compile>

const kept = new WeakMap<Schema, Compiled>()
const keptStrict = new WeakMap<Schema, Compiled>()

function compiled(schema: Schema, cache: WeakMap<Schema, Compiled>, make: (schema: Schema) => Schema): Compiled {
  const known = cache.get(schema)
  if (known) return known
  const made = Compile(make(schema))
  cache.set(schema, made)
  return made
}

/** True if a value matches the schema. */
export const checkOf =
  (schema: Schema): Check =>
  (value) =>
    compiled(schema, kept, (same) => same).Check(value)

/** Violations of the schema in a response, undocumented fields included. */
export function faultsOf(schema: Schema, value: unknown): Fault[] {
  const check = compiled(schema, keptStrict, closed)
  if (check.Check(value)) return []
  const [, errors] = check.Errors(value)
  return errors.map(({ instancePath, keyword }) => ({ at: instancePath, keyword }))
}

/** The same schema without additional properties in any object. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)])),
      additionalProperties: false,
    }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}
