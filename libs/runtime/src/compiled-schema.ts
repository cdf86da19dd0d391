import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Check = ReturnType<typeof Compile>

const checks = new WeakMap<TSchema, Check>()

/** The compiled validator of a schema, built at the first call. */
export function compiled(schema: TSchema): Check {
  const known = checks.get(schema)
  if (known) return known
  const check: Check = Compile(schema)
  checks.set(schema, check)
  return check
}
