import { contract, exampleOf, type Operation } from '@kingcar/contract'
import Type, { type TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { createSerializer } from './serializer.ts'

const write = (result: TSchema, value: unknown) =>
  JSON.parse(createSerializer({ result } as Operation)(value)) as { success: boolean; result: unknown }

const all: Operation[] = Object.values(contract).flatMap((service) => Object.values<Operation>(service))

type Schema = {
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  type?: string
}

/** A value with the last branch of each union (mostly null) and without optional fields. */
function leastOf(schema: Schema): unknown {
  const branch = schema.type === undefined ? schema.anyOf?.at(-1) : undefined
  if (branch) return leastOf(branch)
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(needed.map(([name, of]) => [name, leastOf(of)]))
  }
  return schema.type === 'array' && schema.items ? [leastOf(schema.items), leastOf(schema.items)] : exampleOf(schema)
}

// ASVS 1.1.2, 1.2.3
test.each(all.map((op) => [op.name, op] as const))('the result of %s comes through as it was', (_name, op) => {
  for (const value of [exampleOf(op.result), leastOf(op.result as Schema)]) {
    expect(write(op.result, value)).toEqual({ success: true, result: value })
  }
})

// ASVS 8.2.3, 15.3.1
test('names that the schema does not have stay inside, at every depth', () => {
  const Row = Type.Object({
    id: Type.Integer(),
    owner: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
  })
  const row = { id: 1, secret: 'canary', owner: { name: 'a', secret: 'canary' } }
  const value = { rows: [row], either: row, secret: 'canary' }
  const schema = Type.Object({ rows: Type.Array(Row), either: Type.Union([Row, Type.String()]) })
  expect(JSON.stringify(write(schema, value))).not.toContain('canary')
})

test.each([
  ['null', Type.Union([Type.String(), Type.Null()]), null],
  ['a text in place of null', Type.Union([Type.String(), Type.Null()]), 'a "b" \\ \n \u2028'],
  ['an object in place of null', Type.Union([Type.Object({ a: Type.Integer() }), Type.Null()]), { a: 1 }],
  [
    'one of two objects',
    Type.Union([Type.Object({ a: Type.Literal(1) }), Type.Object({ b: Type.String() })]),
    { b: 'x' },
  ],
  ['one of three types', Type.Union([Type.String(), Type.Integer(), Type.Null()]), 7],
  ['an integer beyond 32 bits', Type.Integer(), Number.MAX_SAFE_INTEGER],
  ['a fraction', Type.Number(), 0.1],
  ['a missing optional', Type.Object({ a: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), {}],
  ['an optional null', Type.Object({ a: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), { a: null }],
  ['a list of nullables', Type.Array(Type.Union([Type.Integer(), Type.Null()])), [1, null]],
  ['any JSON', Type.Object({ value: Type.Any() }), { value: { deep: [1, 'a', null, { b: false }] } }],
  ['null as any JSON', Type.Object({ value: Type.Any() }), { value: null }],
  ['nothing', Type.Null(), null],
])('%s comes through as it was', (_what, schema, value) => {
  expect(write(schema, value)).toEqual({ success: true, result: value })
})

test('a result without a required field throws', () => {
  expect(() => write(Type.Object({ id: Type.Integer() }), {})).toThrow()
})
