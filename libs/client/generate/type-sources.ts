import {
  CalendarDate,
  contract,
  declaredErrors,
  errors,
  headerOf,
  Id,
  Instant,
  type Operation,
  type ServiceName,
  toOpenApi,
  Won,
} from '@kingcar/contract'

/*
 * Plain TypeScript types of inputs and results, from the schemas of the OpenAPI document. Editors show them in full, and
 * the package depends neither on the contract nor on typebox.
 */

type Schema = {
  $ref?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
}
type Parameter = { name?: string; in?: string; required?: boolean; description?: string; schema?: Schema }
type Content = Record<string, { schema: Schema }>
type Described = {
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
// The document has the type of any JSON; the types above describe the parts used here.
const document = toOpenApi(contract, { version: '0' }) as unknown as {
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, { post: Described & { summary: string } }>
  components: { schemas: Record<string, Schema> }
}

const pageKeys = 'content,empty,first,last,number,numberOfElements,size,totalElements,totalPages'
const byName = (one: string, other: string) => (one < other ? -1 : 1)
const isName = (text: string) => /^[\w$]+$/.test(text)
const keyOf = (name: string) => (isName(name) ? name : JSON.stringify(name))
const upper = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
const comment = (text: string | undefined) => (text ? `/** ${text.replaceAll('*/', '* /')} */\n` : '')

/** Values that many fields have: a type of its own describes each of them. */
const values: Record<string, Schema> = { Id, Instant, CalendarDate, Won }
const valueKey = ({ type, format, description }: Schema) => JSON.stringify([type, format, description])
const valueNames = new Map(Object.entries(values).map(([name, schema]) => [valueKey(schema), name]))
const valueName = (schema: Schema) => (schema.anyOf ? undefined : valueNames.get(valueKey(schema)))
const valueTypes = Object.entries(values).map(
  ([name, { description, type }]) =>
    `${comment(description)}export type ${name} = ${type === 'integer' ? 'number' : type}\n`,
)

/** Where a type is written, and the larger objects that are written already, by their text: each is written once. */
type Place = { path: string; written: Map<string, string> }
const inside = (place: Place | undefined, pathOf: (path: string) => string): Place | undefined =>
  place && { ...place, path: pathOf(place.path) }

function typeOf(schema: Schema, place?: Place): string {
  if (schema.$ref) return nameIn(schema)
  const named = valueName(schema)
  if (named) return named
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) {
    const isNullable = schema.anyOf.length === 2 && schema.anyOf.some(({ type }) => type === 'null')
    const at = isNullable ? inside(place, (path) => `NonNullable<${path}>`) : undefined
    return [...new Set(schema.anyOf.map((each) => typeOf(each, at)))].join(' | ')
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place)
    case 'array': {
      const at = inside(place, (path) => `${path}[number]`)
      const item = schema.items ? typeOf(schema.items, at) : 'unknown'
      return isName(item) ? `${item}[]` : `(${item})[]`
    }
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectOf(schema: Schema, place?: Place): string {
  const text = fieldsOf(schema)
  if (!place || !text.includes('\n')) return text
  const known = place.written.get(text)
  if (known !== undefined && known !== place.path) return known
  place.written.set(text, place.path)
  return fieldsOf(schema, place)
}

function fieldsOf({ properties, required = [] }: Schema, place?: Place): string {
  if (!properties) return 'Record<string, unknown>'
  const content = properties.content?.items
  if (content && Object.keys(properties).toSorted().join() === pageKeys) {
    return `Page<${typeOf(
      content,
      inside(place, (path) => `${path}['content'][number]`),
    )}>`
  }
  const fields = Object.entries(properties).map(([name, of]) => {
    const described = valueName(of) ? '' : comment(of.description)
    const isRequired = required.includes(name)
    const at = inside(place, (path) => (isRequired ? `${path}['${name}']` : `NonNullable<${path}['${name}']>`))
    return `${described}${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(of, at)}`
  })
  return fields.some((field) => field.includes('\n')) ? `{\n${fields.join('\n')}\n}` : `{ ${fields.join('; ')} }`
}

const describedOf = ({ http }: Operation): Described => {
  const [method = '', path = ''] = http.split(' ')
  const described = document.paths[path]?.[method.toLowerCase()]
  if (!described) throw new Error(`${http} is not in the document`)
  return described
}

const nameIn = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1)

