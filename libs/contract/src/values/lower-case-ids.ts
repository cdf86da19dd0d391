import type { TSchema } from 'typebox'
import { isUuid } from './uuid.ts'

type Node = TSchema & {
  format?: string
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
}

/**
 * Returns the input with every UUID in lower case, as PostgreSQL returns it, so that ids can be compared as texts. A text is
 * an id if its schema has the format `uuid`; any other value stays as it is.
 */
export const lowerCaseIds = <T>(schema: TSchema, input: T): T => converted(schema, input) as T

function converted(node: Node, input: unknown): unknown {
  const branches = node.anyOf ?? [node]
  if (typeof input === 'string')
    return branches.some(({ format }) => format === 'uuid') && isUuid(input) ? input.toLowerCase() : input
  if (typeof input !== 'object' || input === null) return input
  if (Array.isArray(input)) {
    const { items } = branches.find((each) => each.items) ?? {}
    return items ? input.map((each) => converted(items, each)) : input
  }
  const { properties } = branches.find((each) => each.properties) ?? {}
  if (!properties) return input
  const entries = Object.entries(input).map(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, property ? converted(property, value) : value]
  })
  return Object.fromEntries(entries)
}
