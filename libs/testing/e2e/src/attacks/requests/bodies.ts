import fc from 'fast-check'
import { isMultipart, type Operation } from '../../openapi-document.ts'
import type { Body } from './attack.ts'
import { hostileBodies, hostileValues } from './hostile-values.ts'
import { type InvalidValue, invalidValuesOf, replaced } from './invalid-values.ts'
import { multipartArbitrary } from './multipart.ts'
import { validOf } from './valid-values.ts'

type BodyVariant = { what: string; body: Body | undefined }

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const asJson = (value: unknown): Body => ({ type: json, content: JSON.stringify(value) })

/** The body of an operation, valid or with one error. */
export function bodyArbitrary(op: Operation, isWrong: boolean): fc.Arbitrary<BodyVariant> {
  if (isMultipart(op)) return multipartArbitrary(op, isWrong)
  if (!op.body) return isWrong ? strayBody : fc.constant({ what: '', body: undefined })
  const good = validOf(op, '', op.body.schema)
  return isWrong ? wrongBody(op, op.body.schema, good) : goodBody(op, good)
}

function goodBody({ body }: Operation, good: fc.Arbitrary<unknown>): fc.Arbitrary<BodyVariant> {
  const types = body?.types ?? [json]
  return fc.tuple(good, fc.constantFrom(...types)).map(([value, type]) => ({
    what: '',
    body: type === form ? { type, content: new URLSearchParams(flat(value)).toString() } : asJson(value),
  }))
}

/** Forms have no null. */
const flat = (value: unknown): [string, string][] =>
  Object.entries(value as object).flatMap(([name, each]) => (each === null ? [] : [[name, String(each)]]))

function wrongBody(op: Operation, schema: Schema, good: fc.Arbitrary<unknown>): fc.Arbitrary<BodyVariant> {
  const nth = fc.nat({ max: 10_000 })
  const asBody = ({ what, value }: InvalidValue): BodyVariant => ({ what, body: asJson(value) })
  const near = fc.tuple(good, nth).map(([value, at]) => {
    const wrongs = invalidValuesOf(schema, value)
    return asBody(wrongs[at % wrongs.length] as InvalidValue)
  })
  const hostile = fc
    .tuple(good, nth, fc.constantFrom(...hostileValues))
    .map(([value, at, other]) => asBody(replaced(schema, value, at, other)))
  const free = fc
    .tuple(good, nth, fc.jsonValue({ maxDepth: 3 }))
    .map(([value, at, other]) => asBody(replaced(schema, value, at, other)))
  const raw = fc
    .constantFrom(...hostileBodies)
    .map((content): BodyVariant => ({ what: 'no value', body: { type: json, content } }))
  const doubled = good.map((value): BodyVariant => {
    const text = JSON.stringify(value)
    return {
      what: 'each field twice',
      body: { type: json, content: `${text.slice(0, -1)}${text === '{}' ? '' : ','}${text.slice(1)}` },
    }
  })
  const typed = fc.tuple(good, fc.constantFrom(...contentTypes)).map(
    ([value, type]): BodyVariant => ({
      what: `as ${type}`,
      body: { type, content: JSON.stringify(value) },
    }),
  )
  return fc.oneof(
    { weight: 6, arbitrary: near },
    { weight: 5, arbitrary: hostile },
    { weight: 1, arbitrary: free },
    { weight: 2, arbitrary: raw },
    { weight: 1, arbitrary: doubled },
    { weight: 1, arbitrary: typed },
    ...(op.body?.types.includes(form) ? [{ weight: 3, arbitrary: wrongForm(good) }] : []),
  )
}

const contentTypes: readonly (string | undefined)[] = [
  ...[
    'text/plain',
    'text/xml',
    'application/xml',
    form,
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ],
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-16', 'application/json; charset=euc-kr'],
  ...['APPLICATION/JSON', ' application/json', 'application/json\t', 'application/json, text/plain'],
  ...['application/vnd.api+json', 'application', '/', '*/*', 'application/json; a', undefined],
]

const wrongForm = (good: fc.Arbitrary<unknown>): fc.Arbitrary<BodyVariant> =>
  fc
    .tuple(
      good,
      fc.constantFrom('a=%', '%zz=1', '=&=&', 'a[b]=c', '__proto__=1', `${'a=1&'.repeat(500)}`, 'a=%ff', '\0=1', ''),
    )
    .map(([value, more]) => ({
      what: `a form with ${more.slice(0, 20)}`,
      body: { type: form, content: `${new URLSearchParams(flat(value))}&${more}` },
    }))

/** For operations without a body. */
const strayBody: fc.Arbitrary<BodyVariant> = fc
  .oneof(
    fc
      .constantFrom<unknown>({}, { amount: 1 }, { state: 'Refund' }, { id: 1 }, [], null, 'a')
      .map((value) => asJson(value)),
    fc.constantFrom(...hostileBodies).map((content): Body => ({ type: json, content })),
    fc.constantFrom(...contentTypes).map((type): Body => ({ type, content: 'a' })),
  )
  .map((body) => ({ what: 'a body where none is expected', body }))

type Schema = NonNullable<Operation['body']>['schema']
