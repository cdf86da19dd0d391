import { contract, isPublished, type Operation, rolesFor } from '@kingcar/contract'
import { summaryComment, typeSources } from './type-sources.ts'

/** What the client needs of one operation, read from the contract. */
export function callOf(op: Operation) {
  const parts = op.parts ? Object.keys(op.parts.properties).filter((name) => op.parts?.required?.includes(name)) : []
  return {
    service: op.service,
    name: op.name,
    http: op.http,
    required: [...(op.input.required ?? []), ...parts],
    token: rolesFor[op.access].length > 0,
    ...(op.body === 'multipart' ? { body: 'multipart' as const } : {}),
    ...(op.response ? { response: 'file' as const } : {}),
  }
}

/** Every operation that is called over HTTP. */
export const callable = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter((op) => op.response !== 'live' && isPublished(op))

/** The file of an operation: by the first name in its path, so that a bundle holds the calls of what it imports. */
const fileOf = ({ http }: Operation): string =>
  /^\w+ \/(?:admin\/)?api\/(\w+)/.exec(http)?.[1]?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) ?? ''

const note = '// Written by `npm run generate` from the contract; a test holds it to that.\n'

/** Each file's name and text, and the one that names them all. */
export function* sources(): Generator<[name: string, text: string]> {
  const files = Object.entries(Object.groupBy(callable, fileOf)).toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [name, operations = []] of files) {
    const lines = operations.map((op) => {
      const call = callOf(op)
      return `${summaryComment(op)}export const ${call.name}: Call<'${call.service}', '${call.name}'> = ${JSON.stringify(call)}`
    })
    yield [
      `generated/operations/${name}.ts`,
      `${note}import type { Call } from '../../model/call.ts'\n\n${lines.join('\n')}\n`,
    ]
  }
  yield [
    'generated/operations.ts',
    `${note}${files.map(([name]) => `export * from './operations/${name}.ts'\n`).join('')}`,
  ]
  yield* typeSources(callable, note)
  yield ['../../contract/src/labels/audit-actions.ko.ts', `${note}${auditActions()}`]
}

/** A table of its own, since the console has no use for the rest of the contract. */
function auditActions(): string {
  const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service))
  const words = operations.flatMap(({ name, audits }) => (audits ? [[name, audits]] : []))
  return `/** What the audit log calls an operation: \`audits\` of its entry. */
export const auditActions: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(words))}\n`
}
