import {
  contract,
  declaredErrors,
  errors,
  headerOf,
  type Operation,
  type ServiceName,
  toOpenApi,
} from '@kingcar/contract'

/*
 * Plain TypeScript types of inputs and results, from the schemas of the OpenAPI document. Editors show them in full, and
 * the package depends neither on the contract nor on typebox.
 */

type Schema = {
  $ref?: string
  type?: string
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

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameIn(schema)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array': {
      const item = schema.items ? typeOf(schema.items) : 'unknown'
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

function objectOf({ properties, required = [] }: Schema): string {
  if (!properties) return 'Record<string, unknown>'
  const content = properties.content?.items
  if (content && Object.keys(properties).toSorted().join() === pageKeys) return `Page<${typeOf(content)}>`
  const lines = Object.entries(properties).map(([name, of]) => {
    return `${comment(of.description)}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(of)}\n`
  })
  return `{\n${lines.join('')}}`
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
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...body?.properties },
    required: [...placed.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  }
}

function inputType(op: Operation): string {
  const input = inputOf(op)
  const parts = Object.keys(op.parts?.properties ?? {})
  const files = parts.map((name) => `${keyOf(name)}${op.parts?.required?.includes(name) ? '' : '?'}: Blob\n`)
  if (Object.keys(input.properties ?? {}).length === 0 && files.length === 0) return 'Record<never, never>'
  return objectOf(input).replace(/\}$/, `${files.join('')}}`)
}

function resultType(op: Operation): string {
  if (op.response) return 'Blob'
  const content = describedOf(op).responses[String(op.status ?? 200)]?.content?.['application/json']
  const result = content?.schema.properties?.result
  if (!result) throw new Error(`${op.name} has no result in the document`)
  return typeOf(result)
}

const everythingOptional = (op: Operation) =>
  (inputOf(op).required ?? []).length === 0 && (op.parts?.required ?? []).length === 0

const summaryLine = (op: Operation) => `${op.summary}. \`${op.http}\``
const docComment = (...texts: string[]) => {
  const lines = texts
    .filter((text) => text !== '')
    .join('\n\n')
    .split('\n')
  return `/**\n${lines.map((line) => ` * ${line.trim()}`.trimEnd()).join('\n')}\n */\n`
}

/** Comment of a single operation. */
export function summaryComment(op: Operation): string {
  const own = declaredErrors(op).map((code) => `\`${code}\``)
  return docComment(summaryLine(op), own.length > 0 ? `Errors: ${own.join(', ')}.` : '')
}

/** Comment of a method of the client: everything of the API reference. */
function fullComment(op: Operation): string {
  const refusals = declaredErrors(op).map((code) => `- \`${code}\`: ${op.errors?.[code]}`)
  return docComment(summaryLine(op), op.description, refusals.join('\n'))
}

function serviceSource(service: ServiceName, operations: readonly Operation[], header: string): string {
  const full = operations.map((op) => ({ op, name: `${upper(op.name)}Result`, result: resultType(op) }))
  const objects = full.filter(({ result }) => result.startsWith('{'))
  const reads = objects.filter(({ op }) => op.http.startsWith('GET'))
  // The same object is written once: by the name that the result of its read has, or else that of the first operation.
  const named = new Map([...objects.toReversed(), ...reads.toReversed()].map(({ name, result }) => [result, name]))
  const types = full.map(({ op, name, result }) => {
    const others = [...named].filter(([, other]) => other !== name)
    const short = others.reduce((text, [object, other]) => text.replaceAll(object, other), result)
    const isNamed = result.startsWith('{') || short.includes('{')
    return {
      op,
      result: isNamed ? name : short,
      text: [
        `/** Input of \`${op.name}\`. */\nexport type ${upper(op.name)}Input = ${inputType(op)}\n`,
        isNamed ? `/** Result of \`${op.name}\`. */\nexport type ${name} = ${short}\n` : '',
      ].join('\n'),
    }
  })
  const body = types.map(({ text }) => text).join('\n')
  const uses = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(body) || types.some(({ result }) => new RegExp(`\\b${name}\\b`).test(result))
  const schemas = ['Page', ...Object.keys(document.components.schemas)].filter(uses).toSorted(byName)
  const imports = [
    `import type { CallOptions } from '../../model/call.ts'\n`,
    schemas.length > 0 ? `import type { ${schemas.join(', ')} } from './schemas.ts'\n` : '',
  ]
  const methods = types.map(({ op, result }) => {
    const optional = everythingOptional(op) ? '?' : ''
    const parameters = `input${optional}: ${upper(op.name)}Input, options?: CallOptions`
    return `${fullComment(op)}${op.name}(${parameters}): Promise<${result}>\n`
  })
  const table = (of: (typeof types)[number][], value: (one: (typeof types)[number]) => string) =>
    `{\n${of.map((one) => `${one.op.name}: ${value(one)}\n`).join('')}}`
  return [
    header,
    ...imports,
    '\n',
    body,
    `\nexport type ${upper(service)}Inputs = ${table(types, ({ op }) => `${upper(op.name)}Input`)}\n`,
    `\nexport type ${upper(service)}Results = ${table(types, ({ result }) => result)}\n`,
    `\nexport interface ${upper(service)}Client {\n${methods.join('')}}\n`,
  ].join('')
}

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
  yield ['generated/types/schemas.ts', `${header}${page}\n${named.join('\n')}`]
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
    const names = ['Client', 'Inputs', 'Results'].map((kind) => `${upper(service)}${kind}`)
    return `import type { ${names.join(', ')} } from './types/${service}.ts'\n`
  })
  const exported = [...services, 'schemas', 'error-codes']
    .toSorted()
    .map((name) => `export type * from './types/${name}.ts'\n`)
  const joined = (kind: string) => `{\n${services.map((service) => `${service}: ${upper(service)}${kind}\n`).join('')}}`
  yield [
    'generated/types.ts',
    [
      header,
      ...imports,
      '\n',
      ...exported,
      `\n/** Inputs by service and operation. */\nexport type Inputs = ${joined('Inputs')}\n`,
      `\n/** Results by service and operation. */\nexport type Results = ${joined('Results')}\n`,
      `\n/** One method for each operation, grouped by the service that owns it. */\nexport interface Client ${joined('Client')}\n`,
    ].join(''),
  ]
}

/** A file of its own, for the entry `webhooks` of the package. */
function webhookData(): string {
  const written = new Map<string, string>()
  const fields = Object.entries(document.webhooks).map(([type, { post }]) => {
    const data = post.requestBody?.content['application/json']?.schema.properties?.data
    if (!data) throw new Error(`${type} has no data in the document`)
    const object = typeOf(data)
    const same = written.get(object)
    if (same === undefined) written.set(object, type)
    return `${comment(post.summary)}${keyOf(type)}: ${same === undefined ? object : `WebhookData['${same}']`}\n`
  })
  const text = `/** The data of each event that partners receive. */\nexport type WebhookData = {\n${fields.join('')}}\n`
  const named = Object.keys(document.components.schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(text))
  return `${named.length > 0 ? `import type { ${named.toSorted(byName).join(', ')} } from './schemas.ts'\n\n` : ''}${text}`
}

/** Not exported: the client throws an ApiError instead. */
const errorEnvelope = 'ErrorEnvelope'
