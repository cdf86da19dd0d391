/** The parts of JSON Schema that the document uses. */
export type Schema = {
  type?: string
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  examples?: readonly unknown[]
  default?: unknown
  contentMediaType?: string
}

export type Parameter = { name: string; schema: Schema; required: boolean }
export type Access = 'none' | 'bearer' | 'bearer or none' | 'device'
export type Operation = {
  id: string
  method: string
  /** With parameters in braces. */
  path: string
  access: Access
  inPath: readonly Parameter[]
  inQuery: readonly Parameter[]
  inHeader: readonly Parameter[]
  /** `example` is that of JSON. */
  body: { types: readonly string[]; schema: Schema; example?: unknown } | undefined
  /** By status: schemas by content type; an empty record has no body. */
  answers: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  /** By status: error codes, each with its message. */
  codes: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Programs that call it, by language. */
  samples: Readonly<Record<string, string>>
}

type Json = { [name: string]: unknown }
type Described = {
  operationId: string
  security: Record<string, unknown>[]
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: Schema; examples?: Examples }> }>
  'x-codeSamples': { lang: string; source: string }[]
}
type Examples = Record<string, { value: { error?: { message: string } } }>
type Document = { paths: Record<string, Record<string, Described>> }

/** The operations of /openapi.json, as any client can read them. */
export async function readOperations(base: string): Promise<Operation[]> {
  const text = await (await fetch(`${base}/openapi.json`)).text()
  const document: Json = JSON.parse(text)
  const { paths } = resolved(document, document) as Document
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operation(method.toUpperCase(), path, described)),
  )
}

/** One schema instead of another and what it requires besides. */
function flat({ allOf: [base] = [], ...schema }: Schema): Schema {
  return base ? { ...base, required: [...(base.required ?? []), ...(schema.required ?? [])] } : schema
}

/** Replaces every reference by its target; no schema of the document is recursive. */
function resolved(value: unknown, document: Json): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, document))
  if (typeof value !== 'object' || value === null) return value
  const reference = '$ref' in value ? value.$ref : undefined
  if (typeof reference === 'string') return resolved(at(reference, document), document)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, document)]))
}

function at(reference: string, document: Json): unknown {
  const names = reference.replace('#/', '').split('/')
  return names.reduce<unknown>((from, name) => (from as Json)[name], document)
}

function operation(method: string, path: string, described: Described): Operation {
  const { operationId: id, security, parameters, requestBody, responses, 'x-codeSamples': samples } = described
  const where = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, required = false }) => ({ name, schema, required }))
  const forms = requestBody?.content ?? {}
  const [body] = Object.values(forms)
  const answers = Object.entries(responses).map(([status, { content = {} }]) => [
    status,
    Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, schema])),
  ])
  return {
    id,
    method,
    path,
    access: accessOf(security),
    inPath: where('path'),
    inQuery: where('query'),
    inHeader: where('header'),
    body: body && {
      types: Object.keys(forms),
      schema: flat(body.schema),
      example: forms['application/json']?.example,
    },
    answers: Object.fromEntries(answers),
    codes: Object.fromEntries(
      Object.entries(responses).map(([status, { content = {} }]) => [status, codesOf(content)]),
    ),
    samples: Object.fromEntries(samples.map(({ lang, source }) => [lang, source])),
  }
}

function codesOf(content: Record<string, { examples?: Examples }>): Record<string, string> {
  const examples = Object.values(content).flatMap((each) => Object.entries(each.examples ?? {}))
  return Object.fromEntries(examples.map(([code, { value }]) => [code, value.error?.message ?? '']))
}

function accessOf(security: readonly Record<string, unknown>[]): Access {
  if (security.length === 0) return 'none'
  if (security.some((scheme) => 'device' in scheme)) return 'device'
  return security.some((scheme) => Object.keys(scheme).length === 0) ? 'bearer or none' : 'bearer'
}

/** True if the body is a documented multipart form. */
export const isMultipart = ({ body }: Operation): boolean => body?.types.includes('multipart/form-data') ?? false
/** True if the response is paged. */
export const isPaged = ({ inQuery }: Operation): boolean =>
  ['page', 'size', 'sort'].every((name) => inQuery.some((parameter) => parameter.name === name))
