import type { Schema } from '../../openapi-document.ts'

/*
 * Values that differ in one place from what the schema allows: they violate one keyword, or have another type that lax
 * parsers convert. Each place of a value has its own list.
 */

export type InvalidValue = { what: string; value: unknown }

/** Fields that only responses have, and an unknown one. */
const answerOnly: Readonly<Record<string, unknown>> = {
  id: '0199a0c5-3c80-7000-8000-000000000001',
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
  role: 'admin',
  approved: true,
  amount: 1,
  price: 0,
  state: 'Paid',
  memberId: '0199a0c5-3c80-7000-8000-000000000001',
  version: 1,
  disabled: false,
  nobodyKnowsIt: 1,
}

/** A value with one place changed; undefined removes the place. */
function withAt(value: unknown, [name, ...rest]: readonly (string | number)[], change: unknown): unknown {
  if (name === undefined) return change
  if (Array.isArray(value)) return value.map((each, at) => (at === name ? withAt(each, rest, change) : each))
  const entries = Object.entries(value as object)
  const changed = entries.map(([key, each]) => [key, key === name ? withAt(each, rest, change) : each])
  const added = entries.some(([key]) => key === name) ? [] : [[name, change]]
  return Object.fromEntries([...changed, ...added].filter(([, each]) => each !== undefined))
}

type Place = { path: readonly (string | number)[]; schema: Schema; value: unknown; required: boolean }

/** Every place of a value that the schema describes. */
export function placesOf(schema: Schema, value: unknown, path: Place['path'] = [], required = true): Place[] {
  const own: Place = { path, schema, value, required }
  const fitting = schema.anyOf && !schema.type ? (schema.anyOf.find(({ type }) => type !== 'null') ?? schema) : schema
  if (Array.isArray(value) && fitting.items) {
    const { items } = fitting
    return [own, ...value.slice(0, 2).flatMap((each, at) => placesOf(items, each, [...path, at], false))]
  }
  if (typeof value !== 'object' || value === null || !fitting.properties) return [own]
  const inner = Object.entries(fitting.properties).filter(([name]) => Object.hasOwn(value, name))
  const given = value as Record<string, unknown>
  const isRequired = (name: string) => fitting.required?.includes(name) ?? false
  return [own, ...inner.flatMap(([name, each]) => placesOf(each, given[name], [...path, name], isRequired(name)))]
}

/** The value with another value in its nth place. */
export function replaced(schema: Schema, value: unknown, nth: number, other: unknown): InvalidValue {
  const places = placesOf(schema, value)
  const { path } = places[nth % places.length] as Place
  return { what: `another value at /${path.join('/')}`, value: withAt(value, path, other) }
}

/** All values with one violation of the schema. */
export function invalidValuesOf(schema: Schema, value: unknown): InvalidValue[] {
  return placesOf(schema, value).flatMap((place) =>
    [...brokenKeywords(place), ...confusions(place)].map(([what, change]) => ({
      what: `${what} at /${place.path.join('/')}`,
      value: withAt(value, place.path, change),
    })),
  )
}

type Change = readonly [what: string, value: unknown]

function brokenKeywords({ schema, value, required, path }: Place): Change[] {
  const { minLength = 0, maxLength, minimum, maximum, pattern, format, items, minItems = 0, maxItems } = schema
  const changes: Change[] = []
  if (required && path.length > 0) changes.push(['missing', undefined])
  if (schema.enum) changes.push(['no such value', 'Nonesuch'], ['other case', String(value).toUpperCase()])
  if (maxLength !== undefined) changes.push(['too long', 'x'.repeat(maxLength + 1)])
  if (minLength > 0) changes.push(['too short', 'x'.repeat(minLength - 1)])
  if (pattern) changes.push(['against the pattern', ' '], ['against the pattern at its end', `${String(value)}\n`])
  if (format)
    changes.push(
      ['of no format', 'x'],
      ['with a line end', `${String(value)}\n`],
      ['with a space', ` ${String(value)}`],
    )
  if (minimum !== undefined) changes.push(['too small', minimum - 1])
  if (maximum !== undefined) changes.push(['too large', maximum + 1])
  if (schema.type === 'integer') changes.push(['no integer', 1.5])
  if (items && maxItems !== undefined)
    changes.push(['too many', Array.from({ length: maxItems + 1 }, (_, at) => (value as unknown[])[0] ?? at)])
  if (items && minItems > 0) changes.push(['too few', []])
  if (schema.uniqueItems && Array.isArray(value) && value.length > 0) changes.push(['twice', [value[0], ...value]])
  return [...changes, ...unknownFields(schema, value)]
}

function unknownFields(schema: Schema, value: unknown): Change[] {
  if (!schema.properties || typeof value !== 'object' || value === null) return []
  const names = Object.entries(answerOnly).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name))
  return names.map(([name, given]) => [`unknown field ${name}`, { ...value, [name]: given }])
}

/** Values that lax parsers treat as equal. */
function confusions({ value, schema }: Place): Change[] {
  const changes: Change[] = [
    ['null', null],
    ['a list of it', [value]],
    ['an empty object', {}],
    ['an object of it', { value }],
  ]
  if (typeof value === 'number') changes.push(['as text', String(value)], ['true', true], ['a huge number', 1e300])
  if (typeof value === 'boolean') changes.push(['as text', String(value)], ['as number', Number(value)], ['yes', 'on'])
  if (typeof value === 'string') changes.push(['a number', 1], ['true', true])
  if (Array.isArray(value)) changes.push(['its text', value.join(',')], ['by numbers', { ...value }])
  if (schema.type === 'object') changes.push(['its text', JSON.stringify(value)])
  return changes
}
