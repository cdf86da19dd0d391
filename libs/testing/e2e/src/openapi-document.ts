import { type Success, send } from './http.ts'

type Schema = { type?: string; pattern?: string; [keyword: string]: unknown }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }
/** A call of the published document. */
export type DocumentedCall = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  /** By content type. */
  body: Record<string, { schema: Schema; example?: unknown }>
  /** `bearer`, or `device` for recognizers; empty for a public call. */
  schemes: string[]
}

type Reference = { $ref: string }
type Described = {
  operationId: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content: DocumentedCall['body'] }
  security?: Record<string, unknown>[]
  'x-codeSamples': { lang: string; source: string }[]
}
export type Document = { paths: Record<string, Record<string, Described>> }

export const readDocument = async (base: string): Promise<Document> =>
  (await send<Document & Success<never>>(base, 'GET', '/openapi.json')).body

/** The target of a reference within the document. */
function follow<T extends object>(document: Document, node: T | Reference): T {
  if (!('$ref' in node)) return node
  const steps = (node as Reference).$ref.split('/').slice(1)
  const found = steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document)
  return follow(document, found as T | Reference)
}

/** Every call of the document. */
export const callsOf = (document: Document): DocumentedCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, security = [] }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((each) => follow(document, each)),
      body: requestBody?.content ?? {},
      schemes: security.flatMap((each) => Object.keys(each)),
    })),
  )

/** The samples of a language, by the operation that they call. */
export function samplesOf(document: Document, language: string): Map<string, string> {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const samples = described.map(({ operationId, 'x-codeSamples': all }): [string, string] => {
    const sample = all.find(({ lang }) => lang === language)
    if (!sample) throw new Error(`${operationId} has no sample in ${language}`)
    return [operationId, sample.source]
  })
  return new Map(samples)
}
