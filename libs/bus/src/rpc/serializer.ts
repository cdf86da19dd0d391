import type { Operation } from '@kingcar/contract'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'

type Schema = { anyOf?: Schema[]; type?: string; enum?: unknown[]; [keyword: string]: unknown }

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/**
 * Rewrites a schema into the form that fast-json-stringify serialises fastest: for `anyOf: [X, null]` it validates each
 * branch, for `nullable` it makes one comparison; an `enum` of strings gets its `type`. Drops TypeBox's markers, which are
 * not enumerable.
 */
function optimize(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(optimize)
  if (!isSchema(schema)) return schema
  const { anyOf, ...rest } = schema
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, optimize(value)])) as Schema
  if (own.enum?.every((value) => typeof value === 'string')) own.type ??= 'string'
  if (anyOf === undefined) return own
  const others = anyOf.filter(({ type }) => type !== 'null').map((branch) => optimize(branch) as Schema)
  const [only] = others
  const isNullable = others.length === 1 && anyOf.length === 2 && only?.type !== undefined
  return isNullable ? { ...own, ...only, nullable: true } : { ...own, anyOf: anyOf.map(optimize) }
}

/**
 * Serialises the response envelope of an operation. Fields that are not in the contract are omitted.
 * @throws Error in the returned function if a required field is missing
 */
export function createSerializer(op: Pick<Operation, 'result'>): (result: unknown) => string {
  const write = fastJsonStringify(optimize(op.result) as AnySchema)
  return (result) => `{"success":true,"result":${write(result)}}`
}
