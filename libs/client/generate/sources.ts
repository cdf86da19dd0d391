import { contract, headerOf, isPublished, type Operation, rolesFor } from '@kingcar/contract'
import type { Call } from '../src/model/call.ts'
import { summaryComment, typeSources } from './type-sources.ts'

type Field = { type?: unknown; anyOf?: Field[] }
const allowsNull = ({ type, anyOf }: Field): boolean => type === 'null' || (anyOf ?? []).some(allowsNull)

/** The run-time description of an operation for the client. A required field that may be null is not in `required`. */
export function callOf(op: Operation): Call {
  const required = (op.input.required ?? []).filter((name) => !allowsNull(op.input.properties[name] as Field))
  const parts = op.parts ? Object.keys(op.parts.properties).filter((name) => op.parts?.required?.includes(name)) : []
  const headers = Object.keys(op.input.properties).flatMap((name) => {
    const header = headerOf(op, name)
    return header === undefined ? [] : [[name, header]]
  })
  return {
    service: op.service,
    name: op.name,
    http: op.http,
    required: [...required, ...parts],
    token: rolesFor[op.access].length > 0,
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...(op.body === 'json' || op.body === 'multipart' ? { body: op.body } : {}),
    ...(op.response ? { response: 'file' as const } : {}),
  }
}

/** Every operation that is called over HTTP. */
export const callable = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter((op) => op.response !== 'live' && isPublished(op))

/** File name of an operation: the first segment of its path. */
const fileOf = ({ http }: Operation): string =>
  /^\w+ \/(?:admin\/)?api\/(\w+)/.exec(http)?.[1]?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? ''

const header = '// Generated from the contract by `npm run generate`: do not edit.\n'

/** Name, relative to `src`, and text of each generated file. */
export function* sources(): Generator<[name: string, text: string]> {
  const files = Object.entries(Object.groupBy(callable, fileOf)).toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [file, operations = []] of files) {
    const lines = operations.map((op) => {
      const { service, name, http, required, token, ...rest } = callOf(op)
      const more = token ? rest : { token, ...rest }
      const optional = Object.keys(more).length > 0 ? [required, more] : required.length > 0 ? [required] : []
      const given = [service, name, http, ...optional].map((value) => JSON.stringify(value))
      return `${summaryComment(op)}export const ${name} = call(${given.join(', ')})`
    })
    yield [
      `generated/operations/${file}.ts`,
      `${header}import { call } from '../../model/call.ts'\n\n${lines.join('\n')}\n`,
    ]
  }
  yield [
    'generated/operations.ts',
    `${header}${files.map(([name]) => `export * from './operations/${name}.ts'\n`).join('')}`,
  ]
  yield* typeSources(callable, header)
  yield ['../../contract/src/labels/audit-actions.ko.ts', `${header}${auditActions()}`]
  yield ['../../contract/src/model/admin-guards.ts', `${header}${adminGuards()}`]
}

/** A file of its own: the console needs these labels without the other fields of the operations. */
function auditActions(): string {
  const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service))
  const labels = operations.flatMap(({ name, audits, opens }) => {
    const label = audits ?? opens
    return typeof label === 'string' ? [[name, label]] : []
  })
  return `/** Labels of operations in the audit log and the access log: \`audits\` or \`opens\` of their entries. */
export const auditActions: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(labels))}\n`
}

/** A file of its own, for the same reason: the console shows only what the administrator may do. */
function adminGuards(): string {
  const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service))
  const guards = operations.flatMap(({ name, permission, scope, response }) =>
    permission ? [[name, { permission, scope, ...(response === 'csv' && { response }) }]] : [],
  )
  return `import type { Guarded } from './permissions.ts'

/** What each operation needs of an administrator. */
export const adminGuards = ${JSON.stringify(Object.fromEntries(guards))} as const satisfies Record<string, Guarded>

/** The name of an operation that administrators may call. */
export type AdminOperation = keyof typeof adminGuards
`
}
