import { writeFileSync } from 'node:fs'
import { maxCallsPerMessage, type Permissions, permissionsFor, users } from '@kingcar/bus'

/** The content of permissions.conf: a variable for each user of the account APP, to which nats.conf refers. */
export function permissionsFile(): string {
  const entries = users.map((user) => `permissions_${user}: ${block(permissionsFor(user))}\n`)
  return ['# Written by `npm run permissions -w deploy` from libs/bus/src/topology/permissions.ts.\n', ...entries].join(
    '\n',
  )
}

function block({ publish, subscribe, responses }: Permissions): string {
  // nats-server reads an empty list as everything.
  if (publish.length === 0 || subscribe.length === 0)
    throw new Error('a NATS user has no subject to publish to or to subscribe to')
  const list = (subjects: string[]) => `{ allow: [\n${subjects.map((subject) => `    "${subject}"\n`).join('')}  ] }`
  // a message with several calls gets a reply for each
  const answers = responses ? `\n  allow_responses: { max: ${maxCallsPerMessage}, expires: "2m" }` : ''
  return `{\n  publish: ${list(publish)}\n  subscribe: ${list(subscribe)}${answers}\n}`
}

if (import.meta.main) writeFileSync(new URL('permissions.conf', import.meta.url), permissionsFile())