/** The fields of a body, which the document has as a reference, perhaps with more required fields. */
function bodyOf(schema: Schema | undefined): Schema | undefined {
  const { allOf: [base = schema] = [], required = [] } = schema ?? {}
  const named = base && document.components.schemas[nameIn(base)]
  return named && { ...named, required: [...(named.required ?? []), ...required] }
}

/** Schema of the one object for path, headers, query and body. The client encodes what is in a header. */
function inputOf(op: Operation): Schema {
  const { parameters, requestBody } = describedOf(op)
  const inHeaders = new Map(Object.entries<Schema>(op.input.properties).map((field) => [headerOf(op, field[0]), field]))
  const placed = parameters.flatMap(({ name, schema, ...rest }) => {
    const [field, { description } = rest] = inHeaders.get(name) ?? [name]
    return field && schema ? [{ ...rest, name: field, schema, description }] : []
  })
  const body = op.parts ? undefined : bodyOf(Object.values(requestBody?.content ?? {})[0]?.schema)
  const properties = placed.map(({ name, schema, description }): [string, Schema] => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ])
  const files = Object.keys(op.parts?.properties ?? {}).map((name): [string, Schema] => [name, { $ref: 'Blob' }])
  return {
    type: 'object',
    properties: { ...Object.fromEntries([...properties, ...files]), ...body?.properties },
    required: [
      ...placed.filter(({ required }) => required).map(({ name }) => name),
      ...(op.parts?.required ?? []),
      ...(body?.required ?? []),
    ],
  }
}

function inputType(op: Operation, place: Place): string {
  const input = inputOf(op)
  const { page, size, ...properties } = input.properties ?? {}
  const isEmpty = (fields: object) => Object.keys(fields).length === 0
  if (page && size)
    return isEmpty(properties) ? 'PageQuery' : `PageQuery & ${fieldsOf({ ...input, properties }, place)}`
  return isEmpty(input.properties ?? {}) ? 'Record<never, never>' : objectOf(input, place)
}

function resultType(op: Operation, place?: Place): string {
  if (op.response) return 'Blob'
  const content = describedOf(op).responses[String(op.status ?? 200)]?.content?.['application/json']
  const result = content?.schema.properties?.result
  if (!result) throw new Error(`${op.name} has no result in the document`)
  return typeOf(result, place)
}

const everythingOptional = (op: Operation) => (inputOf(op).required ?? []).length === 0

const summaryLine = (op: Operation) => `${op.summary}. \`${op.http}\``
const docComment = (...texts: string[]) => {
  const text = texts.filter((each) => each !== '').join('\n\n')
  if (!text.includes('\n')) return comment(text)
  const lines = text.split('\n')
  return `/**\n${lines.map((line) => ` * ${line.trim()}`.trimEnd()).join('\n')}\n */\n`
}

/** Comment of a single operation. */
export function summaryComment(op: Operation): string {
  const own = declaredErrors(op).map((code) => `\`${code}\``)
  const errorsLine = own.length > 0 ? `Errors: ${own.join(', ')}.` : ''
  const line = `${summaryLine(op)} ${errorsLine}`.trim()
  return docComment(line.length <= 113 ? line : `${summaryLine(op)}\n${errorsLine}`)
}

/** Comment of a method of the client: everything of the API reference. */
function fullComment(op: Operation): string {
  const refusals = declaredErrors(op).map((code) => `- \`${code}\`: ${op.errors?.[code]}`)
  return docComment(summaryLine(op), op.description, refusals.join('\n'))
}

function serviceSource(service: ServiceName, operations: readonly Operation[], header: string): string {
  const resultName = (op: Operation) => `${upper(op.name)}Result`
  const isRead = ({ http }: Operation) => http.startsWith('GET')
  const preferred = [...operations.filter(isRead), ...operations.filter((op) => !isRead(op))]
  const objects = preferred.map((op) => [resultType(op), resultName(op)] as const)
  // The name of a result is that of its read, or else that of the first operation.
  const written = new Map(objects.filter(([text]) => text.startsWith('{\n')).toReversed())
  const types = operations.map((op) => {
    const input = inputType(op, { path: `${upper(op.name)}Input`, written })
    const result = resultType(op, { path: resultName(op), written })
    const isNamed = result.includes('{')
    return {
      op,
      result: isNamed ? resultName(op) : result,
      text: `export type ${upper(op.name)}Input = ${input}\n${isNamed ? `export type ${resultName(op)} = ${result}\n` : ''}`,
    }
  })
  const body = types.map(({ text }) => text).join('\n')
  const uses = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(body) || types.some(({ result }) => new RegExp(`\\b${name}\\b`).test(result))
  const schemas = schemaNames.filter(uses).toSorted(byName)
  const imports = [
    `import type { CallOptions } from '../../model/call.ts'\n`,
    schemas.length > 0 ? `import type { ${schemas.join(', ')} } from './schemas.ts'\n` : '',
  ]
  const methods = types.map(({ op, result }) => {
    const optional = everythingOptional(op) ? '?' : ''
    const parameters = `input${optional}: ${upper(op.name)}Input, options?: CallOptions`
    return `${fullComment(op)}${op.name}(${parameters}): Promise<${result}>\n`
  })
  return [header, ...imports, '\n', body, `\nexport interface ${upper(service)}Client {\n${methods.join('')}}\n`].join(
    '',
  )
}

