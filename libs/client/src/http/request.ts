import type { Call } from '../model/call.ts'

type BuiltRequest = { url: string; init: RequestInit }
type RequestHeaders = { idempotencyKey?: string; ifMatch?: string; headers?: Record<string, string> }

/**
 * Distributes the parameters of an operation to path, headers, query and body.
 * @throws TypeError for a path parameter that is empty, `.` or `..`
 */
export function buildRequest(
  base: string,
  op: Pick<Call, 'http' | 'body' | 'headers'>,
  parameters: readonly [name: string, value: unknown][],
  token: string | null | undefined,
  extra: RequestHeaders,
): BuiltRequest {
  const [method = '', template = ''] = op.http.split(' ')
  const inPath = new Set<string>()
  const values = new Map(parameters)
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return segment(name, String(values.get(name)))
  })
  const headers = new Headers(extra.headers)
  const rest = parameters.filter(([name, value]) => {
    const header = op.headers?.[name]
    if (header !== undefined && value != null) headers.set(header, encodeURIComponent(String(value)))
    return !inPath.has(name) && header === undefined && value !== undefined
  })

  if (token) headers.set('authorization', `Bearer ${token}`)
  if (extra.idempotencyKey !== undefined) headers.set('idempotency-key', extra.idempotencyKey)
  if (extra.ifMatch !== undefined) headers.set('if-match', extra.ifMatch)

  if (op.body === undefined && (method === 'GET' || method === 'DELETE'))
    return { url: base + path + query(rest), init: { method, headers } }
  const url = base + path
  if (op.body === 'multipart') return { url, init: { method, headers, body: form(rest) } }
  if (rest.length === 0) return { url, init: { method, headers } }
  headers.set('content-type', 'application/json')
  return { url, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } }
}

/** URLs resolve `.` and `..` even if encoded, so that such a value would call another operation. */
function segment(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} cannot be a part of a path`)
  return encodeURIComponent(value)
}

/** Arrays repeat the name, like `explode` in OpenAPI. */
function query(parameters: readonly [string, unknown][]): string {
  const search = new URLSearchParams()
  for (const [name, value] of parameters) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== null) search.append(name, String(each))
  }
  return search.size === 0 ? '' : `?${search}`
}

function form(parts: readonly [string, unknown][]): FormData {
  const data = new FormData()
  for (const [name, part] of parts) data.append(name, part instanceof Blob ? part : String(part))
  return data
}
