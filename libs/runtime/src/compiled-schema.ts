import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

type Check = ReturnType<typeof Compile>

const checks = new WeakMap<TSchema, Check>()

/** The compiled check of a schema, made when it is first asked for. */
export function compiled(schema: TSchema): Check {
  const known = checks.get(schema)
  if (known) return known
  const check: Check = Compile(schema)
  checks.set(schema, check)
  return check
}
