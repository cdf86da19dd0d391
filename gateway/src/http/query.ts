import type { TSchema } from 'typebox'

/** Names that advertising and old AJAX libraries append to any address. */
const trackingParameter = /^(?:utm_.*|fbclid|gclid|_)$/

/** What a property's schema says of its type; the contract writes query values as one plain type each. */
const typeOf = (schema: TSchema | undefined): unknown => (schema && 'type' in schema ? schema.type : undefined)

function convert(type: unknown, text: string): unknown {
  if (type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (type === 'number' && /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,16})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The query without the names that others append to it. */
export function withoutTracking(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !trackingParameter.test(name)))
}

/**
 * Gives texts of a query or form the types that the schema names. What does not fit, a name given twice among it, stays
 * as it is for the schema to refuse.
 */
export function convertTextsToTypes(
  texts: Record<string, unknown>,
  properties: Record<string, TSchema>,
): Record<string, unknown> {
  const entries = Object.entries(texts).map(([name, given]): [string, unknown] => {
    const type = typeOf(Object.hasOwn(properties, name) ? properties[name] : undefined)
    if (type === 'array') return [name, Array.isArray(given) ? given : [given]]
    return [name, typeof given === 'string' ? convert(type, given) : given]
  })
  return Object.fromEntries(entries)
}
