import type { Operation } from '@kingcar/contract'
import fastJsonStringify, { type AnySchema } from 'fast-json-stringify'

type Schema = { anyOf?: Schema[]; type?: string; enum?: unknown[]; [keyword: string]: unknown }

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null

/**
 * The same schema in the words that the serialiser writes fastest: `anyOf: [X, null]` tries out each branch with a
 * validator, `nullable` is one comparison; a list of strings is written as what it is. TypeBox's own marks, which are
 * not enumerable, stay behind.
 */
function shorten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(shorten)
  if (!isSchema(schema)) return schema
  const { anyOf, ...rest } = schema
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, shorten(value)])) as Schema
  if (own.enum?.every((value) => typeof value === 'string')) own.type ??= 'string'
  if (anyOf === undefined) return own
  const others = anyOf.filter(({ type }) => type !== 'null').map((branch) => shorten(branch) as Schema)
  const [only] = others
  const isNullable = others.length === 1 && anyOf.length === 2 && only?.type !== undefined
  return isNullable ? { ...own, ...only, nullable: true } : { ...own, anyOf: anyOf.map(shorten) }
}

/**
 * Serialises the envelope of an operation's result. Fields that the contract does not name stay inside; one that it asks
 * for and the handler forgot is an error.
 */
export function createSerializer(op: Pick<Operation, 'result'>): (result: unknown) => string {
  const write = fastJsonStringify(shorten(op.result) as AnySchema)
  return (result) => `{"success":true,"result":${write(result)}}`
}
