import {
  carriesBody,
  headerOf,
  idempotencyKeyHours,
  isPublished,
  type Operation,
  type Operations,
  route,
} from '../model/operation.ts'
import { honoursIfMatch, honoursIfNoneMatch } from '../model/operation-errors.ts'
import { SentPageSize } from '../model/paging.ts'
import { sortFields } from '../model/parse-pageable.ts'
import { adminRolesFor, permissionsFor, type Scope } from '../model/permissions.ts'
import { type Access, rolesFor } from '../model/roles.ts'
import { samplesOf } from './code-samples.ts'
import { componentSchemas, type Json, type JsonObject, reference } from './component-schemas.ts'
import { exampleOf } from './example.ts'
import { joinLines } from './join-lines.ts'
import { requestSchema, requestSchemas } from './request-schemas.ts'
import { responseComponents, responses } from './responses.ts'
import { tagOf, tags } from './tags.ts'
import { webhooksSection } from './webhooks.ts'

export type OpenApiDocument = JsonObject

/**
 * The OpenAPI 3.1 document of a table of operations.
 */
export function toOpenApi(table: Record<string, Operations>, { version }: { version: string }): OpenApiDocument {
  const failures = new Map<string, JsonObject>()
  const operations = Object.values(table)
    .flatMap((service) => Object.values(service))
    .filter(isPublished)
  const requests = requestSchemas(operations)
  const byPath = Map.groupBy(operations, (op) => route(op).path)
  const paths = [...byPath].map(([path, ops]): [string, Json] => [
    path,
    Object.fromEntries(ops.map((op) => [route(op).method.toLowerCase(), operation(op, failures, requests)])),
  ])
  const used = new Set(operations.map(tagOf))
  return {
    openapi: '3.1.0',
    info: {
      title: 'KingCar',
      version,
      description: introduction,
      summary: 'Members, products, orders and live plate recognition for car services',
      contact: { name: 'The operator of this installation' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(tags)
      .filter(([name]) => used.has(name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    webhooks: webhooksSection(),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        device: { type: 'http', scheme: 'basic', description: "A recognizer's id and secret" },
      },
      schemas: { ...componentSchemas(), ...requests, ...responseComponents.schemas },
      headers: responseComponents.headers,
      responses: { ...responseComponents.responses, ...Object.fromEntries(failures) },
      parameters: { IdempotencyKey, IfMatch, IfNoneMatch },
    },
  }
}

// The introduction of the API reference.
const introduction = `Responses are JSON: \`{"success":true,"result":…}\`, or
\`{"success":false,"error":{"code","message","details","requestId"}}\`. Decide by \`code\` and show \`message\` to
users: it is Korean, or English if \`Accept-Language\` prefers it.

**Authentication.** \`POST /api/login\` (members) and \`POST /admin/api/login\` (administrators) return an access
token. Send it as \`Authorization: Bearer …\`; on this page, use the button Authorize. On \`TOKEN_EXPIRED\` exchange
both tokens for a new pair with \`POST /api/reissue\` or \`POST /admin/api/reissue\`. Reuse of a refresh token that
was already exchanged ends the session. A program has an API key, which an owner creates with chosen permissions,
stores and expiry: \`Authorization: Bearer kc_…\`, also for the live WebSocket.

**Code samples** are shown with each operation. They read environment variables: \`API\` is the origin of this page,
\`TOKEN\` is an access token, \`DEVICE\` and \`SECRET\` are the credentials of a recognizer, and \`AUTHORIZATION\`
is the header of a provider.

**Paged lists** accept \`page\` from 0, \`size\` up to 100, and \`sort\` such as \`createdAt,desc\`, repeated for
more fields.

**Writes** that accept \`Idempotency-Key\` can be repeated with the same key and body: they are executed once and
return the same response for ${idempotencyKeyHours} hours, after which a request with the key counts as new. When you
change a resource, send its \`ETag\` in \`If-Match\`; \`CHANGED_SINCE\` means that it was changed in between. Reads
with \`If-None-Match\` return 304 if nothing changed.

**Retries.** After 429 and 503 wait for the seconds in \`Retry-After\`. \`X-Request-Id\` identifies the request in
the server's log: include it in problem reports.

Responses can get new fields, and errors new codes: clients must accept both. \`@kingcar/client\` is a typed client
for JavaScript. Code generators make clients for other languages from this document, \`/openapi.json\`. Recognizers
over NATS and MQTT and the live socket are described in \`/asyncapi.json\`.`

const IdempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: `A repeated request with the same key and body returns the first response for ${idempotencyKeyHours} hours`,
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}
const IfMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the version that the change is based on',
  schema: { type: 'string' },
}
const IfNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the response that the client has',
  schema: { type: 'string' },
}

