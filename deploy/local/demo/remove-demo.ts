import { openBus } from '@kingcar/bus'
import { contract, type DemoPart, demoKinds, isServerError, partOf } from '@kingcar/contract'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { createLogger, steadyNow } from '@kingcar/runtime'
import type { Sql } from 'postgres'
import type { Servers } from '../backup/open-servers.ts'
import { demoEmail } from './demo.ts'

const op = contract.gateway.removeDemo

/**
 * Removes the demo of a running product, service after service, as the console does. The audit log names the demo's
 * administrator as the actor, or the first administrator.
 * @returns what was removed and what stayed, by kind
 * @throws UserFacingError if a service does not respond; another call removes the rest
 */
export async function removeDemo({ nats }: Pick<Servers, 'nats'>, sql: Sql): Promise<DemoPart['items']> {
  const [admin] = await sql<{ id: string }[]>`
    select id from member.admins order by lower(email) = ${demoEmail} desc, created_at limit 1`
  if (!admin) throw new UserFacingError('There is no administrator, so the product has no demo.')
  await using bus = await openBus({ ...nats, name: 'remove-demo', log: createLogger('remove-demo', 'fatal') })
  const actor = { role: 'admin', id: admin.id, sessionId: admin.id, adminRole: 'owner', storeIds: null } as const
  const items: DemoPart['items'] = []
  for (const service of op.composedOf.services) {
    const caller = { requestId: crypto.randomUUID(), actor, deadline: steadyNow() + op.timeoutSeconds * 1_000 }
    const part = await bus.call(partOf(op, service), {}, caller).catch((cause: unknown) => {
      if (!isServerError(cause)) throw cause
      throw new UserFacingError(
        `The ${service} service does not respond. Start the product, then repeat this command.`,
        { cause },
      )
    })
    items.push(...part.items.filter(({ removable, kept }) => removable + kept > 0))
  }
  return items.toSorted((one, other) => demoKinds.indexOf(one.kind) - demoKinds.indexOf(other.kind))
}
