import {
  AppError,
  carriesBody,
  type Detail,
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
 * Makes the function that turns a request into the operation's input, as JSON text: path, then query or body, one flat
 * object. Where a body is taken, the query may hold nothing but what others append to it. Fails with VALIDATION_FAILED.
 * The schema is compiled at the first call, since most processes never see most operations.
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

  function fromQuery(request: RequestParts): Fields {
    const query = withoutTracking(request.query as Fields)
    if (!fields) return convertTextsToTypes(knownFields(query), properties)
    const { pageable, rest } = parsePageable(query, fields)
    return { ...convertTextsToTypes(knownFields(rest), properties), ...pageable }
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

  return (request) => {
    const faults: Detail[] = []
    const source = carriesBody(op) ? fromBody(request) : fromQuery(request)
    const params = request.params as Fields
    for (const name of parameters) {
      if (!ignoresUnknown && Object.hasOwn(source, name)) {
        faults.push({ path: name, ko: '경로에 있는 값이에요.', en: 'Belongs to the path.' })
      }
    }
    const input = { ...source, ...params }
    rejectUnsafeJson(input)
    const check = compiled(op.input)
    if (!check.Check(input)) faults.push(...toDetails(check.Errors(input)))
    if (faults.length > 0) throw new AppError('VALIDATION_FAILED', { details: faults })
    return JSON.stringify(input)
  }
}

/** Refuses names where none are known, in the words of a schema that has no further property. */
function rejectUnknownNames(names: string[]): void {
  if (names.length === 0) return
  const fault = { keyword: 'additionalProperties', schemaPath: '', instancePath: '' } as const
  throw new AppError('VALIDATION_FAILED', {
    details: toDetails([{ ...fault, params: { additionalProperties: names } }]),
  })
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