function operation(op: Operation, failures: Map<string, JsonObject>, requests: Record<string, JsonObject>): JsonObject {
  const body = requestBody(op, requests)
  return {
    operationId: op.name,
    summary: op.summary,
    description: [joinLines(op.description), ...permissionSentence(op)].join(' '),
    tags: [tagOf(op)],
    security: security(op.access),
    ...(op.permission === undefined ? {} : { 'x-permission': permissionsFor(op) }),
    parameters: parameters(op),
    ...(body ? { requestBody: body } : {}),
    responses: responses(op, failures),
    'x-codeSamples': samplesOf(op),
  }
}

const limits: Record<Scope, string> = {
  stores: '; an administrator of certain stores has access only to what belongs to these stores',
  headOffice: ', for all stores',
  none: '',
}

/** Says which administrators may call an operation. */
function permissionSentence(op: Operation): string[] {
  if (op.permission === undefined || op.scope === undefined) return []
  const needed = permissionsFor(op).map((permission) => `\`${permission}\``)
  return [`Administrators need ${needed.join(' and ')} (${adminRolesFor(op).join(', ')})${limits[op.scope]}.`]
}

function security(access: Access): Json[] {
  if (access === 'device') return [{ device: [] }]
  if (rolesFor[access].length === 0) return []
  const mayBePublic = access === 'image' || access === 'memberUnlessPublicNotices'
  return mayBePublic ? [{ bearer: [] }, {}] : [{ bearer: [] }]
}

function parameters(op: Operation): Json[] {
  const inPath = new Set(route(op).parameters)
  const required = new Set<string>(op.input.required ?? [])
  const described = Object.entries(op.input.properties)
    .filter(([name]) => inPath.has(name) || !carriesBody(op))
    .map(([name, schema]): Json => {
      const header = headerOf(op, name)
      if (header !== undefined) return textHeader(header, reference(schema))
      const { description, ...rest } = reference(name === 'size' && sortFields(op) ? SentPageSize : schema)
      const where = inPath.has(name) ? { in: 'path', required: true } : { in: 'query', required: required.has(name) }
      return { name, ...where, ...(description === undefined ? {} : { description }), schema: rest }
    })
  const headers = [
    op.idempotent && 'IdempotencyKey',
    honoursIfMatch(op) && 'IfMatch',
    honoursIfNoneMatch(op) && 'IfNoneMatch',
  ].filter((name) => typeof name === 'string')
  return [...described, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))]
}

/**
 * A header for a text. Its schema is that of the encoded text, while the lengths in the description are those of the
 * text itself.
 */
function textHeader(name: string, { description, minLength, maxLength }: JsonObject): Json {
  return {
    name,
    in: 'header',
    required: false,
    description: `${description}. Percent-encoded UTF-8, ${minLength} to ${maxLength} characters before the encoding`,
    schema: { type: 'string', pattern: '^[ -~]+$' },
  }
}

function requestBody(op: Operation, requests: Record<string, JsonObject>): JsonObject | undefined {
  if (op.parts) return { required: true, content: { 'multipart/form-data': { schema: reference(op.parts) } } }
  const body = requestSchema(op, requests)
  if (!body) return undefined
  const { schema, required } = body
  const inPath = new Set(route(op).parameters)
  const wholeExample = Object.entries(exampleOf(op.input) as JsonObject)
  const example = Object.fromEntries(wholeExample.filter(([name]) => !inPath.has(name)))
  const json: [string, Json] = ['application/json', { schema, example }]
  const form: [string, Json] = ['application/x-www-form-urlencoded', { schema }]
  return { required, content: Object.fromEntries(op.body === 'form' ? [json, form] : [json]) }
}