const schemaNames = ['Page', 'PageQuery', ...Object.keys(values), ...Object.keys(document.components.schemas)]

const page = `/** One page of a list. */
export type Page<T> = {
  content: T[]
  /** From 0. */
  number: number
  size: number
  numberOfElements: number
  totalElements: number
  totalPages: number
  first: boolean
  last: boolean
  empty: boolean
}
`

/** The fields of every paged list, as the document describes them. */
function pageQuery(): string {
  const { page = {}, size = {} } = inputOf(contract.catalog.listStores).properties ?? {}
  return `export type PageQuery = ${fieldsOf({ properties: { page, size } })}\n`
}

/** Name and text of each file with types: named schemas, inputs, results and methods of each service, and their index. */
export function* typeSources(callable: readonly Operation[], header: string): Generator<[name: string, text: string]> {
  const contents = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
  const bodies = new Set(contents.map(({ schema }) => nameIn(schema.allOf?.[0] ?? schema))) // the inputs have their fields
  const schemas = Object.entries(document.components.schemas).filter(
    ([name]) => name !== errorEnvelope && !bodies.has(name),
  )
  const named = schemas.map(
    ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)}\n`,
  )
  yield ['generated/types/schemas.ts', `${header}${[page, pageQuery(), ...valueTypes, ...named].join('\n')}`]
  const codes = Object.entries(errors).map(
    ([code, [status, , en]]) => `  /** ${status}: ${en} */\n  ${code}: ${status}\n`,
  )
  const errorsNote = '/** The HTTP status of each error code. */\n'
  const codesNote = '/** Every error code of the API. */\n'
  yield [
    'generated/types/error-codes.ts',
    `${header}${errorsNote}export type ErrorStatus = {\n${codes.join('')}}\n\n${codesNote}export type ErrorCode = keyof ErrorStatus\n`,
  ]
  yield ['generated/types/webhooks.ts', `${header}${webhookData()}`]
  const services = Object.keys(contract) as ServiceName[]
  for (const service of services) {
    yield [
      `generated/types/${service}.ts`,
      serviceSource(
        service,
        callable.filter((op) => op.service === service),
        header,
      ),
    ]
  }
  const imports = services.toSorted(byName).map((service) => {
    return `import type { ${upper(service)}Client } from './types/${service}.ts'\n`
  })
  const exported = [...services, 'schemas', 'error-codes']
    .toSorted()
    .map((name) => `export type * from './types/${name}.ts'\n`)
  const clients = services.map((service) => `${service}: ${upper(service)}Client\n`)
  yield [
    'generated/types.ts',
    [
      header,
      ...imports,
      '\n',
      ...exported,
      `\n/** One method for each operation, grouped by the service that owns it. */\nexport interface Client {\n${clients.join('')}}\n`,
    ].join(''),
  ]
}

/** A file of its own, for the entry `webhooks` of the package. */
function webhookData(): string {
  const written = new Map<string, string>()
  const fields = Object.entries(document.webhooks).map(([type, { post }]) => {
    const data = post.requestBody?.content['application/json']?.schema.properties?.data
    if (!data) throw new Error(`${type} has no data in the document`)
    return `${comment(post.summary)}${keyOf(type)}: ${typeOf(data, { path: `WebhookData['${type}']`, written })}\n`
  })
  const text = `/** The data of each event that partners receive. */\nexport type WebhookData = {\n${fields.join('')}}\n`
  const named = schemaNames.filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return `${named.length > 0 ? `import type { ${named.toSorted(byName).join(', ')} } from './schemas.ts'\n\n` : ''}${text}`
}

/** Not exported: the client throws an ApiError instead. */
const errorEnvelope = 'ErrorEnvelope'
