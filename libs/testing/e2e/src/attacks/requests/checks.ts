import { Compile } from 'typebox/schema'
import type { Schema } from './document.ts'

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

/** Whether a value is what the schema says. */
export const checkOf =
  (schema: Schema): Check =>
  (value) =>
    compiled(schema, kept, (same) => same).Check(value)

/** What of an answer is not what the schema says, a field that it does not name among it. */
export function faultsOf(schema: Schema, value: unknown): Fault[] {
  const check = compiled(schema, keptStrict, closed)
  if (check.Check(value)) return []
  const [, errors] = check.Errors(value)
  return errors.map(({ instancePath, keyword }) => ({ at: instancePath, keyword }))
}

/** The same schema, in which no object has other fields than those that are named. */
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
