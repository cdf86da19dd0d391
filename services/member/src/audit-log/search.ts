import { auditActionLabel, contract, type Operation, parseMemberSearch } from '@kingcar/contract'
import { beginsWith, hasName } from '@kingcar/db'
import { inArray, or, type SQL, sql } from 'drizzle-orm'
import { admins, auditLogs } from '../tables.ts'

/** Whatever an entry's `action` can be. */
const actions = Object.values(contract).flatMap((service) =>
  Object.values<Operation>(service).map(({ name }): string => name),
)

/**
 * Whether an entry has to do with a text: its administrator's name or the beginning of their email, part of the action's
 * name or of what it is called, or the whole id of what was written or of the request. There are few administrators and few actions, so that each
 * is a look into an index.
 */
export function matchesSearch(q: string): SQL | undefined {
  const search = parseMemberSearch(q)
  if (!search) return undefined
  const { name, email } = search
  const isActor = or(hasName(admins.name, name), email === undefined ? undefined : beginsWith(admins.email, email))
  const text = q.trim()
  const meant = actions.filter((action) => isPart(text, action) || isPart(text, auditActionLabel(action)))
  return or(
    sql`${auditLogs.actorId} = any(array(select id from ${admins} where ${isActor}))`,
    inArray(auditLogs.action, meant),
    sql`${auditLogs.entityId} = (select ${text}::text)`,
    sql`${auditLogs.requestId} = (select ${text}::text)`,
  )
}

const isPart = (text: string, of: string) => of.toLowerCase().includes(text.toLowerCase())
