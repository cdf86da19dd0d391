import { writeFileSync } from 'node:fs'
import { contract, isPublished, type Operation, rolesFor } from '@kingcar/contract'

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
    ...(op.answer ? { answer: 'file' as const } : {}),
  }
}

/** Every operation that is called over HTTP. */
export const callable = Object.values(contract)
  .flatMap((service) => Object.values<Operation>(service))
  .filter((op) => op.answer !== 'live' && isPublished(op))

function source(): string {
  const lines = callable.map((op) => {
    const call = callOf(op)
    return `export const ${call.name}: Call<'${call.service}', '${call.name}'> = ${JSON.stringify(call)}`
  })
  return `// Written by \`npm run generate\` from the contract; a test holds it to that.\nimport type { Call } from './operation.ts'\n\n${lines.join('\n')}\n`
}

if (import.meta.main) writeFileSync(new URL('../src/operations.ts', import.meta.url), source())
