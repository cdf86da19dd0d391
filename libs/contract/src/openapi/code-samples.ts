import type { TSchema } from 'typebox'
import { FilePart } from '../model/common-schemas.ts'
import { carriesBody, namesDevice, type Operation, route } from '../model/operation.ts'
import { rolesFor } from '../model/roles.ts'
import { liveProtocol, liveTokenPrefix } from '../recognition/values.ts'
import type { Json, JsonObject } from './component-schemas.ts'
import { exampleOf } from './example.ts'

/*
 * A call of each operation with curl and with `@kingcar/client`, with the examples of its schema. Both read environment
 * variables: `API` is the URL of the gateway, `TOKEN` an access token, `DEVICE` and `SECRET` the credentials of a
 * recognizer, `AUTHORIZATION` the header of a provider.
 */

/** The headers of the Standard Webhooks specification. */
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

export type Sample = { lang: 'Shell' | 'TypeScript'; label: string; source: string }

/** The value of `x-codeSamples` of an operation. */
export const samplesOf = (op: Operation): Sample[] => [
  { lang: 'Shell', label: 'curl', source: curl(op) },
  { lang: 'TypeScript', label: '@kingcar/client', source: typescript(op) },
]

const exampleKey = (op: Operation) => `${op.name}-1`
const isFile = (schema: TSchema) => JSON.stringify(schema) === JSON.stringify(FilePart)

/** The input of a sample: all fields of a body, but of a query only the required fields and the page. */
function inputOf(op: Operation): { path: JsonObject; query: JsonObject; body: JsonObject } {
  const inPath = new Set(route(op).parameters)
  const shown = new Set<string>([...(op.input.required ?? []), 'page', 'size'])
  const parts: { path: JsonObject; query: JsonObject; body: JsonObject } = { path: {}, query: {}, body: {} }
  // An example conforms to its schema, so that it is always JSON.
  for (const [name, value] of Object.entries(exampleOf(op.input) as JsonObject)) {
    if (inPath.has(name)) parts.path[name] = value
    else if (carriesBody(op)) parts.body[name] = value
    else if (shown.has(name)) parts.query[name] = value
  }
  return parts
}

function curl(op: Operation): string {
  const { method, path } = route(op)
  const { path: inPath, query, body } = inputOf(op)
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'deviceId' && namesDevice(op) ? '$DEVICE' : encodeURIComponent(String(inPath[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const hasBody = Object.keys(body).length > 0 || op.parts !== undefined
  const options = [
    ...(method === 'GET' || (method === 'POST' && hasBody) ? [] : [`-X ${method}`]),
    ...credentialOptions(op),
    ...(op.idempotent ? [`-H 'Idempotency-Key: ${exampleKey(op)}'`] : []),
    ...partOptions(op),
    ...(Object.keys(body).length > 0
      ? ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(body, undefined, 2))}`]
      : []),
    ...(op.response === 'csv' || op.response === 'image'
      ? [`-o ${op.response === 'csv' ? 'list.csv' : 'picture'}`]
      : []),
  ]
  return [`curl "$API${url}${search && `?${search}`}"`, ...options].join(' \\\n  ')
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

function credentialOptions(op: Operation): string[] {
  if (op.access === 'device') return ['-u "$DEVICE:$SECRET"']
  if (op.proof === 'signature')
    return signatureHeaders.map((name) => `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`)
  if (op.proof) return ['-H "Authorization: $AUTHORIZATION"']
  if (op.response === 'live')
    return [
      '-i --no-buffer --http1.1',
      ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'].map((header) => `-H '${header}'`),
      "-H 'Sec-WebSocket-Key: a2luZ2NhciBsaXZlIHYxIQ=='",
      `-H "Sec-WebSocket-Protocol: ${liveProtocol}, ${liveTokenPrefix}$TOKEN"`,
    ]
  return rolesFor[op.access].length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []
}

const partOptions = (op: Operation): string[] =>
  Object.entries<TSchema>(op.parts?.properties ?? {}).map(([name, schema]) =>
    isFile(schema) ? `-F '${name}=@picture.jpg'` : `-F '${name}=<event.txt'`,
  )

function typescript(op: Operation): string {
  if (op.response === 'live') return live
  const { path, query, body } = inputOf(op)
  const fields = Object.entries<Json>({ ...path, ...query, ...body })
  const input = fields.map(([name, value]): [string, string] => [
    name,
    name === 'deviceId' && namesDevice(op) ? "process.env.DEVICE ?? ''" : literal(value),
  ])
  const parts = Object.entries<TSchema>(op.parts?.properties ?? {}).map(([name, schema]): [string, string] => [
    name,
    `await openAsBlob('${isFile(schema) ? 'picture.jpg' : 'event.txt'}')`,
  ])
  const options: [string, string][] = []
  if (op.idempotent) options.push(['idempotencyKey', `'${exampleKey(op)}'`])
  const authorization = authorizationOf(op)
  if (authorization) options.push(['headers', object([['authorization', authorization]])])
  const fieldsAndFiles = [...input, ...parts]
  const args = [
    fieldsAndFiles.length > 0 || options.length > 0 ? object(fieldsAndFiles) : '',
    options.length > 0 ? object(options) : '',
  ]
  const hasToken = rolesFor[op.access].length > 0
  return [
    ...(op.parts ? ["import { openAsBlob } from 'node:fs'"] : []),
    "import { createClient } from '@kingcar/client'",
    '',
    `const api = createClient({ baseUrl: process.env.API ?? ''${hasToken ? ', token: () => process.env.TOKEN' : ''} })`,
    `const result = await api.${op.service}.${op.name}(${args.filter((arg) => arg !== '').join(', ')})`,
    'console.log(result)',
  ].join('\n')
}

function authorizationOf(op: Operation): string | undefined {
  if (op.access === 'device') return `\`Basic \${btoa(\`\${process.env.DEVICE}:\${process.env.SECRET}\`)}\``
  return op.proof === 'authorization' ? "process.env.AUTHORIZATION ?? ''" : undefined
}

const live = `import { liveAddress, liveProtocols } from '@kingcar/client'

const address = liveAddress({ baseUrl: process.env.API ?? '', mask: true })
const socket = new WebSocket(address, liveProtocols(process.env.TOKEN ?? ''))
socket.addEventListener('message', ({ data }) => console.log(JSON.parse(data)))`

/** JavaScript source of a JSON value, formatted like this repository. */
function literal(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return object(Object.entries(value).map(([name, each]) => [name, literal(each)]))
}

/** Source of an object, on one line if it is short. Line breaks in texts are escaped. */
function object(fields: readonly [name: string, source: string][]): string {
  if (fields.length === 0) return '{}'
  const lines = fields.map(([name, source]) => `${name}: ${source}`)
  const line = `{ ${lines.join(', ')} }`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `{\n${lines.map((each) => `  ${each.replaceAll('\n', '\n  ')},\n`).join('')}}`
}
