import { parse } from 'node:querystring'
import { isMultipart, isPaged, type Operation, type Schema } from '../../openapi-document.ts'
import type { SentRequest } from './attack.ts'
import { appended } from './queries.ts'
import { checkOf } from './schema-checks.ts'

/* Decides whether a request conforms to the document, with nothing but the document and the conventions. */

/**
 * Operations whose fields others define: the payment webhook, providers' notices and vendors' adapters (contract §1).
 */
const lenient =
  /^(receivePaymentWebhook|receiveSignedPaymentWebhook|receiveKakaoUnlink|receiveKakaoUnlinkByQuery|receiveAppleNotice|receivePlateRecognizer|receiveOpenAlpr|receiveFrigate|receiveHikvision)$/

export const isLenient = ({ id }: Operation): boolean => lenient.test(id)

/**
 * The part of a request that the operation does not allow; undefined if the request is valid, or if that is unknown.
 */
export function faultOf(sent: SentRequest): 'path' | 'query' | 'header' | 'body' | undefined {
  const { operation, address, method } = sent.attack
  if (address !== undefined || method !== operation.method) return undefined
  if (!pathFits(sent)) return 'path'
  if (!queryFits(operation, sent.path.split('?')[1] ?? '')) return 'query'
  if (!headersFit(sent)) return 'header'
  return bodyFits(sent) ? undefined : 'body'
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function pathFits({ path, attack: { operation } }: SentRequest): boolean {
  const texts = (path.split('?')[0] ?? '').split('/')
  const places = operation.path.split('/')
  if (texts.length !== places.length) return false
  return operation.inPath.every(({ name, schema }) => {
    const text = decode(texts[places.indexOf(`{${name}}`)] ?? '')
    return text !== undefined && checkOf(schema)(text)
  })
}

function queryFits(operation: Operation, search: string): boolean {
  if (isLenient(operation) && operation.inQuery.length === 0) return true
  const given = Object.entries(parse(search, '&', '=', { maxKeys: 0 })).filter(
    ([name]) => !appended.includes(name) && !name.startsWith('utm_'),
  )
  const known = operation.inQuery.map(({ name }) => name)
  const paged = isPaged(operation)
  const rest = given.filter(([name]) => !(paged && /^(page|size|sort|pageable)/.test(name)))
  if (!isLenient(operation) && rest.some(([name]) => !known.includes(name))) return false
  if (
    paged &&
    !given
      .filter(([name]) => ['page', 'size', 'sort'].includes(name))
      .every(([name, value]) => pageFits(operation, name, value))
  )
    return false
  return operation.inQuery
    .filter(({ name }) => !(paged && ['page', 'size', 'sort'].includes(name)))
    .every(({ name, schema, required }) => {
      const value = given.find(([each]) => each === name)?.[1]
      return value === undefined ? !required : textFits(schema, value)
    })
}

function pageFits({ inQuery }: Operation, name: string, value: unknown): boolean {
  const texts = (Array.isArray(value) ? value : [value]).map(String)
  if (name === 'sort') {
    const schema = inQuery.find((parameter) => parameter.name === 'sort')?.schema
    const fields = texts.map((text) => text.split(',')[0])
    return texts.every((text) => schema?.items?.enum?.includes(text)) && new Set(fields).size === fields.length
  }
  const [text = ''] = texts
  return texts.length === 1 && /^\d+$/.test(text) && (name === 'size' || Number(text) <= 1_000_000)
}

function textFits(schema: Schema, value: unknown): boolean {
  if (schema.type === 'array') return checkOf(schema)([value].flat())
  if (typeof value !== 'string') return false
  if (schema.type === 'integer') return /^-?(0|[1-9]\d*)$/.test(value) && checkOf(schema)(Number(value))
  if (schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(value) && checkOf(schema)(Number(value))
  if (schema.type === 'boolean') return value === 'true' || value === 'false'
  return checkOf(schema)(value)
}

function headersFit({ headers, attack: { operation } }: SentRequest): boolean {
  return operation.inHeader.every(({ name, schema }) => {
    const value = headers[name.toLowerCase()]
    return value === undefined || checkOf(schema)(value)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a JSON body; `{}` without a body. */
export function jsonOf(content: Buffer | undefined): { value: unknown } | undefined {
  if (content === undefined || content.length === 0) return { value: {} }
  try {
    return { value: JSON.parse(utf8.decode(content)) }
  } catch {
    return undefined
  }
}

function bodyFits({ attack: { operation }, headers, content }: SentRequest): boolean {
  const { body } = operation
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (isMultipart(operation)) return type === 'multipart/form-data'
  const isJson = type === 'application/json' || content === undefined || content.length === 0
  if (!body) {
    if (operation.method === 'GET' || operation.method === 'DELETE') return true
    const read = isJson ? jsonOf(content) : undefined
    return read !== undefined && isEmptyObject(read.value)
  }
  if (type === 'application/x-www-form-urlencoded' && body.types.includes(type)) return formFits(body.schema, content)
  const read = isJson ? jsonOf(content) : undefined
  return (
    read !== undefined &&
    checkOf(isLenient(operation) ? body.schema : { ...body.schema, additionalProperties: false })(read.value)
  )
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0

function formFits(schema: Schema, content: Buffer | undefined): boolean {
  const fields = parse((content ?? Buffer.alloc(0)).toString(), '&', '=', { maxKeys: 0 })
  return (schema.required ?? []).every((name) => typeof fields[name] === 'string') && checkOf(schema)({ ...fields })
}
