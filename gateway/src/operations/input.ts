import {
  AppError,
  carriesBody,
  type Detail,
  headerOf,
  lowerCaseIds,
  type Operation,
  parsePageable,
  route,
  sortFields,
  toDetails,
} from '@kingcar/contract'
import { compiled } from '@kingcar/runtime'
import type { FastifyRequest } from 'fastify'
import { convertTextsToTypes, withoutTracking } from '../http/query.ts'
import { rejectUnsafeJson } from '../http/reject-unsafe-json.ts'

type Fields = Record<string, unknown>
type RequestParts = Pick<FastifyRequest, 'params' | 'query' | 'body' | 'headers'>

/**
 * Returns a function that turns a request into the operation's input as JSON text: one flat object of path and query or
 * body. With a body, the query may hold only tracking parameters. Ids are in lower case. It throws VALIDATION_FAILED. The
 * schema is compiled at the first call, because most processes never see most operations.
 */
export function createInputReader(op: Operation): (request: RequestParts) => string {
  const { parameters } = route(op)
  const { properties } = op.input
  const fields = sortFields(op)
  const ignoresUnknown = op.unknownFields === 'ignore'
  const knownFields = (source: Fields): Fields =>
    ignoresUnknown
      ? Object.fromEntries(Object.entries(source).filter(([name]) => Object.hasOwn(properties, name)))
      : source

  const inHeaders = Object.keys(properties).flatMap((field) => {
    const header = headerOf(op, field)?.toLowerCase()
    return header === undefined ? [] : [[field, header] as const]
  })

  function fromQuery(request: RequestParts): Fields {
    const query = withoutTracking(request.query as Fields)
    rejectUnknownNames(inHeaders.flatMap(([field]) => (Object.hasOwn(query, field) ? [field] : [])))
    const { pageable, rest } = fields ? parsePageable(query, fields) : { pageable: {}, rest: query }
    return { ...convertTextsToTypes(knownFields(rest), properties), ...pageable, ...fromHeaders(request) }
  }

  function fromHeaders({ headers }: RequestParts): Fields {
    const given = inHeaders.filter(([, header]) => headers[header] !== undefined)
    return Object.fromEntries(given.map(([field, header]) => [field, decoded(field, headers[header])]))
  }

  function fromBody(request: RequestParts): Fields {
    const { body = {} } = request
    if (!ignoresUnknown) rejectUnknownNames(Object.keys(withoutTracking(request.query as Fields)))
    if (op.body === 'multipart') return {}
    if (!isObject(body)) {
      throw new AppError('VALIDATION_FAILED', {
        details: [{ path: '', ko: '객체로 입력해 주세요.', en: 'Must be an object.' }],
      })
    }
    const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    return form ? convertTextsToTypes(knownFields(body), properties) : knownFields(body)
  }

  const read = (request: RequestParts): string => {
    const details: Detail[] = []
    const source = carriesBody(op) ? fromBody(request) : fromQuery(request)
    const params = request.params as Fields
    for (const name of parameters) {
      if (!ignoresUnknown && Object.hasOwn(source, name)) {
        details.push({ path: name, ko: '경로에 있는 값이에요.', en: 'Must be in the path only.' })
      }
    }
    const input = { ...source, ...params }
    rejectUnsafeJson(input)
    const check = compiled(op.input)
    if (!check.Check(input)) details.push(...toDetails(check.Errors(input)))
    if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
    return JSON.stringify(lowerCaseIds(op.input, input))
  }
  if (op.proof !== 'signature') return read
  return (request) => {
    try {
      return read(request)
    } catch {
      return '{}' // the service checks the signature first, which covers the raw body, and then rejects the input
    }
  }
}

/** The text of a header in percent-encoded UTF-8. */
function decoded(field: string, value: unknown): string {
  try {
    if (typeof value === 'string' && /^[ -~]*$/.test(value)) return decodeURIComponent(value)
  } catch {
    // not UTF-8, or a percent sign without two digits
  }
  const said = { ko: '퍼센트 인코딩한 UTF-8로 입력해 주세요.', en: 'Must be percent-encoded UTF-8.' }
  throw new AppError('VALIDATION_FAILED', { details: [{ path: field, ...said }] })
}

/** Rejects any name, with the message of a schema without additional properties. */
function rejectUnknownNames(names: string[]): void {
  if (names.length === 0) return
  const error = { keyword: 'additionalProperties', schemaPath: '', instancePath: '' } as const
  throw new AppError('VALIDATION_FAILED', {
    details: toDetails([{ ...error, params: { additionalProperties: names } }]),
  })
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
