import type { TSchema } from 'typebox'

/** Parameters that advertising and old AJAX libraries append to any URL. */
const trackingParameter = /^(?:utm_.*|fbclid|gclid|_)$/

/** The contract gives each query value a single plain type. */
const typeOf = (schema: TSchema | undefined): unknown => (schema && 'type' in schema ? schema.type : undefined)

function convert(type: unknown, text: string): unknown {
  if (type === 'integer' && /^-?(?:0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (type === 'number' && /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,16})?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** Removes tracking parameters from a query. */
export function withoutTracking(query: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !trackingParameter.test(name)))
}

/**
 * Converts the texts of a query or form to the types of the schema. A value that does not fit, or a name given twice,
 * stays unchanged, so that the schema rejects it.
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
